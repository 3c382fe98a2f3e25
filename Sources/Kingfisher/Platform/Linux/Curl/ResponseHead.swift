#if os(Linux)
import Foundation
import FoundationNetworking

/// The status and the headers of a response, as libcurl hands them over line by line.
struct ResponseHead: Sendable {
    private(set) var status = 0
    private var version = "HTTP/1.1"
    /// Each name once, in the order they came.
    private var fields: [(name: String, value: String)] = []
    private var size = 0

    /// Bytes and number of headers that are kept; more are ignored.
    private static let sizeLimit = 1 << 20
    private static let countLimit = 1000

    /// Whether the head announces another one, like 100 and 103.
    var isProvisional: Bool { (100..<200).contains(status) && status != 101 }

    /// A header's value by its name, in whatever case.
    func value(_ name: String) -> String? { index(of: name).map { fields[$0].value } }

    /// Whether libcurl can undo how the body is compressed, if it is.
    var hasKnownContentCoding: Bool {
        (value("content-encoding") ?? "").split(separator: ",").allSatisfy { coding in
            Self.contentCodings.contains(
                coding.trimmingCharacters(in: .whitespaces).lowercased())
        }
    }

    private static let contentCodings: Set<String> = [
        "identity", "none", "gzip", "x-gzip", "deflate", "br", "zstd",
    ]

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
        guard size <= Self.sizeLimit, let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
            return .field
        }
        let name = Self.text(line[..<colon])
        let value = Self.text(Self.trimmed(line[line.index(after: colon)...]))
        if let index = index(of: name) {
            fields[index].value += ", \(value)"
        } else if fields.count < Self.countLimit {
            fields.append((name, value))
        }
        return .field
    }

    /// Compares bytes without making strings of them; a response has few headers.
    private func index(of name: String) -> Int? {
        fields.firstIndex { field in
            field.name.utf8.count == name.utf8.count
                && zip(field.name.utf8, name.utf8).allSatisfy {
                    Self.lowercased($0) == Self.lowercased($1)
                }
        }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
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
        let fields = Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }
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
