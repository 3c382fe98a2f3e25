public import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tries a failed download again after waits that double, spread by chance, and never sooner than
/// the server asked for with `Retry-After`.
///
/// Only failures that may pass are retried: lost or refused connections, timeouts, and the statuses
/// 408, 425, 429, 500, 502, 503 and 504. A 404 stops at once.
public struct BackoffRetryStrategy: RetryStrategy {
    /// How often to try again; 0 or less never does.
    public let maxRetryCount: Int
    /// Seconds before the first retry, before chance is applied.
    public let initialInterval: TimeInterval
    /// The longest wait in seconds.
    ///
    /// A server that asks for a longer one ends the load.
    public let maximumInterval: TimeInterval
    /// The part of a wait that is left to chance, 0…1; it keeps many clients from coming back at
    /// the same moment.
    public let jitter: Double

    private let random: @Sendable () -> Double
    private let now: @Sendable () -> Date

    /// Creates a strategy.
    ///
    /// - Parameters:
    ///   - maxRetryCount: How often to try again after the first failure. Default 3.
    ///   - initialInterval: Seconds before the first retry; each later wait is twice as long.
    ///     Default 0.5.
    ///   - maximumInterval: The longest wait in seconds. Default 60.
    ///   - jitter: The part of a wait that is left to chance, 0…1. Default 0.5: between half the wait
    ///     and all of it.
    public init(
        maxRetryCount: Int = 3, initialInterval: TimeInterval = 0.5,
        maximumInterval: TimeInterval = 60, jitter: Double = 0.5
    ) {
        self.init(
            maxRetryCount: maxRetryCount, initialInterval: initialInterval,
            maximumInterval: maximumInterval, jitter: jitter,
            random: { .random(in: 0..<1) }, now: { Date() })
    }

    init(
        maxRetryCount: Int, initialInterval: TimeInterval, maximumInterval: TimeInterval,
        jitter: Double, random: @escaping @Sendable () -> Double,
        now: @escaping @Sendable () -> Date
    ) {
        self.maxRetryCount = maxRetryCount
        self.initialInterval = max(0, initialInterval)
        self.maximumInterval = max(0, maximumInterval)
        self.jitter = min(max(jitter, 0), 1)
        self.random = random
        self.now = now
    }

    /// Answers at once to stop, else on the main queue after the wait.
    ///
    /// - Parameters:
    ///   - context: The failure and the tries before it.
    ///   - retryHandler: Takes the decision.
    public func retry(
        context: RetryContext, retryHandler: @escaping @Sendable (RetryDecision) -> Void
    ) {
        guard
            context.retriedCount < maxRetryCount,
            let wait = interval(after: context.error, retriedCount: context.retriedCount)
        else {
            retryHandler(.stop)
            return
        }
        RetryDelay.wait(wait, for: context) { retryHandler(.retry(userInfo: nil)) }
    }

    /// Seconds to wait after a failure; nil when waiting does not help.
    func interval(after error: KingfisherError, retriedCount: Int) -> TimeInterval? {
        guard error.mayPass else { return nil }
        let doubled = initialInterval * pow(2, TimeInterval(max(0, retriedCount)))
        let capped = min(doubled, maximumInterval)
        let spread = capped * (1 - jitter * random())
        guard let asked = error.retryAfter(now: now()) else { return spread }
        return asked <= maximumInterval ? max(spread, asked) : nil
    }
}

extension KingfisherError {
    private static let passingStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]
    private static let passingCodes: Set<URLError.Code> = [
        .timedOut, .cannotFindHost, .cannotConnectToHost, .networkConnectionLost,
        .dnsLookupFailed, .notConnectedToInternet, .badServerResponse, .secureConnectionFailed,
        .unknown,
    ]

    /// Whether the same request may succeed later.
    var mayPass: Bool {
        guard case .responseError(let reason) = self else { return false }
        switch reason {
        case .URLSessionError(let error):
            return (error as? URLError).map { Self.passingCodes.contains($0.code) } ?? false
        case .invalidHTTPStatusCode(let response):
            return Self.passingStatuses.contains(response.statusCode)
        default:
            return false
        }
    }

    /// Seconds that the server asked to wait (RFC 9110, section 10.2.3).
    func retryAfter(now: Date) -> TimeInterval? {
        guard
            case .responseError(reason: .invalidHTTPStatusCode(let response)) = self,
            let value = response.value(forHTTPHeaderField: "Retry-After")?
                .trimmingCharacters(in: .whitespaces)
        else { return nil }
        if let seconds = TimeInterval(value) { return seconds >= 0 ? seconds : nil }
        return HTTPDate.parse(value, now: now).map { max(0, $0.timeIntervalSince(now)) }
    }
}
