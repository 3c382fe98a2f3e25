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

    /// Asks the delegate for a name and a password when the server does.
    ///
    /// - Returns: The login to try, or nil to take the answer as it is.
    func answer(
        _ head: ResponseHead, _ response: HTTPURLResponse, failedLogins: Int
    ) async throws(URLError) -> CurlRequest.Login? {
        guard
            head.status == 401, let url = response.url,
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
            return CurlRequest.Login(scheme: demand.scheme, user: user, password: password)
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

/// What a `WWW-Authenticate` header asks for, as far as it can be given here.
struct AuthenticationDemand {
    let scheme: CurlRequest.Login.Scheme
    let realm: String?

    var method: String {
        switch scheme {
        case .basic: NSURLAuthenticationMethodHTTPBasic
        case .digest: NSURLAuthenticationMethodHTTPDigest
        }
    }

    /// Reads a header; nil when it names neither Basic nor Digest.
    ///
    /// Digest goes first.
    init?(_ header: String) {
        let lower = header.lowercased()
        guard let start = lower.range(of: "digest ") ?? lower.range(of: "basic") else { return nil }
        scheme = lower[start].hasPrefix("digest") ? .digest : .basic
        realm = header[start.upperBound...].range(of: "realm=\"", options: .caseInsensitive)
            .map { String(header[$0.upperBound...].prefix { $0 != "\"" }) }
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
