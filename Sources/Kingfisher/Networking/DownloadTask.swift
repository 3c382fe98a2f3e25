import Locking

/// A caller's handle on a load: one caller's share of a download, or the work of a data provider.
///
/// Several handles may share one ``SessionDataTask``; each cancels its own share only.
public final class DownloadTask: Sendable {
    private let state: Locked<State>

    private struct State {
        var share: Share?
        var linked: DownloadTask?
        var providerTask: Task<Void, Never>?
        var isCancelled = false
        var onCancel: (@Sendable () -> Void)?
    }

    private struct Share {
        let sessionTask: SessionDataTask
        let token: SessionDataTask.CancelToken
    }

    /// Creates a handle whose load is not known yet.
    ///
    /// Give it one with ``linkToTask(_:)`` or ``attach(_:token:)``. A cancellation that comes before
    /// is kept and applied then.
    init() {
        state = Locked(State())
    }

    init(sessionTask: SessionDataTask, cancelToken: SessionDataTask.CancelToken) {
        state = Locked(State(share: Share(sessionTask: sessionTask, token: cancelToken)))
    }

    /// Creates a handle on the work of a data provider.
    init(providerTask: Task<Void, Never>) {
        state = Locked(State(providerTask: providerTask))
    }

    /// The download that this handle has a share of; nil for a provider, and until it is known.
    public var sessionTask: SessionDataTask? {
        let (share, linked) = state.withLock { ($0.share, $0.linked) }
        return share?.sessionTask ?? linked?.sessionTask
    }

    /// Tells this handle's share of the download from the others.
    public var cancelToken: SessionDataTask.CancelToken? {
        let (share, linked) = state.withLock { ($0.share, $0.linked) }
        return share?.token ?? linked?.cancelToken
    }

    /// Whether the load behind the handle is known.
    ///
    /// False after a request could not be made, and while an asynchronous request modifier or an
    /// asynchronous look into the cache still runs.
    public var isInitialized: Bool {
        let (isKnown, linked) = state.withLock {
            ($0.share != nil || $0.providerTask != nil, $0.linked)
        }
        return isKnown || linked?.isInitialized == true
    }

    /// Whether ``cancel()`` was called on this handle.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Gives up this handle's share of the load.
    ///
    /// The caller's completion handler receives `requestError(.taskCancelled)`, or for a provider
    /// `requestError(.dataProviderCancelled)`. The transfer stops when nobody else waits for it.
    /// Before the load is known the wish is kept. A load of the manager that waits for its next try,
    /// or is at it, ends as well. After completion nothing happens.
    public func cancel() {
        let state = state.withLock { state in
            state.isCancelled = true
            defer { state.onCancel = nil }
            return state
        }
        defer { state.onCancel?() }
        if let providerTask = state.providerTask {
            providerTask.cancel()
        } else if let share = state.share {
            share.sessionTask.cancel(token: share.token)
        } else {
            state.linked?.cancel()
        }
    }

    /// Runs a block once when the handle is cancelled, or now if it was.
    ///
    /// For a load that outlives its downloads. The last block counts.
    func whenCancelled(_ block: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.onCancel = block }
            return state.isCancelled
        }
        if isCancelled { block() }
    }

    /// Makes this handle stand for another one, which is cancelled at once if this one was.
    func linkToTask(_ task: DownloadTask) {
        let isCancelled = state.withLock { state in
            state.linked = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// Gives the handle its share of a download.
    ///
    /// - Returns: Whether the handle was cancelled before. The caller then has to cancel the share, when
    ///   all who have to know the handle do.
    func attach(_ sessionTask: SessionDataTask, token: SessionDataTask.CancelToken) -> Bool {
        state.withLock { state in
            state.share = Share(sessionTask: sessionTask, token: token)
            return state.isCancelled
        }
    }
}

extension DownloadTask {
    /// What a load runs as.
    enum WrappedTask {
        /// A download, whose handle exists.
        case download(DownloadTask)
        /// A data provider; nil when nothing was started.
        case dataProviding(DownloadTask?)

        /// The handle.
        var value: DownloadTask? {
            switch self {
            case .download(let task): task
            case .dataProviding(let task): task
            }
        }

        /// Cancels the load.
        func cancel() { value?.cancel() }
    }
}
