#if os(Linux)
import Foundation
import FoundationNetworking

/// Picks the transport of a session.
enum TransportChoice {
    /// `URLSession` when the configuration names protocol classes of its own, as only that can use
    /// them; else libcurl.
    ///
    /// `URLSession` gets no `URLCache`, of which images make no use: FoundationNetworking stops the
    /// process when a task that waited for the cache's answer begins and ends before it learns that it
    /// was cancelled.
    static func make(
        configuration: URLSessionConfiguration, delegate: SessionDelegate
    ) -> any Transport {
        let own = configuration.protocolClasses?.contains { !isBuiltIn($0) } ?? false
        guard own else {
            return CurlTransport(configuration: configuration, delegate: delegate)
        }
        let uncached = configuration.copy() as? URLSessionConfiguration ?? configuration
        uncached.urlCache = nil
        return URLSessionTransport(configuration: uncached, delegate: delegate)
    }

    /// Whether FoundationNetworking itself put the class into every configuration.
    private static func isBuiltIn(_ type: AnyClass) -> Bool {
        String(reflecting: type).hasPrefix("FoundationNetworking._")
    }
}

/// Trust in a server's certificate.
enum ServerTrust {
    /// The name that FoundationNetworking has but marks as unavailable.
    static let method = "NSURLAuthenticationMethodServerTrust"

    /// The answer that accepts the server's certificate; there is no trust object on Linux.
    static func accept(
        _ challenge: URLAuthenticationChallenge
    ) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        (.useCredential, nil)
    }
}
#endif
