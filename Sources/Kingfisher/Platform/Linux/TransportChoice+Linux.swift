#if os(Linux)
import Foundation
import FoundationNetworking

/// Picks the transport of a session.
enum TransportChoice {
    /// `URLSession` when the configuration names protocol classes of its own, as only that can use
    /// them; else libcurl.
    static func make(
        configuration: URLSessionConfiguration, delegate: SessionDelegate
    ) -> any Transport {
        let own = configuration.protocolClasses?.contains { !isBuiltIn($0) } ?? false
        return own
            ? URLSessionTransport(configuration: configuration, delegate: delegate)
            : CurlTransport(configuration: configuration, delegate: delegate)
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
