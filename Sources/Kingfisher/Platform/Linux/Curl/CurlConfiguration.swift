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
    private let cookies: HTTPCookieStorage?
    private let setsCookies: Bool
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
        cookies = configuration.httpCookieStorage
        setsCookies = configuration.httpShouldSetCookies
        proxies = Self.proxies(configuration.connectionProxyDictionary ?? [:])
    }

    /// The headers of a request: its own, then the configuration's, then cookies.
    func headers(for request: URLRequest, url: URL) -> [(name: String, value: String)] {
        let own = request.allHTTPHeaderFields ?? [:]
        var taken = Set(own.keys.map { $0.lowercased() })
        var headers = own.map { (name: $0.key, value: $0.value) }
        for (name, value) in additionalHeaders where !taken.contains(name.lowercased()) {
            taken.insert(name.lowercased())
            headers.append((name, value))
        }
        if setsCookies, request.httpShouldHandleCookies, !taken.contains("cookie"),
            let matching = cookies?.cookies(for: url), !matching.isEmpty
        {
            for (name, value) in HTTPCookie.requestHeaderFields(with: matching) {
                headers.append((name, value))
            }
        }
        return headers
    }

    /// Keeps the cookies of a response.
    func storeCookies(of response: HTTPURLResponse, url: URL) {
        guard
            let cookies, setsCookies, cookies.cookieAcceptPolicy != .never
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
