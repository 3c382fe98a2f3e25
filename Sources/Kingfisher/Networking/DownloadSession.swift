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
    private let limiter = Locked(DownloadLimiter())
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
            limiter.withLock { $0.raise(url, to: callback.options.downloadPriority) }
            return (joined.task, joined.token, false)
        }
        // Made outside the lock, so another caller may come first; then this one joins.
        let candidate = makeTask(request, url: url, condition: callback.options.condition)
        candidate.task.priority = callback.options.downloadPriority
        let joined = table.withLock { table -> (SessionDataTask, SessionDataTask.CancelToken)? in
            if let joined = table.join(url, callback) { return joined }
            guard let token = candidate.addCallback(callback) else { return nil }
            return table.insert(candidate, for: url) ? (candidate, token) : nil
        }
        if joined?.0 !== candidate { discard(candidate, url: url) }
        return joined.map { ($0.0, $0.1, $0.0 === candidate) }
    }

    private func makeTask(
        _ request: URLRequest, url: URL, condition: RequestCondition?
    ) -> SessionDataTask {
        guard
            // The rest of one body and the question whether there is another do not go together.
            condition == nil, let partial = downloader?.takePartialBody(of: url)
        else {
            return SessionDataTask(
                task: transport.makeTask(with: request), owner: self, resumption: nil,
                condition: condition)
        }
        guard let continuing = partial.continuing(request) else {
            downloader?.keep(partial, of: url)
            return SessionDataTask(
                task: transport.makeTask(with: request), owner: self, resumption: nil)
        }
        return SessionDataTask(
            task: transport.makeTask(with: continuing), owner: self,
            resumption: .init(partial: partial, request: request))
    }

    /// Asks for a whole body after the server has not continued a part of it as it was asked to.
    func startOver(_ download: SessionDataTask, _ request: URLRequest) {
        let transfer = transport.makeTask(with: request)
        transfer.priority = download.task.priority
        guard let old = download.startOver(with: transfer) else { return }
        // False when it was cancelled meanwhile, and is forgotten.
        if table.withLock({ $0.exchange(old, for: download) }) { transfer.resume() }
    }

    private func discard(_ candidate: SessionDataTask, url: URL) {
        transport.cancel(candidate.task)
        if let partial = candidate.resumption?.partial { downloader?.keep(partial, of: url) }
    }

    /// Begins a transfer as soon as the downloader's limit allows it.
    func begin(_ task: SessionDataTask, url: URL, request: URLRequest) {
        let start = DownloadLimiter.Start(task: task, url: url, request: request)
        let limit = limit
        if limiter.withLock({ $0.admit(start, limit: limit) }) { begin(start) }
    }

    /// Begins what the downloader's limit allows by now.
    func beginWaiting() {
        let limit = limit
        for start in limiter.withLock({ $0.next(limit: limit) }) {
            begin(start)
        }
    }

    private var limit: Int { downloader?.maxConcurrentDownloads ?? .max }

    /// Tells the delegate of the beginning and begins, unless everybody has cancelled already.
    private func begin(_ start: DownloadLimiter.Start) {
        let (task, url, request) = (start.task, start.url, start.request)
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
        for task in waitingFirst(table.withLock({ $0.all })) {
            task.forceCancel()
        }
    }

    /// Puts those that have not begun in front, so that ending the others does not begin them.
    private func waitingFirst(_ tasks: [SessionDataTask]) -> [SessionDataTask] {
        tasks.filter { !$0.started } + tasks.filter(\.started)
    }

    /// Ends everything with the error of a cancelled transfer and takes nothing new.
    func shutDown() {
        let tasks = waitingFirst(table.withLock { $0.close() })
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
        transferEnded(task)
    }

    /// Lets another transfer begin in the place of one that is over.
    func transferEnded(_ task: SessionDataTask) {
        limiter.withLock { $0.finish(task) }
        beginWaiting()
    }

    /// Keeps what there is of a body that can be continued later.
    func keepPartialBody(of task: SessionDataTask) {
        guard let downloader, let url = task.originalURL, let partial = task.unfinishedBody else {
            return
        }
        downloader.keep(partial, of: url)
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
