public import Foundation

/// Tries a failed download again after a delay, a number of times.
///
/// Errors of a response are retried: failed transfers and refused statuses. Anything else, such as a
/// cancellation or an image that cannot be decoded, stops. ``BackoffRetryStrategy`` looks closer.
public struct DelayRetryStrategy: RetryStrategy {
    /// How long to wait before a retry.
    public enum Interval: Sendable {
        /// The same number of seconds each time.
        case seconds(TimeInterval)
        /// So many seconds more each time: once, twice, three times the number.
        case accumulated(TimeInterval)
        /// What a closure says, in seconds. It receives the number of retries so far.
        case custom(block: @Sendable (_ retriedCount: Int) -> TimeInterval)

        func timeInterval(for retriedCount: Int) -> TimeInterval {
            switch self {
            case .seconds(let seconds): seconds
            case .accumulated(let seconds): seconds * (TimeInterval(retriedCount) + 1)
            case .custom(let block): block(retriedCount)
            }
        }
    }

    /// How often to try again; 0 or less never does.
    public let maxRetryCount: Int
    /// How long to wait before each retry.
    public let retryInterval: Interval

    /// Creates a strategy.
    ///
    /// - Parameters:
    ///   - maxRetryCount: How often to try again after the first failure.
    ///   - retryInterval: How long to wait before each retry. Default 3 seconds.
    public init(maxRetryCount: Int, retryInterval: Interval = .seconds(3)) {
        self.maxRetryCount = maxRetryCount
        self.retryInterval = retryInterval
    }

    /// Answers at once without a delay, else on the main queue after it.
    ///
    /// - Parameters:
    ///   - context: The failure and the tries before it.
    ///   - retryHandler: Takes the decision.
    public func retry(
        context: RetryContext, retryHandler: @escaping @Sendable (RetryDecision) -> Void
    ) {
        guard context.retriedCount < maxRetryCount, context.error.isOfResponse else {
            retryHandler(.stop)
            return
        }
        let interval = retryInterval.timeInterval(for: context.retriedCount)
        RetryDelay.wait(interval, for: context) { retryHandler(.retry(userInfo: nil)) }
    }
}

extension KingfisherError {
    /// Whether the server or the connection failed, rather than the request or the processing.
    var isOfResponse: Bool {
        if case .responseError = self { return true }
        return false
    }
}
