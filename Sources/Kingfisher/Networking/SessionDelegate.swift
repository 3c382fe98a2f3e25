public import Foundation
import Locking
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Receives the events of a downloader's transfers and passes them on to the downloader.
///
/// Subclass it to see or to change events, and assign an instance to
/// ``ImageDownloader/sessionDelegate``. Events of unknown tasks, such as cancelled ones, are ignored.
/// The methods run on the transport's queues, never on the main thread by design.
#if canImport(ObjectiveC)
@objc(KFSessionDelegate)
#endif
// Unchecked: what changes stands behind a lock; subclasses answer for what they add.
open class SessionDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let downloads = Locked<[ObjectIdentifier: WeakReference<DownloadSession>]>([:])

    /// Decides whether the transfer goes on after the response's head.
    ///
    /// - Parameters:
    ///   - session: The session of the transfer.
    ///   - dataTask: The transfer.
    ///   - response: The response without its body.
    /// - Returns: `.allow` to go on, `.cancel` to stop.
    open func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse
    ) async -> URLSession.ResponseDisposition {
        await download(of: session)?.didReceive(response, for: dataTask) ?? .cancel
    }

    /// Takes a part of the body.
    ///
    /// - Parameters:
    ///   - session: The session of the transfer.
    ///   - dataTask: The transfer.
    ///   - data: The bytes that follow those before.
    open func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
    ) {
        download(of: session)?.didReceive(data, for: dataTask)
    }

    /// Takes the end of a transfer.
    ///
    /// - Parameters:
    ///   - session: The session of the transfer.
    ///   - task: The transfer.
    ///   - error: Why it failed; nil when it succeeded.
    open func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        download(of: session)?.didComplete(task, error: error)
    }

    /// Answers a challenge to the connection, such as the question whether to trust a server.
    ///
    /// - Parameters:
    ///   - session: The session of the transfer.
    ///   - challenge: The challenge.
    /// - Returns: What to do and the credential to do it with.
    open func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        guard let downloader = download(of: session)?.downloader else {
            return (.performDefaultHandling, nil)
        }
        return await downloader.challengeResponder.downloader(downloader, didReceive: challenge)
    }

    /// Answers a challenge to one transfer, such as the question for a password.
    ///
    /// - Parameters:
    ///   - session: The session of the transfer.
    ///   - task: The transfer.
    ///   - challenge: The challenge.
    /// - Returns: What to do and the credential to do it with.
    open func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        guard let downloader = download(of: session)?.downloader else {
            return (.performDefaultHandling, nil)
        }
        return await downloader.challengeResponder.downloader(
            downloader, task: task, didReceive: challenge)
    }

    /// Decides where a redirect leads.
    ///
    /// - Parameters:
    ///   - session: The session of the transfer.
    ///   - task: The transfer.
    ///   - response: The answer that redirects.
    ///   - request: The request that would be sent.
    /// - Returns: The request to send, or nil to take the redirecting answer as the result.
    open func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest
    ) async -> URLRequest? {
        guard let download = download(of: session) else { return request }
        return await download.redirect(task, response: response, newRequest: request)
    }

    /// Takes the times and sizes of a transfer, before its end.
    ///
    /// - Parameters:
    ///   - session: The session of the transfer.
    ///   - task: The transfer.
    ///   - metrics: What the system measured.
    open func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
        download(of: session)?.didFinishCollecting(metrics, for: task)
    }

    /// Passes the events of a download's session on to it from now on.
    func connect(_ download: DownloadSession) {
        let key = ObjectIdentifier(download.transport.session)
        downloads.withLock { $0[key] = WeakReference(download) }
    }

    /// Stops passing events on.
    func disconnect(_ session: URLSession) {
        downloads.withLock { $0[ObjectIdentifier(session)] = nil }
    }

    func download(of session: URLSession) -> DownloadSession? {
        downloads.withLock { $0[ObjectIdentifier(session)] }?.value
    }
}
