#if os(Linux)
import Foundation
import FoundationNetworking

/// The status and the headers of a response, as libcurl hands them over line by line.
struct ResponseHead: Sendable {
    private(set) var status = 0
    private var version = "HTTP/1.1"
    private var fields: [String: String] = [:]
    private var names: [String: String] = [:]
    private var size = 0

    /// Bytes of headers that are kept; more are ignored.
    private static let limit = 1 << 20

    /// Whether the head announces another one, like 100 and 103.
    var isProvisional: Bool { (100..<200).contains(status) && status != 101 }

    /// A header's value by a lower-case name.
    func value(_ name: String) -> String? { names[name].flatMap { fields[$0] } }

    /// What a line did.
    enum Line {
        case field
        /// The empty line at the end.
        case end
    }

    /// Takes a line, with its line break.
    ///
    /// Works on bytes, as this runs for each header of each response.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Line {
        let line = Self.trimmed(line[...])
        guard !line.isEmpty else { return .end }
        if line.starts(with: "HTTP/".utf8) {
            let words = line.split(separator: UInt8(ascii: " ")).map(Self.text)
            self = ResponseHead()
            version = words.first ?? "HTTP/1.1"
            status = words.count > 1 ? Int(words[1]) ?? 0 : 0
            return .field
        }
        size += line.count
        guard size <= Self.limit, let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            return .field
        }
        let name = Self.text(line[..<colon])
        let value = Self.text(Self.trimmed(line[line.index(after: colon)...]))
        let lowercased = name.lowercased()
        let key = names[lowercased] ?? name
        names[lowercased] = key
        fields[key] = fields[key].map { "\($0), \(value)" } ?? value
        return .field
    }

    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        String(decoding: bytes, as: UTF8.self)
    }

    /// Without spaces, tabs and line breaks at either end.
    private static func trimmed(
        _ bytes: Slice<UnsafeRawBufferPointer>
    ) -> Slice<UnsafeRawBufferPointer> {
        let isBlank = { (byte: UInt8) in byte <= UInt8(ascii: " ") }
        guard
            let first = bytes.firstIndex(where: { !isBlank($0) }),
            let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return bytes[bytes.endIndex...] }
        return bytes[first...last]
    }

    /// The response as the system's type.
    func response(url: URL) -> HTTPURLResponse? {
        let coding = value("content-encoding") ?? "identity"
        return coding == "identity"
            ? HTTPURLResponse(
                url: url, statusCode: status, httpVersion: version, headerFields: fields)
            : DecodedHTTPURLResponse(
                url: url, statusCode: status, httpVersion: version, headerFields: fields)
    }
}

/// A response whose body was compressed, so that the announced length is not that of its bytes.
// Unchecked: adds no state to the superclass, which is immutable.
private final class DecodedHTTPURLResponse: HTTPURLResponse, @unchecked Sendable {
    /// Unknown, −1, as `URLSession` has it on Apple's systems.
    override var expectedContentLength: Int64 { -1 }
}
#endif
