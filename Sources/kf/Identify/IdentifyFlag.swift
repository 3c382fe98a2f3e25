/// The options of `kf identify`.
enum IdentifyFlag: String, CommandFlag {
    case json, help

    var spec: OptionSpec {
        switch self {
        case .json: OptionSpec(rawValue, help: "Print one JSON object for each file.")
        case .help: OptionSpec(rawValue, short: "h", help: "Show this help.")
        }
    }
}

/// What a `kf identify` command line asks for.
struct IdentifyRequest: Equatable, Sendable {
    /// Paths as given.
    var files: [String]
    /// Whether the answers are JSON.
    var json: Bool

    /// Parses the arguments after `kf identify`.
    ///
    /// - Returns: The request, or nil when the help was asked for.
    /// - Throws: ``UsageError`` for anything that makes no sense.
    static func parse(_ arguments: [String]) throws(UsageError) -> IdentifyRequest? {
        var request = IdentifyRequest(files: [], json: false)
        for argument in try OptionScanner.scan(arguments, as: IdentifyFlag.self) {
            switch argument {
            case .operand(let file): request.files.append(file)
            case .flag(.help): return nil
            case .flag, .option: request.json = true
            }
        }
        guard !request.files.isEmpty else {
            throw UsageError("Nothing to identify: give at least one file.")
        }
        return request
    }
}
