#if os(Linux)
import Foundation
import FoundationNetworking

/// Makes the request that a redirect leads to (RFC 9110, section 15.4).
enum Redirection {
    /// Headers that tell a secret to whoever receives them.
    private static let secretHeaders = ["Authorization", "Proxy-Authorization", "Cookie"]

    /// Headers that are right for the origin they were made for only.
    private static let originHeaders = secretHeaders + ["Host"]

    /// Headers that describe a body.
    private static let bodyHeaders = ["Content-Length", "Content-Type", "Content-Encoding"]

    /// The request to propose after a response.
    ///
    /// - Parameters:
    ///   - head: The response.
    ///   - request: The request it answers.
    ///   - url: Where the request went to.
    /// - Returns: Nil when the response does not redirect, or says nothing usable of where to.
    static func request(
        after head: ResponseHead, to request: URLRequest, at url: URL
    ) -> URLRequest? {
        guard
            [301, 302, 303, 307, 308].contains(head.status),
            let location = head.value("location"),
            let target = URL(string: location, relativeTo: url)?.absoluteURL
        else { return nil }
        var next = request
        next.url = inheritingFragment(target, from: url)
        if losesMethod(head.status, request.httpMethod?.uppercased() ?? "GET") {
            next.httpMethod = "GET"
            next.httpBody = nil
            next.httpBodyStream = nil
            remove(bodyHeaders, from: &next)
        }
        if !keepsOrigin(from: url, to: target) { remove(originHeaders, from: &next) }
        return next
    }

    /// Whether two URLs have one scheme, host and port, so that secrets may go along.
    static func keepsOrigin(from first: URL?, to second: URL?) -> Bool {
        guard let first, let second else { return false }
        return first.scheme?.lowercased() == second.scheme?.lowercased()
            && first.host?.lowercased() == second.host?.lowercased()
            && port(first) == port(second)
    }

    /// Whether a header must not go along to another origin.
    static func isForOneOrigin(_ name: String) -> Bool {
        originHeaders.contains { $0.caseInsensitiveCompare(name) == .orderedSame }
    }

    private static func port(_ url: URL) -> Int {
        url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
    }

    private static func losesMethod(_ status: Int, _ method: String) -> Bool {
        switch status {
        case 301, 302: method == "POST"
        case 303: method != "GET" && method != "HEAD"
        default: false
        }
    }

    private static func inheritingFragment(_ target: URL, from url: URL) -> URL {
        guard
            target.fragment == nil, let fragment = url.fragment(percentEncoded: true),
            let whole = URL(string: "\(target.absoluteString)#\(fragment)")
        else { return target }
        return whole
    }

    private static func remove(_ names: [String], from request: inout URLRequest) {
        for name in names {
            request.setValue(nil, forHTTPHeaderField: name)
        }
    }
}
#endif
