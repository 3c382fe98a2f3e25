public import Foundation
import Locking

/// Tries a failed download again once the network is there, and waits for it while it is not.
///
/// While connected, a failed transfer or a refused status is retried at once, at most ten times.
public struct NetworkRetryStrategy: RetryStrategy {
    /// Retries of one load after which connectivity cannot be the reason any more.
    private static let limit = 10

    private let timeoutInterval: TimeInterval?
    private let networkMonitor: any NetworkMonitoring

    /// Creates a strategy.
    ///
    /// - Parameter timeoutInterval: Seconds to wait for the network. Nil waits without limit. Default
    ///   30.
    public init(timeoutInterval: TimeInterval? = 30) {
        self.init(timeoutInterval: timeoutInterval, networkMonitor: NetworkMonitor.default)
    }

    init(timeoutInterval: TimeInterval?, networkMonitor: any NetworkMonitoring) {
        self.timeoutInterval = timeoutInterval
        self.networkMonitor = networkMonitor
    }

    /// Answers at once while connected, else when the network is back or the time is over: on the
    /// main queue, or before this returns when that is so already.
    ///
    /// - Parameters:
    ///   - context: The failure and the tries before it.
    ///   - retryHandler: Takes the decision.
    public func retry(
        context: RetryContext, retryHandler: @escaping @Sendable (RetryDecision) -> Void
    ) {
        // An earlier question about the same load is void.
        (context.userInfo as? any NetworkObserver)?.cancel()
        guard context.error.isOfResponse, context.retriedCount < Self.limit else {
            retryHandler(.stop)
            return
        }
        guard !networkMonitor.isConnected else {
            retryHandler(.retry(userInfo: nil))
            return
        }
        let wait = Wait(retryHandler)
        let observer = networkMonitor.observeConnectivity(timeoutInterval: timeoutInterval) {
            wait.end(isConnected: $0)
        }
        context.userInfo = observer
        context.whenCancelled { observer.cancel() }
        wait.begin(with: observer)
    }
}

/// Brings an observer and its answer together, which may come before the observer is known.
///
/// Lets go of both when it answers, and holds nothing of the load: the context that keeps the
/// observer must not be kept by it.
private final class Wait: Sendable {
    private struct State {
        var handler: (@Sendable (RetryDecision) -> Void)?
        var observer: (any NetworkObserver)?
        var isConnected: Bool?

        /// What is to be done once both are there.
        mutating func answer() -> (@Sendable () -> Void)? {
            guard let handler, let observer, let isConnected else { return nil }
            (self.handler, self.observer) = (nil, nil)
            return { handler(isConnected ? .retry(userInfo: observer) : .stop) }
        }
    }

    private let state: Locked<State>

    init(_ handler: @escaping @Sendable (RetryDecision) -> Void) {
        state = Locked(State(handler: handler))
    }

    func begin(with observer: any NetworkObserver) {
        let answer = state.withLock { state in
            state.observer = observer
            return state.answer()
        }
        answer?()
    }

    func end(isConnected: Bool) {
        let answer = state.withLock { state in
            state.isConnected = isConnected
            return state.answer()
        }
        answer?()
    }
}
