public import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension ImageDownloader {
    /// Cancels everyone who waits for the download of a URL.
    ///
    /// - Parameter url: The URL of the request after its modifier ran. While an asynchronous modifier
    ///   still runs, the URL it was given counts.
    public func cancel(url: URL) {
        pending.cancel(url: url)
        currentSession?.cancel(url: url)
    }

    /// Cancels all downloads of this downloader.
    public func cancelAll() {
        pending.cancelAll()
        currentSession?.cancelAll()
    }

    /// Makes the request, lets the modifier change it, and starts or joins a download.
    func startDownload(
        _ url: URL, options: KingfisherParsedOptionsInfo,
        completionHandler: (@Sendable (Result<ImageLoadingResult, KingfisherError>) -> Void)?
    ) -> DownloadTask {
        let handle = DownloadTask()
        let callback = SessionDataTask.TaskCallback(
            onCompleted: completionHandler.map(CallbackTarget.delegate), options: options,
            gate: StartGate())
        let request = makeRequest(url, options: options)
        switch options.requestModifier {
        case nil:
            start(request, handle, callback)
        case let modifier as any ImageDownloadRequestModifier:
            start(modifier.modified(for: request), handle, callback)
        case .some(let modifier):
            startLater(request, modifier, handle, callback)
        }
        return handle
    }

    private func makeRequest(_ url: URL, options: KingfisherParsedOptionsInfo) -> URLRequest {
        let settings = settings
        var request = URLRequest(
            url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: settings.timeout)
        request.setPipelining(settings.usesPipelining)
        if options.lowDataModeSource != nil { LowDataMode.refuseConstrainedNetworks(&request) }
        options.condition?.apply(to: &request)
        return request
    }

    /// Waits for an asynchronous modifier, then starts.
    private func startLater(
        _ request: URLRequest, _ modifier: any AsyncImageDownloadRequestModifier,
        _ handle: DownloadTask, _ callback: SessionDataTask.TaskCallback
    ) {
        let number = pending.add(handle, url: request.url)
        Task {
            let modified = await modifier.modified(for: request)
            start(modified, handle, callback)
            // Not before it can be found among the session's, or a cancellation would miss both.
            pending.remove(number)
        }
    }

    private func start(
        _ request: URLRequest?, _ handle: DownloadTask, _ callback: SessionDataTask.TaskCallback
    ) {
        guard let request else {
            callback.complete(.failure(.requestError(reason: .emptyRequest)))
            return
        }
        guard let url = request.url, !url.absoluteString.isEmpty else {
            callback.complete(.failure(.requestError(reason: .invalidURL(request: request))))
            return
        }
        WorkPool.images.raise(url, to: callback.options.downloadPriority)
        while true {
            let session = session
            // Nil when the session was replaced in between; the next one is asked then.
            guard let (task, token, isNew) = session.subscribe(callback, to: request, url: url)
            else { continue }
            let isCancelled = handle.attach(task, token: token)
            announce(handle, to: callback)
            if isCancelled { task.cancel(token: token) }
            callback.gate?.open()
            if isNew { session.begin(task, url: url, request: request) }
            return
        }
    }
}

extension ImageDownloader {
    /// Tells those who want to know of a caller's handle, before any outcome can reach the caller.
    private func announce(_ handle: DownloadTask, to callback: SessionDataTask.TaskCallback) {
        callback.options.onDownloadTaskStarted?(handle)
        guard let tell = callback.options.requestModifier?.onDownloadTaskStarted else { return }
        guard let gate = callback.gate else { return tell(handle) }
        gate.announce { tell(handle) }
    }
}

/// What completion handlers hang on to in delegates that hold their target weakly.
private final class CallbackTarget: Sendable {
    static let shared = CallbackTarget()

    /// A delegate that calls a handler for as long as the delegate lives, whoever else is gone.
    static func delegate(
        _ handler: @escaping @Sendable (Result<ImageLoadingResult, KingfisherError>) -> Void
    ) -> Delegate<Result<ImageLoadingResult, KingfisherError>, Void> {
        let delegate = Delegate<Result<ImageLoadingResult, KingfisherError>, Void>()
        delegate.delegate(on: shared) { _, result in handler(result) }
        return delegate
    }
}

extension KingfisherParsedOptionsInfo {
    /// Parses options and adds a progress block to what hears of received bytes.
    init(_ options: KingfisherOptionsInfo?, progressBlock: DownloadProgressBlock?) {
        self.init(options)
        if let progressBlock {
            add(ImageLoadingProgressSideEffect(progressBlock))
        }
    }
}

/// The wish for pipelining, which Foundation has marked as deprecated and upstream's interface keeps.
private protocol PipeliningRequest {
    var httpShouldUsePipelining: Bool { get set }
}

extension URLRequest: PipeliningRequest {
    fileprivate mutating func setPipelining(_ isWanted: Bool) {
        func set(_ request: inout some PipeliningRequest) {
            request.httpShouldUsePipelining = isWanted
        }
        set(&self)
    }
}
