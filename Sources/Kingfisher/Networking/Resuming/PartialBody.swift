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
    let validator: Validator
    /// Bytes of the whole body, or nil when the server did not say.
    let total: Int64?
    /// Where the body came from, after redirects.
    let url: URL?

    /// Looks at a transfer that broke off.
    ///
    /// - Parameters:
    ///   - data: What has come.
    ///   - response: The response. Nil is returned when it does not allow to go on later.
    ///   - expected: Bytes of the whole body as announced, or −1.
    init?(_ data: Data, of response: HTTPURLResponse, expected: Int64) {
        guard
            data.count >= Self.minimumSize,
            response.value(forHTTPHeaderField: "Accept-Ranges")?.lowercased() == "bytes",
            response.value(forHTTPHeaderField: "Content-Encoding") == nil,
            let validator = Validator(response),
            expected < 0 || Int64(data.count) < expected
        else { return nil }
        self.init(
            data: data, validator: validator, total: expected < 0 ? nil : expected,
            url: response.url)
    }

    private init(data: Data, validator: Validator, total: Int64?, url: URL?) {
        self.data = data
        self.validator = validator
        self.total = total
        self.url = url
    }

    /// The same body with more of its bytes.
    ///
    /// - Returns: Nil when it is whole, or longer than it should be.
    func continued(with data: Data, total: Int64?) -> PartialBody? {
        guard total.map({ Int64(data.count) < $0 }) ?? true else { return nil }
        return PartialBody(data: data, validator: validator, total: total, url: url)
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
        request.setValue(validator.text, forHTTPHeaderField: "If-Range")
        // Offsets count in the body as it is kept, which is without compression.
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        return request
    }

    /// Looks at a response with status 206.
    ///
    /// - Returns: Nil unless it begins exactly where the bytes end, and is of the same body.
    func continuation(in response: HTTPURLResponse) -> ContentRange? {
        guard
            let range = response.value(forHTTPHeaderField: "Content-Range")
                .flatMap(ContentRange.init),
            range.start == Int64(data.count),
            response.value(forHTTPHeaderField: "Content-Encoding") == nil,
            response.url?.absoluteString == url?.absoluteString,
            !validator.contradicts(response)
        else { return nil }
        guard let total, let given = range.total else {
            return ContentRange(start: range.start, end: range.end, total: range.total ?? total)
        }
        return given == total ? range : nil
    }
}

extension PartialBody {
    /// What is the same for as long as a body is, byte for byte.
    enum Validator: Equatable, Sendable {
        case entityTag(String)
        case lastModified(String)

        /// Seconds by which a body must have been older than its answer (RFC 9110, section 8.8.2.2): it
        /// can have been changed twice in one second, and clocks differ.
        private static let strongAge: TimeInterval = 60

        /// The strong validator of a response; nil when it has none (RFC 9110, section 13.1.5).
        init?(_ response: HTTPURLResponse) {
            if let tag = response.value(forHTTPHeaderField: "ETag") {
                guard !tag.hasPrefix("W/") else { return nil }
                self = .entityTag(tag)
                return
            }
            let now = Date()
            guard
                let text = response.value(forHTTPHeaderField: "Last-Modified"),
                let modified = HTTPDate.parse(text, now: now),
                let answered = response.value(forHTTPHeaderField: "Date")
                    .flatMap({ HTTPDate.parse($0, now: now) }),
                answered.timeIntervalSince(modified) >= Self.strongAge
            else { return nil }
            self = .lastModified(text)
        }

        /// What a request compares.
        var text: String {
            switch self {
            case .entityTag(let tag): tag
            case .lastModified(let date): date
            }
        }

        /// Whether a response says of itself that it is of another body.
        func contradicts(_ response: HTTPURLResponse) -> Bool {
            let name =
                switch self {
                case .entityTag: "ETag"
                case .lastModified: "Last-Modified"
                }
            return response.value(forHTTPHeaderField: name).map { $0 != text } ?? false
        }
    }
}
