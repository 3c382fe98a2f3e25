import Foundation

/// What a `Cache-Control` field of a response says to a private cache: RFC 9111, section 5.2.2, and
/// RFC 5861.
struct CacheControl: Equatable, Sendable {
    /// Seconds that a response is fresh for; nil where nothing is said.
    var maxAge: Int?
    /// Whether every use has to be confirmed by the server.
    var noCache = false
    /// Whether the response must not be kept.
    var noStore = false
    /// Whether a stale response must not be used under any circumstances.
    var mustRevalidate = false
    /// Seconds that a stale response may be used for while it is confirmed behind.
    var staleWhileRevalidate: Int?
    /// Seconds that a stale response may be used for when the server fails.
    var staleIfError: Int?

    /// What larger numbers of seconds mean: 68 years, RFC 9111, section 1.2.2.
    static let longest = 2_147_483_648

    init() {}

    /// Reads a field.
    ///
    /// Unknown directives, and those for shared caches, do not count. Of a directive that is given
    /// twice the first counts. A `max-age` that is no number means stale at once.
    init(_ field: String) {
        for directive in Self.directives(of: field) {
            apply(directive.name, directive.argument)
        }
    }

    private mutating func apply(_ name: String, _ argument: String?) {
        switch name {
        case "max-age": maxAge = maxAge ?? Self.seconds(argument) ?? 0
        // With names of fields it is about those alone; to confirm too often does no harm.
        case "no-cache": noCache = true
        case "no-store": noStore = true
        case "must-revalidate": mustRevalidate = true
        case "stale-while-revalidate":
            staleWhileRevalidate = staleWhileRevalidate ?? Self.seconds(argument)
        case "stale-if-error": staleIfError = staleIfError ?? Self.seconds(argument)
        default: break
        }
    }

    /// The field in one spelling, without what does not count.
    var text: String {
        var parts: [String] = []
        if let maxAge { parts.append("max-age=\(maxAge)") }
        if noCache { parts.append("no-cache") }
        if noStore { parts.append("no-store") }
        if mustRevalidate { parts.append("must-revalidate") }
        if let staleWhileRevalidate {
            parts.append("stale-while-revalidate=\(staleWhileRevalidate)")
        }
        if let staleIfError { parts.append("stale-if-error=\(staleIfError)") }
        return parts.joined(separator: ", ")
    }

    /// A number of seconds, as `Age` has it too; nil for anything but digits.
    static func seconds(_ text: String?) -> Int? {
        guard let text, !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return min(Int(text) ?? longest, longest)
    }

    /// Splits at commas outside quotes; an argument loses its quotes.
    private static func directives(of field: String) -> [(name: String, argument: String?)] {
        var isQuoted = false
        var isEscaped = false
        let parts = field.unicodeScalars.split { scalar in
            defer { isEscaped = isQuoted && !isEscaped && scalar == "\\" }
            if scalar == "\"", !isEscaped { isQuoted.toggle() }
            return scalar == "," && !isQuoted
        }
        return parts.map { part in
            let text = String(part)
            guard let equals = text.firstIndex(of: "=") else { return (trimmed(text), nil) }
            let argument = trimmed(text[text.index(after: equals)...])
            return (trimmed(text[..<equals]), argument.filter { $0 != "\"" })
        }
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        text.trimmingCharacters(in: .whitespaces).lowercased()
    }
}
