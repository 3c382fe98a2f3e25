import Foundation

/// Guesses what data is that is no picture, for error texts.
enum UnknownFormatHint {
    /// A noun phrase such as "an HTML page", or nil without a guess.
    static func hint(for data: Data) -> String? {
        let prefix = Array(data.prefix(512))
        for (signature, name) in signatures where prefix.starts(with: signature) { return name }
        guard let text = text(of: prefix) else { return nil }
        let start = text.drop { $0.isWhitespace }.lowercased()
        if start.hasPrefix("<!doctype html") || start.contains("<html") { return "an HTML page" }
        if start.contains("<svg") { return "an SVG drawing, for which no codec is registered" }
        if start.hasPrefix("<?xml") { return "an XML document" }
        if start.hasPrefix("{") || start.hasPrefix("[") { return "a JSON document" }
        return start.isEmpty ? "white space" : "plain text"
    }

    private static let signatures: [([UInt8], String)] = [
        ([0x25, 0x50, 0x44, 0x46], "a PDF document"),
        ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
        ([0x1F, 0x8B], "gzip data, perhaps a body whose Content-Encoding was lost"),
        ([0x1A, 0x45, 0xDF, 0xA3], "a Matroska or WebM video"),
        ([0xFF, 0x0A], "a JPEG XL picture, for which no codec is registered"),
    ]

    private static func text(of bytes: [UInt8]) -> String? {
        let isText = bytes.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
        return isText ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
