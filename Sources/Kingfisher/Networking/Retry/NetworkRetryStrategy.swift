public import Foundation

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

    /// Answers at once while connected, else on the main queue when the network is back or the time
    /// is over.
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
        let observer = networkMonitor.observeConnectivity(timeoutInterval: timeoutInterval) {
            isConnected in
            retryHandler(isConnected ? .retry(userInfo: context.userInfo) : .stop)
        }
        context.userInfo = observer
        context.whenCancelled { observer.cancel() }
    }
}
