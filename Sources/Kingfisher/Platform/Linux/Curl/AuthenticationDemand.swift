#if os(Linux)
import Foundation
import FoundationNetworking

/// What a `WWW-Authenticate` header asks for, as far as it can be given here (RFC 9110, section
/// 11.6.1).
struct AuthenticationDemand {
    let scheme: CurlRequest.Login.Scheme
    let realm: String?

    var method: String {
        switch scheme {
        case .basic: NSURLAuthenticationMethodHTTPBasic
        case .digest: NSURLAuthenticationMethodHTTPDigest
        }
    }

    /// Reads a header; nil when it names neither Basic nor Digest.
    ///
    /// Digest goes first. Works on bytes: changing the case of text that a server sends can change its
    /// length, and marks that combine can hide a quote.
    init?(_ header: String) {
        let items = Self.items(Array(header.utf8))
        for (word, scheme) in [("digest", CurlRequest.Login.Scheme.digest), ("basic", .basic)] {
            guard let index = items.firstIndex(where: { Self.scheme($0) == word }) else { continue }
            self.scheme = scheme
            realm = Self.realm(items[index...])
            return
        }
        return nil
    }

    /// The parts between commas outside of quotes, without blanks around them.
    private static func items(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var items: [ArraySlice<UInt8>] = []
        var start = bytes.startIndex
        var isQuoted = false
        var isEscaped = false
        for (index, byte) in bytes.enumerated() {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\"), isQuoted {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if byte == UInt8(ascii: ","), !isQuoted {
                items.append(trimmed(bytes[start..<index]))
                start = index + 1
            }
        }
        items.append(trimmed(bytes[start...]))
        return items
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let front = bytes.drop { isBlank($0) }
        guard let last = front.lastIndex(where: { !isBlank($0) }) else { return front.prefix(0) }
        return front[...last]
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// The name of the scheme that an item begins with, in small letters; nil for a mere parameter.
    private static func scheme(_ item: ArraySlice<UInt8>) -> String? {
        let word = item.prefix { !isBlank($0) }
        guard !word.isEmpty, !word.contains(UInt8(ascii: "=")) else { return nil }
        return String(decoding: word, as: UTF8.self).lowercased()
    }

    /// The realm among the parameters of the first item and those that follow it.
    private static func realm(_ items: ArraySlice<ArraySlice<UInt8>>) -> String? {
        for (index, item) in zip(items.indices, items) {
            let isFirst = index == items.startIndex
            guard isFirst || scheme(item) == nil else { return nil }
            let parameter = isFirst ? trimmed(item.drop { !isBlank($0) }) : item
            guard
                let sign = parameter.firstIndex(of: UInt8(ascii: "=")),
                String(decoding: trimmed(parameter[..<sign]), as: UTF8.self).lowercased()
                    == "realm"
            else { continue }
            return unquoted(trimmed(parameter[(sign + 1)...]))
        }
        return nil
    }

    /// A value without its quotes; a backslash stands for what follows it.
    private static func unquoted(_ value: ArraySlice<UInt8>) -> String {
        guard value.first == UInt8(ascii: "\"") else {
            return String(decoding: value, as: UTF8.self)
        }
        var text: [UInt8] = []
        var isEscaped = false
        for byte in value.dropFirst() {
            if isEscaped || (byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "\"")) {
                text.append(byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else {
                break
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
#endif
