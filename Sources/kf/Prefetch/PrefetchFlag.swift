/// The options of `kf prefetch`.
enum PrefetchFlag: String, CommandFlag {
    case cacheDirectory = "cache-dir"
    case forceRefresh = "force-refresh"
    case jobs, timeout
    case maxPixels = "max-pixels"
    case json, help

    var spec: OptionSpec {
        switch self {
        case .cacheDirectory: LoadFlag.cacheDirectory.spec
        case .forceRefresh: LoadFlag.forceRefresh.spec
        case .jobs: LoadFlag.jobs.spec
        case .timeout: LoadFlag.timeout.spec
        case .maxPixels: LoadFlag.maxPixels.spec
        case .json:
            OptionSpec(
                rawValue,
                help: "Print the summary as one JSON object: total, loaded, skipped, failed.")
        case .help: LoadFlag.help.spec
        }
    }

    /// The option of `kf load` that means the same; nil where there is none.
    var loadFlag: LoadFlag? { LoadFlag(rawValue: rawValue) }
}
