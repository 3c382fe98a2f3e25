/// The options of `kf cache`.
enum CacheFlag: String, CommandFlag {
    case cacheDirectory = "cache-dir"
    case json, help

    var spec: OptionSpec {
        switch self {
        case .cacheDirectory:
            OptionSpec(
                rawValue, value: "DIR",
                help: """
                    The directory that holds the cache. Default: $XDG_CACHE_HOME, else ~/.cache.
                    """)
        case .json:
            OptionSpec(
                rawValue,
                help: "Print JSON: one object for info, each entry of list, each damage of verify.")
        case .help:
            OptionSpec(rawValue, short: "h", help: "Show this help.")
        }
    }
}
