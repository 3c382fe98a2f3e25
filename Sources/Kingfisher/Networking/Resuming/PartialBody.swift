import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The beginning of a body whose transfer broke off, and what proves that the rest belongs to it
/// (RFC 9110, section 14).
struct PartialBody: Sendable {
    /// The fewest bytes that are worth keeping.
    static let minimumSize = 1024

    let data: Data
    /// A strong entity tag, or a date of modification.
    let validator: String
    /// Bytes of the whole body, or nil when the server did not say.
    let total: Int64?

    /// Looks at a transfer that broke off.
    ///
    /// - Parameters:
    ///   - data: What has come, including what an earlier transfer brought.
    ///   - response: The response. Nil is returned when it does not allow to go on later.
    ///   - expected: Bytes of the whole body as announced, or −1.
    init?(_ data: Data, of response: HTTPURLResponse, expected: Int64) {
        guard
            data.count >= Self.minimumSize,
            response.value(forHTTPHeaderField: "Accept-Ranges")?.lowercased() == "bytes"
                || response.statusCode == 206,
            response.value(forHTTPHeaderField: "Content-Encoding") == nil,
            let validator = Self.validator(of: response),
            expected < 0 || Int64(data.count) < expected
        else { return nil }
        self.data = data
        self.validator = validator
        total = expected < 0 ? nil : expected
    }

    /// The request for the rest; the whole body comes instead when it has changed.
    ///
    /// - Returns: Nil when the request asks for something particular already.
    func continuing(_ request: URLRequest) -> URLRequest? {
        guard
            request.httpMethod ?? "GET" == "GET",
            ["Range", "If-Range", "If-None-Match", "If-Modified-Since"]
                .allSatisfy({ request.value(forHTTPHeaderField: $0) == nil })
        else { return nil }
        var request = request
        request.setValue("bytes=\(data.count)-", forHTTPHeaderField: "Range")
        request.setValue(validator, forHTTPHeaderField: "If-Range")
        // Offsets count in the body as it is kept, which is without compression.
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        return request
    }

    /// Whether a response with status 206 is exactly the rest.
    func isContinued(by response: HTTPURLResponse) -> Bool {
        guard
            let range = response.value(forHTTPHeaderField: "Content-Range")?.lowercased(),
            range.hasPrefix("bytes \(data.count)-"),
            response.value(forHTTPHeaderField: "Content-Encoding") == nil
        else { return false }
        guard let total, let given = range.split(separator: "/").last, given != "*" else {
            return true
        }
        return Int64(given) == total
    }

    private static func validator(of response: HTTPURLResponse) -> String? {
        if let tag = response.value(forHTTPHeaderField: "ETag"), !tag.hasPrefix("W/") { return tag }
        return response.value(forHTTPHeaderField: "Last-Modified")
    }
}
