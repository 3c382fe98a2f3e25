import Locking

// Unchecked: everything that changes stands behind a lock.
/// What happened to a load so far, handed to a ``RetryStrategy``.
public class RetryContext: @unchecked Sendable {
    private struct State {
        var retriedCount = 0
        // Any: the value belongs to the strategy, which alone reads and writes it.
        var userInfo: Any?
        var error: KingfisherError
        var isCancelled = false
        var onCancel: (@Sendable () -> Void)?
    }

    /// The source being loaded.
    public let source: Source

    private let state: Locked<State>

    init(source: Source, error: KingfisherError) {
        self.source = source
        state = Locked(State(error: error))
    }

    /// The most recent failure.
    public internal(set) var error: KingfisherError {
        get { state.withLock { $0.error } }
        set { state.withLock { $0.error = newValue } }
    }

    /// How often the load was tried again; 0 at the first decision.
    public var retriedCount: Int {
        get { state.withLock { $0.retriedCount } }
        set { state.withLock { $0.retriedCount = newValue } }
    }

    /// What the strategy gave with its last decision; nil at the first.
    public internal(set) var userInfo: Any? {
        get { state.withLock { $0.userInfo } }
        set { state.withLock { $0.userInfo = newValue } }
    }

    /// Runs a block once if the load is given up while the strategy waits; the last block counts.
    func whenCancelled(_ block: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if !state.isCancelled { state.onCancel = block }
            return state.isCancelled
        }
        if isCancelled { block() }
    }

    /// Has the strategy stop waiting, whose answer does not count any more.
    func cancel() {
        let onCancel = state.withLock { state in
            state.isCancelled = true
            defer { state.onCancel = nil }
            return state.onCancel
        }
        onCancel?()
    }

    @discardableResult
    func increaseRetryCount() -> RetryContext {
        state.withLock { $0.retriedCount += 1 }
        return self
    }
}

/// What to do about a failed load.
public enum RetryDecision {
    /// Try again. The value is found in ``RetryContext/userInfo`` at the next decision.
    case retry(userInfo: Any?)
    /// Give up; the failure is delivered.
    case stop
}

/// Decides whether a failed load is tried again, and when.
public protocol RetryStrategy: Sendable {
    /// Answers a failure.
    ///
    /// - Parameters:
    ///   - context: The failure and the tries before it.
    ///   - retryHandler: Takes the decision. May be called on any thread and at any later time;
    ///     only the first call counts.
    func retry(
        context: RetryContext, retryHandler: @escaping @Sendable (RetryDecision) -> Void)
}
