import Foundation

/// What a `kf prefetch` command line asks for.
struct PrefetchRequest: Equatable, Sendable {
    /// Where the list of URLs is; `-` for standard input.
    var list: String
    /// How each URL is loaded; it has no inputs yet.
    var load: LoadRequest

    /// Parses the arguments after `kf prefetch`.
    ///
    /// - Returns: The request, or nil when the help was asked for.
    /// - Throws: ``UsageError`` for anything that makes no sense.
    static func parse(_ arguments: [String]) throws(UsageError) -> PrefetchRequest? {
        var lists: [String] = []
        var rest: [String] = []
        for argument in try OptionScanner.scan(arguments, as: PrefetchFlag.self) {
            switch argument {
            case .operand(let list): lists.append(list)
            case .flag(.help): return nil
            case .flag(let flag): rest.append("--\(flag.rawValue)")
            case .option(let flag, let value): rest.append("--\(flag.rawValue)=\(value)")
            }
        }
        guard lists.count == 1, let list = lists.first else {
            throw UsageError("Give one file with a URL on each line, or '-' for standard input.")
        }
        // Its options mean what they mean to `kf load`, which checks them; the input is a stand-in.
        guard var load = try LoadRequest.parse(rest + ["--", list]) else { return nil }
        load.inputs = []
        return PrefetchRequest(list: list, load: load)
    }

    /// Reads the URLs: one a line; empty lines and those that begin with `#` do not count.
    ///
    /// - Throws: ``LoadFailure`` for a list that cannot be read.
    func urls() throws(LoadFailure) -> [String] {
        do {
            let handle =
                list == "-"
                ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: list))
            let data = try handle.readToEnd() ?? Data()
            return String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
                .map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty && !$0.hasPrefix("#") }
        } catch {
            throw LoadFailure(text: "The list \(list) cannot be read; check the path.")
        }
    }
}
