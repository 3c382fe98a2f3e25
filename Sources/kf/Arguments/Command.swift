/// What a whole command line asks for.
enum Command: Equatable {
    case load(LoadRequest)
    case prefetch(PrefetchRequest)
    case identify(IdentifyRequest)
    case formats(FormatsRequest)
    case cache(CacheRequest)
    case help(HelpTopic)
    case version

    /// Parses the arguments after the tool's name.
    ///
    /// - Throws: ``UsageError`` for a command line that makes no sense.
    static func parse(_ arguments: [String]) throws(UsageError) -> Command {
        guard let first = arguments.first else {
            throw UsageError("Say what to do: \(Name.list).")
        }
        let rest = Array(arguments.dropFirst())
        switch first {
        case "--version", "-V", "version": return .version
        case "--help", "-h": return .help(.tool)
        case "help": return .help(try topic(rest.first))
        default: break
        }
        guard let name = Name(rawValue: first) else {
            throw UsageError(
                first.hasPrefix("-")
                    ? "There is no option \(first)."
                    : "There is no command \(first); there are \(Name.list).")
        }
        do throws(UsageError) {
            return try parse(rest, of: name)
        } catch {
            throw error.inCommand(name.rawValue)
        }
    }

    /// The commands.
    enum Name: String, CaseIterable {
        case load, prefetch, identify, formats, cache

        static var list: String { allCases.map(\.rawValue).joined(separator: ", ") }

        /// What the command does, for the help of the tool.
        var help: String {
            switch self {
            case .load: "Load pictures through the cache, process them, write them to files."
            case .prefetch: "Fill the cache with the pictures of a list of URLs."
            case .identify: "Tell what files say about their pictures."
            case .formats: "Tell which formats are read and written."
            case .cache: "Look at the cache on disk, or empty it."
            }
        }
    }

    private static func parse(_ rest: [String], of name: Name) throws(UsageError) -> Command {
        switch name {
        case .load: try LoadRequest.parse(rest).map(Command.load) ?? .help(.command(.load))
        case .prefetch:
            try PrefetchRequest.parse(rest).map(Command.prefetch) ?? .help(.command(.prefetch))
        case .identify:
            try IdentifyRequest.parse(rest).map(Command.identify) ?? .help(.command(.identify))
        case .formats:
            try FormatsRequest.parse(rest).map(Command.formats) ?? .help(.command(.formats))
        case .cache: try CacheRequest.parse(rest).map(Command.cache) ?? .help(.command(.cache))
        }
    }

    private static func topic(_ word: String?) throws(UsageError) -> HelpTopic {
        guard let word else { return .tool }
        guard let name = Name(rawValue: word) else {
            throw UsageError("There is no command \(word); there are \(Name.list).")
        }
        return .command(name)
    }
}
