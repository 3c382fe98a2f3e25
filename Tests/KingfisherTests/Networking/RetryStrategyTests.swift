import Foundation
import Locking
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private let exampleURL = URL(fileURLWithPath: "/retry")

private func failure(
    _ error: KingfisherError = .transfer(.timedOut), retried: Int = 0
) -> RetryContext {
    let context = RetryContext(source: .network(exampleURL), error: error)
    context.retriedCount = retried
    return context
}

extension KingfisherError {
    fileprivate static func transfer(_ code: URLError.Code) -> KingfisherError {
        .responseError(reason: .URLSessionError(error: URLError(code)))
    }

    fileprivate static func status(
        _ status: Int, _ headers: [String: String] = [:]
    ) throws -> KingfisherError {
        let response = try #require(
            HTTPURLResponse(
                url: exampleURL, statusCode: status, httpVersion: nil, headerFields: headers))
        return .responseError(reason: .invalidHTTPStatusCode(response: response))
    }

    fileprivate static var cancelled: KingfisherError {
        .requestError(reason: .taskCancelled(task: .standalone(), token: 0))
    }
}

extension RetryStrategy {
    /// Whether the strategy says to try again.
    fileprivate func retries(_ context: RetryContext) async -> Bool {
        await withCheckedContinuation { continuation in
            retry(context: context) { continuation.resume(returning: $0.isRetry) }
        }
    }
}

extension RetryDecision {
    fileprivate var isRetry: Bool {
        if case .retry = self { return true }
        return false
    }
}

@Suite("Retry strategies", .timeLimit(.minutes(1)))
struct RetryStrategyTests {
    @Test("17.1.1, 17.1.2: a context counts from 0 and starts without user info")
    func freshContext() {
        let context = RetryContext(
            source: .network(exampleURL), error: .transfer(.timedOut))
        #expect(context.retriedCount == 0 && context.userInfo == nil)
        #expect(context.increaseRetryCount() === context)
        #expect(context.retriedCount == 1)
    }

    @Test("17.2.1: intervals")
    func intervals() {
        typealias Interval = DelayRetryStrategy.Interval
        #expect((0..<4).map(Interval.seconds(3).timeInterval) == [3, 3, 3, 3])
        #expect((0..<4).map(Interval.accumulated(3).timeInterval) == [3, 6, 9, 12])
        #expect((0..<4).map(Interval.custom { Double($0) * 2 }.timeInterval) == [0, 2, 4, 6])
        #expect(Interval.accumulated(1).timeInterval(for: .max).isFinite)
    }

    @Test("17.2.2, 17.2.3: the delay strategy stops at its count, cancellations and other errors")
    func delayDecisions() async throws {
        let strategy = DelayRetryStrategy(maxRetryCount: 2, retryInterval: .seconds(0))
        #expect(await strategy.retries(failure(retried: 0)))
        #expect(await strategy.retries(failure(retried: 1)))
        #expect(await !strategy.retries(failure(retried: 2)))
        #expect(await !strategy.retries(failure(.cancelled)))
        #expect(
            await !strategy.retries(failure(.cacheError(reason: .imageNotExisting(key: "a")))))
        #expect(try await strategy.retries(failure(.status(404))))
        #expect(
            await !DelayRetryStrategy(maxRetryCount: -1).retries(failure()))
    }

    @Test("17.2.4: without an interval the answer is synchronous, else on the main queue")
    func delayThread() async {
        let now = Locked(false)
        DelayRetryStrategy(maxRetryCount: 1, retryInterval: .seconds(0))
            .retry(context: failure()) { _ in now.withLock { $0 = true } }
        #expect(now.withLock { $0 })
        let isMain = Recorder<Bool>()
        DelayRetryStrategy(maxRetryCount: 1, retryInterval: .seconds(0.01))
            .retry(context: failure()) { _ in isMain.record(Thread.isMainThread) }
        #expect(await isMain.wait() == [true])
    }

    @Test("waits double up to the maximum, and chance shortens them")
    func backoffIntervals() {
        func strategy(random: Double) -> BackoffRetryStrategy {
            BackoffRetryStrategy(
                maxRetryCount: 10, initialInterval: 1, maximumInterval: 6, jitter: 0.5,
                random: { random }, now: { Date() })
        }
        let error = KingfisherError.transfer(.networkConnectionLost)
        let longest = (0..<5).map { strategy(random: 0).interval(after: error, retriedCount: $0) }
        #expect(longest == [1, 2, 4, 6, 6])
        #expect(strategy(random: 1).interval(after: error, retriedCount: 1) == 1)
        #expect(strategy(random: 0).interval(after: error, retriedCount: .max) == 6)
    }

    @Test("a wait that the server asks for is kept, in seconds and as a date, up to the maximum")
    func retryAfter() throws {
        let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT
        let strategy = BackoffRetryStrategy(
            maxRetryCount: 3, initialInterval: 1, maximumInterval: 60, jitter: 0, random: { 0 },
            now: { now })
        func interval(_ value: String) throws -> TimeInterval? {
            strategy.interval(
                after: try .status(503, ["Retry-After": value]), retriedCount: 0)
        }
        #expect(try interval("20") == 20)
        #expect(try interval("0") == 1)
        #expect(try interval("Sun, 06 Nov 1994 08:49:47 GMT") == 10)
        #expect(try interval("Sun, 06 Nov 1994 08:00:00 GMT") == 1)
        #expect(try interval("61") == nil)
        #expect(try interval("-5") == 1)
        #expect(try interval("soon") == 1)
    }

    @Test("only failures that may pass are retried with back-off")
    func backoffFilters() async throws {
        let strategy = BackoffRetryStrategy(maxRetryCount: 1, initialInterval: 0)
        for status in [408, 429, 500, 502, 503, 504] {
            #expect(try await strategy.retries(failure(.status(status))))
        }
        for status in [400, 401, 403, 404, 410, 501] {
            #expect(try await !strategy.retries(failure(.status(status))))
        }
        #expect(await strategy.retries(failure(.transfer(.cannotConnectToHost))))
        #expect(await !strategy.retries(failure(.transfer(.unsupportedURL))))
        #expect(await !strategy.retries(failure(.transfer(.dataLengthExceedsMaximum))))
        #expect(await !strategy.retries(failure(.cancelled)))
        #expect(await !strategy.retries(failure(retried: 1)))
    }

}

/// A source of connectivity that a test switches.
private final class Switch: ConnectivitySource {
    private let state = Locked((isConnected: false, onChange: (@Sendable () -> Void)?.none))

    var isConnected: Bool { state.withLock { $0.isConnected } }

    func start(_ onChange: @escaping @Sendable () -> Void) {
        state.withLock { $0.onChange = onChange }
    }

    func set(_ isConnected: Bool) {
        let onChange = state.withLock { state in
            state.isConnected = isConnected
            return state.onChange
        }
        onChange?()
    }
}

@Suite("Network retry and monitor", .timeLimit(.minutes(1)))
struct NetworkRetryTests {
    private let source = Switch()

    @Test("17.3.2: while connected a failed response is retried at once")
    func connected() {
        source.set(true)
        let strategy = NetworkRetryStrategy(
            timeoutInterval: nil, networkMonitor: NetworkMonitor(source: source))
        let decisions = Recorder<Bool>()
        strategy.retry(context: failure()) { decisions.record($0.isRetry) }
        strategy.retry(context: failure(.cancelled)) { decisions.record($0.isRetry) }
        strategy.retry(context: failure(.requestError(reason: .emptyRequest))) {
            decisions.record($0.isRetry)
        }
        #expect(decisions.values == [true, false, false])
    }

    @Test("17.3.5, W15: a failure that stays while connected is not retried for ever")
    func bounded() {
        source.set(true)
        let strategy = NetworkRetryStrategy(
            timeoutInterval: nil, networkMonitor: NetworkMonitor(source: source))
        let context = failure()
        let retries = Locked(0)
        let stopped = Locked(false)
        while !stopped.withLock({ $0 }), retries.withLock({ $0 }) < 1000 {
            strategy.retry(context: context) { decision in
                if decision.isRetry {
                    retries.withLock { $0 += 1 }
                } else {
                    stopped.withLock { $0 = true }
                }
            }
            context.increaseRetryCount()
        }
        #expect(retries.withLock { $0 } == 10)
    }

    @Test("17.3.3: reconnection retries, with the observer as user info")
    func reconnection() async {
        let strategy = NetworkRetryStrategy(
            timeoutInterval: 30, networkMonitor: NetworkMonitor(source: source))
        let context = failure()
        let hasInfo = Recorder<Bool>()
        strategy.retry(context: context) { decision in
            if case .retry(let userInfo) = decision {
                hasInfo.record(userInfo is any NetworkObserver)
            }
        }
        #expect(context.userInfo is any NetworkObserver)
        source.set(true)
        #expect(await hasInfo.wait() == [true])
    }

    @Test("17.3.3: the end of the time stops")
    func timeout() async {
        let strategy = NetworkRetryStrategy(
            timeoutInterval: 0.01, networkMonitor: NetworkMonitor(source: source))
        let decisions = Recorder<Bool>()
        strategy.retry(context: failure()) { decisions.record($0.isRetry) }
        #expect(await decisions.wait() == [false])
    }

    @Test("17.3.4: a second question about one load leaves only the second waiting")
    func secondQuestion() async {
        let strategy = NetworkRetryStrategy(
            timeoutInterval: nil, networkMonitor: NetworkMonitor(source: source))
        let context = failure()
        let answered = Recorder<Int>()
        strategy.retry(context: context) { _ in answered.record(1) }
        strategy.retry(context: context) { _ in answered.record(2) }
        source.set(true)
        #expect(await answered.wait() == [2])
        await MainActor.run {}
        #expect(answered.values == [2])
    }

    @Test("18.3: two notifications give one callback, on the main thread")
    func oneShot() async {
        let isMain = Recorder<Bool>()
        let observer = NetworkObserverImpl(
            timeoutInterval: nil, callback: { _ in isMain.record(Thread.isMainThread) },
            monitor: NetworkMonitor(source: source))
        observer.notify(isConnected: true)
        observer.notify(isConnected: false)
        await isMain.wait()
        await MainActor.run {}
        #expect(isMain.values == [true])
    }

    @Test("18.3: after cancel the callback never runs, not even when a notification was first")
    @MainActor func cancelled() async {
        let calls = Locked(0)
        let monitor = NetworkMonitor(source: source)
        let early = NetworkObserverImpl(
            timeoutInterval: 0.01, callback: { _ in calls.withLock { $0 += 1 } }, monitor: monitor)
        early.cancel()
        early.notify(isConnected: true)
        let late = NetworkObserverImpl(
            timeoutInterval: nil, callback: { _ in calls.withLock { $0 += 1 } }, monitor: monitor)
        // On the main thread, so the callback cannot have run in between.
        late.notify(isConnected: true)
        late.cancel()
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
        #expect(calls.withLock { $0 } == 0)
    }

    @Test("W19: a network that came back before the observer was there is noticed")
    func noticedLate() async {
        source.set(true)
        let monitor = NetworkMonitor(source: source)
        let answers = Recorder<Bool>()
        _ = monitor.observeConnectivity(timeoutInterval: nil) { answers.record($0) }
        #expect(await answers.wait() == [true])
    }

    @Test("18.2: many observers are all told, and forgotten")
    func manyObservers() async {
        let monitor = NetworkMonitor(source: source)
        let answers = Recorder<Bool>()
        for _ in 0..<100 {
            _ = monitor.observeConnectivity(timeoutInterval: 30) { answers.record($0) }
        }
        source.set(true)
        source.set(true)
        await answers.wait(100)
        await MainActor.run {}
        #expect(answers.values.count == 100)
    }

    @Test("18.1: the system's own source answers and can be watched")
    func systemSource() {
        let monitor = NetworkMonitor(source: SystemConnectivity())
        #expect(monitor.isConnected == SystemConnectivity().isConnected)
    }
}
