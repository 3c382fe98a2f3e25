/// What a `kf cache` command line asks for.
struct CacheRequest: Equatable, Sendable {
    /// What is done with the cache.
    enum Action: String, CaseIterable, Sendable {
        case info, list, clear, clean, verify, path

        /// What the action does, for the help.
        var help: String {
            switch self {
            case .info: "Print where the cache is, how many pictures it holds and their size."
            case .list:
                "Print each entry: file name, bytes, when it was last used, when it expires."
            case .clear: "Remove everything."
            case .clean: "Remove what has expired, and the least used above the size limit."
            case .verify: "Decode every entry, and remove those that hold no whole picture."
            case .path: "Print the directory."
            }
        }
    }

    /// What is done with the cache.
    var action: Action
    /// The directory that holds the cache; nil for the user's own.
    var cacheDirectory: String?
    /// Whether the answer is JSON.
    var json = false

    /// Parses the arguments after `kf cache`.
    ///
    /// - Returns: The request, or nil when the help was asked for.
    /// - Throws: ``UsageError`` for anything that makes no sense.
    static func parse(_ arguments: [String]) throws(UsageError) -> CacheRequest? {
        var words: [String] = []
        var directory: String?
        var json = false
        for argument in try OptionScanner.scan(arguments, as: CacheFlag.self) {
            switch argument {
            case .operand(let word): words.append(word)
            case .flag(.help): return nil
            case .flag: json = true
            case .option(_, let value):
                guard !value.isEmpty else {
                    throw UsageError("--cache-dir needs a path that is not empty.")
                }
                directory = value
            }
        }
        let names = Action.allCases.map(\.rawValue).joined(separator: ", ")
        guard let first = words.first else {
            throw UsageError("Say what to do with the cache: \(names).")
        }
        guard let action = Action(rawValue: first) else {
            throw UsageError("There is no 'kf cache \(first)'; there are \(names).")
        }
        guard words.count == 1 else {
            throw UsageError("'kf cache \(first)' takes no further arguments.")
        }
        guard !json || [.info, .list, .verify].contains(action) else {
            throw UsageError("--json is for info, list and verify.")
        }
        return CacheRequest(action: action, cacheDirectory: directory, json: json)
    }
}
