import Foundation

/// Gives each input a file name of its own inside the output directory.
///
/// Names depend on the inputs and their order alone, not on what is loaded or when.
struct OutputNaming {
    private var taken: Set<String> = []
    /// The counter to try next for a name, so that a thousand equal ones take a thousand steps.
    private var counters: [String: Int] = [:]

    /// Most bytes of a name, so that a counter, an extension and a temporary name still fit.
    private static let longest = 200

    /// The name for an input, without an extension.
    mutating func name(for input: String) -> String {
        let stem = Self.stem(of: input)
        var name = stem
        var number = counters[stem, default: 2]
        // Compared without case, for file systems that do not tell cases apart.
        while !taken.insert(name.lowercased()).inserted {
            name = "\(stem)-\(number)"
            number += 1
        }
        counters[stem] = number
        return name
    }

    /// The last part of a URL or path, without extension and without what a file name cannot hold.
    static func stem(of input: String) -> String {
        var text = input[...]
        if let scheme = text.range(of: "://") {
            text = text[scheme.upperBound...].prefix { $0 != "?" && $0 != "#" }
        }
        let parts = text.split(separator: "/")
        var last = parts.last.map(String.init) ?? ""
        if input.contains("://") { last = last.removingPercentEncoding ?? last }
        // A decoded %2F would be a directory.
        last = last.split(separator: "/").last.map(String.init) ?? ""
        if let dot = last.lastIndex(of: "."), dot != last.startIndex { last = String(last[..<dot]) }
        let safe = String(last.map { isSafe($0) ? $0 : "_" })
        return shortened(String(safe.drop { $0 == "." || $0 == "-" }))
    }

    private static func isSafe(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || "._-+@".contains(character)
    }

    private static func shortened(_ name: String) -> String {
        var name = name.isEmpty ? "picture" : name
        while name.utf8.count > longest { name.removeLast() }
        return name
    }
}
