/// The options of `kf formats`.
enum FormatsFlag: String, CommandFlag {
    case json, markdown, help

    var spec: OptionSpec {
        switch self {
        case .json: OptionSpec(rawValue, help: "Print one JSON object for each format.")
        case .markdown: OptionSpec(rawValue, help: "Print a table for a page of documentation.")
        case .help: OptionSpec(rawValue, short: "h", help: "Show this help.")
        }
    }
}

/// What a `kf formats` command line asks for.
enum FormatsRequest: Equatable, Sendable {
    case text, json, markdown

    /// Parses the arguments after `kf formats`.
    ///
    /// - Returns: The request, or nil when the help was asked for.
    /// - Throws: ``UsageError`` for anything that makes no sense.
    static func parse(_ arguments: [String]) throws(UsageError) -> FormatsRequest? {
        var request = FormatsRequest.text
        for argument in try OptionScanner.scan(arguments, as: FormatsFlag.self) {
            switch argument {
            case .operand(let word): throw UsageError("There is nothing to do with \(word).")
            case .flag(.help): return nil
            case .flag(.json): request = .json
            case .flag, .option: request = .markdown
            }
        }
        return request
    }
}
