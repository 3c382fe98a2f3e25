#if os(Linux)
import Foundation
import FoundationNetworking

/// What one exchange with a server sends, and under which limits.
struct CurlRequest: Sendable {
    /// A name and a password for one scheme of authentication.
    struct Login: Equatable, Sendable {
        enum Scheme: Sendable {
            case basic
            case digest
        }

        let scheme: Scheme
        let user: String
        let password: String
    }

    /// Where a proxy is, in the form that libcurl reads.
    struct Proxy: Sendable {
        let address: String
    }

    let url: URL
    /// What a limit on connections counts by.
    let origin: String
    let method: String
    let headers: [(name: String, value: String)]
    let body: Data?
    /// Seconds without a byte from the server; nil for no limit.
    let idleTimeout: TimeInterval?
    /// Nil takes the environment's.
    let proxy: Proxy?
    let priority: Float
    var login: Login?
    /// Whether any certificate of the host is accepted.
    var trustsServer = false
    /// Whether a compressed body is to be decompressed.
    var decodesContent = true

    /// Reads a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - configuration: Adds headers, cookies and proxies.
    ///   - priority: Greater is sooner when connections are short.
    ///   - firstURL: Where the task went to before redirects.
    /// - Throws: `URLError` when the URL is not one of HTTP or has no host.
    init(
        _ request: URLRequest, configuration: CurlConfiguration, priority: Float, firstURL: URL?
    ) throws(URLError) {
        guard let url = request.url, let scheme = url.scheme?.lowercased() else {
            throw TransferError.make(
                .unsupportedURL, url: request.url,
                description: "The URL has no scheme. Give an absolute http or https URL.")
        }
        guard scheme == "http" || scheme == "https" else {
            throw TransferError.make(
                .unsupportedURL, url: url,
                description: """
                    The downloader does not load \(scheme) URLs. Give an http or https URL, or use a \
                    data provider.
                    """)
        }
        guard let host = url.host, !host.isEmpty else {
            throw TransferError.make(
                .badURL, url: url, description: "The URL has no host. Give an absolute URL.")
        }
        self.url = url
        origin = "\(scheme)://\(host):\(url.port ?? 0)"
        method = request.httpMethod?.uppercased() ?? "GET"
        headers = configuration.headers(
            for: request, url: url,
            keepsOrigin: Redirection.keepsOrigin(from: firstURL, to: url))
        body = request.httpBody ?? request.httpBodyStream.map(Self.readAll)
        let timeout = request.timeoutInterval
        idleTimeout = timeout > 0 && timeout.isFinite ? timeout : nil
        proxy = configuration.proxy(forScheme: scheme)
        self.priority = priority
    }

    private static func readAll(_ stream: InputStream) -> Data {
        stream.open()
        defer { stream.close() }
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = stream.read(&buffer, maxLength: buffer.count)
            guard count > 0 else { return data }
            data.append(contentsOf: buffer.prefix(count))
        }
    }
}
#endif
