import Foundation
import Locking
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The downloads of one downloader over one transport.
///
/// A downloader makes a new one when its configuration or session delegate changes, so that nothing
/// of the old transport can reach downloads of the new one.
final class DownloadSession: Sendable {
    let transport: any Transport
    let delegate: SessionDelegate

    private let table = Locked(TaskTable())
    private let owner: WeakReference<ImageDownloader>

    init(transport: any Transport, delegate: SessionDelegate, downloader: ImageDownloader) {
        self.transport = transport
        self.delegate = delegate
        owner = WeakReference(downloader)
        delegate.connect(self)
    }

    var downloader: ImageDownloader? { owner.value }

    /// Joins the download of the request's URL, or makes a new one.
    ///
    /// - Returns: The download, the caller's token, and whether it is new and has to be resumed; nil
    ///   once the session was shut down.
    func subscribe(
        _ callback: SessionDataTask.TaskCallback, to request: URLRequest, url: URL
    ) -> (task: SessionDataTask, token: SessionDataTask.CancelToken, isNew: Bool)? {
        if let joined = table.withLock({ $0.join(url, callback) }) {
            return (joined.task, joined.token, false)
        }
        // Made outside the lock, so another caller may come first; then this one joins.
        let candidate = SessionDataTask(task: transport.makeTask(with: request), owner: self)
        candidate.task.priority = callback.options.downloadPriority
        let joined = table.withLock { table -> (SessionDataTask, SessionDataTask.CancelToken)? in
            if let joined = table.join(url, callback) { return joined }
            guard let token = candidate.addCallback(callback) else { return nil }
            return table.insert(candidate, for: url) ? (candidate, token) : nil
        }
        if joined?.0 !== candidate { candidate.task.cancel() }
        return joined.map { ($0.0, $0.1, $0.0 === candidate) }
    }

    /// Tells the delegate of the beginning and begins, unless everybody has cancelled already.
    func begin(_ task: SessionDataTask, url: URL, request: URLRequest) {
        task.announce {
            guard let downloader else { return }
            downloader.delegate?.imageDownloader(
                downloader, willDownloadImageForURL: url, with: request)
        } finish: { error in
            tellFinish(of: task, response: nil, error: error)
        }
        task.resume()
    }

    func cancel(url: URL) {
        for task in table.withLock({ $0.findAll(url) }) {
            task.forceCancel()
        }
    }

    func cancelAll() {
        for task in table.withLock({ $0.all }) {
            task.forceCancel()
        }
    }

    /// Ends everything with the error of a cancelled transfer and takes nothing new.
    func shutDown() {
        let tasks = table.withLock { $0.close() }
        for task in tasks {
            let error = TransferError.make(.cancelled, url: task.originalURL)
            task.end { _ in .responseError(reason: .URLSessionError(error: error)) }
        }
        delegate.disconnect(transport.session)
        transport.invalidateAndCancel()
    }

    /// Removes a finished download.
    func forget(_ task: SessionDataTask) {
        table.withLock { $0.remove(task) }
    }

    /// Tells the delegate that a transfer is over.
    func tellFinish(of task: SessionDataTask, response: URLResponse?, error: KingfisherError?) {
        guard let downloader, let url = task.originalURL else { return }
        downloader.delegate?.imageDownloader(
            downloader, didFinishDownloadingImageForURL: url, with: response, error: error)
    }

    func find(_ task: URLSessionTask) -> SessionDataTask? {
        table.withLock { $0.find(task) }
    }
}
