#if os(Linux)
import Foundation
public import FoundationNetworking

/// The completion-handler forms, which are all that FoundationNetworking knows; each asks the
/// asynchronous form, so that subclasses override the same methods on all platforms.
extension SessionDelegate {
    /// Asks the asynchronous form about a response.
    public func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        // FoundationNetworking goes on without the answer, so the end has to be made to wait for it.
        let download = download(of: session)
        download?.beginDecision(for: dataTask)
        Task {
            let disposition = await urlSession(session, dataTask: dataTask, didReceive: response)
            if disposition == .cancel { download?.refuse(dataTask, response) }
            download?.endDecision(for: dataTask)
            completionHandler(disposition)
        }
    }

    /// Asks the asynchronous form about a challenge to the connection.
    public func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        Task {
            let (disposition, credential) = await urlSession(session, didReceive: challenge)
            completionHandler(disposition, credential)
        }
    }

    /// Asks the asynchronous form about a challenge to a transfer.
    public func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        Task {
            let (disposition, credential) = await urlSession(
                session, task: task, didReceive: challenge)
            completionHandler(disposition, credential)
        }
    }

    /// Asks the asynchronous form about a redirect.
    public func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        Task {
            completionHandler(
                await urlSession(
                    session, task: task, willPerformHTTPRedirection: response,
                    newRequest: request))
        }
    }
}

extension DownloadSession {
    /// Ends a transfer whose response was refused, as FoundationNetworking would go on with it.
    fileprivate func refuse(_ task: URLSessionDataTask, _ response: URLResponse) {
        if let download = find(task) {
            let error = TransferError.make(.cancelled, url: download.originalURL)
            fail(download, .responseError(reason: .URLSessionError(error: error)))
        }
        // FoundationNetworking ends the process when a transfer is cancelled that was redirected.
        guard task.originalRequest?.url == response.url else { return }
        transport.cancel(task)
    }
}
#endif
