#if os(Linux)
import Foundation
import FoundationNetworking

extension CurlTransfer {
    /// Asks the delegate whether any certificate of the request's host is accepted.
    ///
    /// Nobody is asked about a request that is not encrypted.
    func trustsServer(_ request: URLRequest) async throws(URLError) -> Bool {
        guard let url = request.url, url.scheme?.lowercased() == "https" else { return false }
        let space = URLProtectionSpace(
            host: url.host ?? "", port: url.port ?? 443, protocol: "https", realm: nil,
            authenticationMethod: ServerTrust.method)
        let (disposition, _) = await delegate.urlSession(
            transport.session, didReceive: Self.challenge(space))
        switch disposition {
        case .useCredential:
            return true
        case .cancelAuthenticationChallenge:
            throw TransferError.make(.cancelled, url: url)
        case .performDefaultHandling, .rejectProtectionSpace:
            return false
        @unknown default:
            return false
        }
    }

    /// How often a server's question for a login is put to the delegate.
    static let loginLimit = 5

    /// Asks the delegate for a name and a password when the server does.
    ///
    /// - Returns: The login to try, or nil to take the answer as it is: after too many questions, and
    ///   when the delegate insists on the login that was just refused.
    func answer(
        _ head: ResponseHead, _ response: HTTPURLResponse, refused: CurlRequest.Login?,
        failedLogins: Int
    ) async throws(URLError) -> CurlRequest.Login? {
        guard
            head.status == 401, failedLogins < Self.loginLimit, let url = response.url,
            let demand = AuthenticationDemand(head.value("www-authenticate") ?? "")
        else { return nil }
        let space = URLProtectionSpace(
            host: url.host ?? "", port: url.port ?? (url.scheme == "https" ? 443 : 80),
            protocol: url.scheme, realm: demand.realm, authenticationMethod: demand.method)
        let (disposition, credential) = await delegate.urlSession(
            transport.session, task: task,
            didReceive: Self.challenge(space, response: response, failures: failedLogins))
        switch disposition {
        case .useCredential:
            guard let user = credential?.user, let password = credential?.password else {
                return nil
            }
            let login = CurlRequest.Login(scheme: demand.scheme, user: user, password: password)
            return login == refused ? nil : login
        case .cancelAuthenticationChallenge:
            throw TransferError.make(.cancelled, url: url)
        case .performDefaultHandling, .rejectProtectionSpace:
            return nil
        @unknown default:
            return nil
        }
    }

    private static func challenge(
        _ space: URLProtectionSpace, response: HTTPURLResponse? = nil, failures: Int = 0
    ) -> URLAuthenticationChallenge {
        URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil, previousFailureCount: failures,
            failureResponse: response, error: nil, sender: SilentSender.shared)
    }
}

/// The sender that a challenge must have; answers are returned instead.
// Unchecked: has no state.
private final class SilentSender: NSObject, URLAuthenticationChallengeSender, @unchecked Sendable {
    static let shared = SilentSender()

    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}
#endif
