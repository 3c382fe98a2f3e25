#if os(Linux)
import Foundation
import FoundationNetworking

/// What a transport takes from a session configuration, read once when the transport is made.
// Unchecked: the cookie storage locks itself; all else is values.
struct CurlConfiguration: @unchecked Sendable {
    let connectionsPerHost: Int
    /// Seconds that a task may take in all; nil for no limit.
    let resourceTimeout: TimeInterval?
    /// A file of certificates to trust instead of the system's, or nil.
    let certificateFile: String?

    private let additionalHeaders: [String: String]
    private let cookieStorage: HTTPCookieStorage?
    private let setsCookies: Bool
    private let acceptsCookies: Bool
    private let proxies: [String: CurlRequest.Proxy]

    init(_ configuration: URLSessionConfiguration) {
        connectionsPerHost = max(1, configuration.httpMaximumConnectionsPerHost)
        let timeout = configuration.timeoutIntervalForResource
        resourceTimeout = timeout > 0 && timeout.isFinite ? timeout : nil
        let environment = ProcessInfo.processInfo.environment
        // The first is FoundationNetworking's name, the second OpenSSL's.
        certificateFile =
            environment["URLSessionCertificateAuthorityInfoFile"] ?? environment["SSL_CERT_FILE"]
        var headers: [String: String] = [:]
        for (name, value) in configuration.httpAdditionalHeaders ?? [:] {
            headers["\(name)"] = "\(value)"
        }
        additionalHeaders = headers
        cookieStorage = configuration.httpCookieStorage
        acceptsCookies = configuration.httpCookieAcceptPolicy != .never
        setsCookies = configuration.httpShouldSetCookies
        proxies = Self.proxies(configuration.connectionProxyDictionary ?? [:])
    }

    /// The headers of a request: its own, then the configuration's, then cookies.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - url: Its URL.
    ///   - keepsOrigin: Whether that has the origin that the task began with. What the configuration
    ///     has for it is a secret to others.
    /// - Returns: The headers in the order to send.
    func headers(
        for request: URLRequest, url: URL, keepsOrigin: Bool
    ) -> [(name: String, value: String)] {
        let own = request.allHTTPHeaderFields ?? [:]
        var taken = Set(own.keys.map { $0.lowercased() })
        var headers = own.map { (name: $0.key, value: $0.value) }
        for (name, value) in additionalHeaders where !taken.contains(name.lowercased()) {
            guard keepsOrigin || !Redirection.isForOneOrigin(name) else { continue }
            taken.insert(name.lowercased())
            headers.append((name, value))
        }
        if setsCookies, request.httpShouldHandleCookies, !taken.contains("cookie") {
            let matching = cookies(for: url)
            guard !matching.isEmpty else { return headers }
            for (name, value) in HTTPCookie.requestHeaderFields(with: matching) {
                headers.append((name, value))
            }
        }
        return headers
    }

    /// The cookies for a URL.
    ///
    /// FoundationNetworking's storage gives all of the host's, whatever their path, and those meant
    /// for encrypted connections alone.
    private func cookies(for url: URL) -> [HTTPCookie] {
        let isSecure = url.scheme?.lowercased() == "https"
        let path = url.path(percentEncoded: true)
        return (cookieStorage?.cookies(for: url) ?? []).filter { cookie in
            (isSecure || !cookie.isSecure) && Self.matches(path.isEmpty ? "/" : path, cookie.path)
        }
    }

    private static let slash = UInt8(ascii: "/")

    /// Whether a cookie of one path goes along to another (RFC 6265, section 5.1.4).
    static func matches(_ path: String, _ cookiePath: String) -> Bool {
        guard path.utf8.starts(with: cookiePath.utf8) else { return false }
        return path.utf8.count == cookiePath.utf8.count || cookiePath.utf8.last == slash
            || path.utf8.dropFirst(cookiePath.utf8.count).first == slash
    }

    /// Keeps the cookies of the response to a request.
    func storeCookies(of response: HTTPURLResponse, to request: URLRequest, url: URL) {
        guard
            let cookies = cookieStorage, setsCookies, acceptsCookies,
            request.httpShouldHandleCookies, cookies.cookieAcceptPolicy != .never
        else { return }
        var fields: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            fields["\(name)"] = "\(value)"
        }
        let received = HTTPCookie.cookies(withResponseHeaderFields: fields, for: url)
        cookies.setCookies(received, for: url, mainDocumentURL: nil)
    }

    func proxy(forScheme scheme: String) -> CurlRequest.Proxy? { proxies[scheme] }

    /// Reads the keys that `connectionProxyDictionary` has on Apple's systems.
    private static func proxies(_ dictionary: [AnyHashable: Any]) -> [String: CurlRequest.Proxy] {
        var proxies: [String: CurlRequest.Proxy] = [:]
        for (scheme, key, kind) in [
            ("http", "SOCKS", "socks5h"), ("https", "SOCKS", "socks5h"), ("http", "HTTP", "http"),
            ("https", "HTTPS", "http"),
        ] {
            let isEnabled = (dictionary["\(key)Enable"] as? NSNumber)?.boolValue ?? false
            guard isEnabled, let host = dictionary["\(key)Proxy"] as? String else { continue }
            let port = (dictionary["\(key)Port"] as? NSNumber)?.intValue
            proxies[scheme] = CurlRequest.Proxy(
                address: "\(kind)://\(host)\(port.map { ":\($0)" } ?? "")")
        }
        return proxies
    }
}
#endif
