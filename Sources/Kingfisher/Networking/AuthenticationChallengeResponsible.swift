#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Answers the authentication challenges of a downloader's transfers.
///
/// Implement only what differs; a responder without the first method still honours
/// ``ImageDownloader/trustedHosts``.
public protocol AuthenticationChallengeResponsible: AnyObject {
    /// Answers a challenge to a connection.
    ///
    /// On Linux the server-trust challenge of an HTTPS host comes before each request, with the
    /// method `NSURLAuthenticationMethodServerTrust` and without a trust object; `.useCredential`
    /// accepts any certificate of that host, with whatever credential.
    ///
    /// - Parameters:
    ///   - downloader: The downloader.
    ///   - challenge: The challenge.
    /// - Returns: What to do and the credential to do it with. Default: server trust is given to the
    ///   downloader's trusted hosts, anything else is left to the system.
    func downloader(
        _ downloader: ImageDownloader, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)

    /// Answers a challenge to one transfer, such as one for a user name and a password.
    ///
    /// - Parameters:
    ///   - downloader: The downloader.
    ///   - task: The transfer.
    ///   - challenge: The challenge.
    /// - Returns: What to do and the credential to do it with. Default: left to the system.
    func downloader(
        _ downloader: ImageDownloader, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)
}

extension AuthenticationChallengeResponsible {
    /// Trusts the downloader's trusted hosts and leaves anything else to the system.
    public func downloader(
        _ downloader: ImageDownloader, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        let space = challenge.protectionSpace
        guard
            space.authenticationMethod == ServerTrust.method,
            downloader.trustedHosts?.contains(space.host) == true
        else { return (.performDefaultHandling, nil) }
        return ServerTrust.accept(challenge)
    }

    /// Leaves it to the system.
    public func downloader(
        _ downloader: ImageDownloader, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        (.performDefaultHandling, nil)
    }
}
