import Foundation

/// Which bytes of a body a response has, as `Content-Range` says (RFC 9110, section 14.4).
struct ContentRange: Equatable, Sendable {
    /// The first byte, counted from 0.
    let start: Int64
    /// The last byte.
    let end: Int64
    /// Bytes of the whole body, or nil when the server does not know.
    let total: Int64?

    init(start: Int64, end: Int64, total: Int64?) {
        self.start = start
        self.end = end
        self.total = total
    }

    /// Reads a header; nil when it is none of bytes, or contradicts itself.
    init?(_ header: String) {
        let words = header.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard
            ends.count == 2, let start = Self.number(ends[0]), let end = Self.number(ends[1]),
            start <= end
        else { return nil }
        var total: Int64?
        if parts[1] != "*" {
            guard let given = Self.number(parts[1]), end < given else { return nil }
            total = given
        }
        self.init(start: start, end: end, total: total)
    }

    private static func number(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }
}
