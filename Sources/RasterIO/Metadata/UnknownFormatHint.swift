package import Foundation

/// Guesses what data is that no codec recognizes.
package enum UnknownFormatHint {
    /// A noun phrase such as "an HTML page", or nil without a guess.
    static func hint(for data: Data) -> String? {
        let prefix = Array(data.prefix(512))
        if let name = signature(of: prefix) { return name }
        guard let text = text(of: prefix) else { return nil }
        let start = text.drop { $0.isWhitespace }.lowercased()
        if start.hasPrefix("<!doctype html") || start.contains("<html") { return "an HTML page" }
        if start.contains("<svg") { return "an SVG drawing, for which no codec is registered" }
        if start.hasPrefix("<?xml") { return "an XML document" }
        if start.hasPrefix("{") || start.hasPrefix("[") { return "a JSON document" }
        return start.isEmpty ? "white space" : "plain text"
    }

    /// Whether data is in a format that a codec of another program, or of another build of this one,
    /// may read: one with a signature, or a drawing or document of text.
    package static func isForeignFormat(_ data: Data) -> Bool {
        let prefix = Array(data.prefix(512))
        if signature(of: prefix) != nil { return true }
        guard let start = text(of: prefix)?.drop(while: \.isWhitespace).lowercased() else {
            return false
        }
        return start.contains("<svg") || start.hasPrefix("<?xml") || start.hasPrefix("{")
            || start.hasPrefix("[")
    }

    /// The name of a format that is told by its first bytes.
    private static func signature(of prefix: [UInt8]) -> String? {
        for (signature, name) in signatures where prefix.starts(with: signature) { return name }
        if prefix.dropFirst(4).starts(with: [0x66, 0x74, 0x79, 0x70]) {
            return "a HEIF, AVIF or MP4 file, for which no codec is registered"
        }
        guard prefix.starts(with: [0x52, 0x49, 0x46, 0x46]) else { return nil }
        return prefix.dropFirst(8).starts(with: [0x57, 0x45, 0x42, 0x50])
            ? "a WebP picture, for which no codec is registered" : nil
    }

    private static let signatures: [([UInt8], String)] = [
        ([0x25, 0x50, 0x44, 0x46], "a PDF document"),
        ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
        ([0x1F, 0x8B], "gzip data, perhaps a body whose Content-Encoding was lost"),
        ([0x1A, 0x45, 0xDF, 0xA3], "a Matroska or WebM video"),
        (
            [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20],
            "a JPEG XL picture, for which no codec is registered"
        ),
        ([0xFF, 0x0A], "a JPEG XL picture, for which no codec is registered"),
    ]

    private static func text(of bytes: [UInt8]) -> String? {
        let isText = bytes.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        return isText ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
