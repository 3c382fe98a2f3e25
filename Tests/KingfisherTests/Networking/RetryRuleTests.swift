import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers each failure as a closure says, and writes down what it was asked about.
private final class ScriptedStrategy: RetryStrategy {
    struct Question: Sendable {
        let context: ObjectIdentifier
        let count: Int
        let status: Int?
        let code: Int
    }

    let questions = Recorder<Question>()
    private let retries: @Sendable (RetryContext) -> Bool

    init(_ retries: @escaping @Sendable (RetryContext) -> Bool) { self.retries = retries }

    func retry(
        context: RetryContext, retryHandler: @escaping @Sendable (RetryDecision) -> Void
    ) {
        questions.record(
            Question(
                context: ObjectIdentifier(context), count: context.retriedCount,
                status: context.error.refusedStatus, code: context.error.errorCode))
        retryHandler(retries(context) ? .retry(userInfo: nil) : .stop)
    }
}

extension KingfisherError {
    fileprivate var refusedStatus: Int? {
        guard case .responseError(reason: .invalidHTTPStatusCode(let response)) = self else {
            return nil
        }
        return response.statusCode
    }
}

@Suite("Retries of the manager", .timeLimit(.minutes(1)))
struct RetryRuleTests {
    /// A server that answers each request with the next status, then with a picture.
    private func server(_ statuses: [Int]) throws -> LoopbackServer {
        let png = try TestPicture.png()
        let left = Locked(statuses)
        return try LoopbackServer { _ in
            let status = left.withLock { $0.isEmpty ? 200 : $0.removeFirst() }
            return status == 200 ? .data(png) : .status(status)
        }
    }

    @Test("17.1.3, W16: one context lives for the whole load and holds the latest failure")
    func oneContext() async throws {
        let server = try server([500, 404])
        let fixture = try ManagerFixture()
        let strategy = ScriptedStrategy { _ in true }
        let result = await fixture.retrieve(server.url("/a"), [.retryStrategy(strategy)])
        #expect(try result.get().pixelWidth == 8)
        let questions = strategy.questions.values
        #expect(questions.map(\.status) == [500, 404] && questions.map(\.count) == [0, 1])
        #expect(Set(questions.map(\.context)).count == 1)
    }

    @Test("17.1.4: the strategy is asked about images that cannot be made, too")
    func processingFailure() async throws {
        let fixture = try ManagerFixture(routes: ["/a": .data(Data("no image".utf8))])
        let strategy = ScriptedStrategy { $0.retriedCount < 1 }
        let result = await fixture.retrieve(fixture.server.url("/a"), [.retryStrategy(strategy)])
        #expect(result.failure?.errorCode == 4001)
        #expect(strategy.questions.values.map(\.code) == [4001, 4001])
        #expect(fixture.server.requestCount == 2)
    }

    @Test("17.2.5: the delay strategy tries refused statuses and refusals of the delegate again")
    func allResponseErrors() throws {
        let url = try #require(URL(string: "http://127.0.0.1/a"))
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 404, httpVersion: nil, headerFields: nil))
        let reasons: [KingfisherError.ResponseErrorReason] = [
            .invalidHTTPStatusCode(response: response), .cancelledByDelegate(response: response),
            .URLSessionError(error: URLError(.timedOut)),
            .dataModifyingFailed(task: .standalone()),
        ]
        for reason in reasons {
            let context = RetryContext(
                source: .network(url), error: .responseError(reason: reason))
            let isRetry = Locked<Bool?>(nil)
            DelayRetryStrategy(maxRetryCount: 1, retryInterval: .seconds(0))
                .retry(context: context) { decision in
                    if case .retry(nil) = decision {
                        isRetry.withLock { $0 = true }
                    }
                }
            #expect(isRetry.withLock { $0 } == true, "\(reason)")
        }
    }

    @Test("17.2.6: the builder's short form waits three seconds, and nil clears it")
    @MainActor func builder() throws {
        let builder = KF.url(URL(string: "http://127.0.0.1/a")).retry(maxCount: 2)
        let strategy = try #require(builder.options.retryStrategy as? DelayRetryStrategy)
        #expect(strategy.maxRetryCount == 2)
        #expect(strategy.retryInterval.timeInterval(for: 5) == 3)
        #expect(builder.retry(nil).options.retryStrategy == nil)
    }

    @Test("17.3.1: by default the network is waited for for thirty seconds")
    func defaultTimeout() {
        let children = Mirror(reflecting: NetworkRetryStrategy()).children
        let timeout = children.first { $0.label == "timeoutInterval" }?.value
        #expect(timeout as? TimeInterval == 30)
    }

    @Test("17.4.1, 17.4.3, W18: an alternative that failed is tried again, and the count goes on")
    func alternativeIsRetried() async throws {
        let other = try server([500])
        let fixture = try ManagerFixture(routes: [:])
        let strategy = ScriptedStrategy { $0.error.refusedStatus == 500 }
        let result = await fixture.retrieve(
            fixture.server.url("/missing"),
            [
                .retryStrategy(strategy),
                .alternativeSources([.network(other.url("/b"))]),
            ])
        #expect(try result.get().source == .network(other.url("/b")))
        #expect(strategy.questions.values.map(\.status) == [404, 500])
        #expect(strategy.questions.values.map(\.count) == [0, 1])
        #expect(fixture.server.requestCount == 1 && other.requestCount == 2)
    }

    @Test("17.4.2: each later try is announced once, and before its outcome")
    func announcements() async throws {
        let server = try server([500, 500])
        let fixture = try ManagerFixture()
        let events = Recorder<String>()
        fixture.manager.retrieveImage(
            with: server.url("/a"), options: [.retryStrategy(ScriptedStrategy { _ in true })],
            downloadTaskUpdated: { events.record($0 == nil ? "none" : "task") },
            completionHandler: { _ in events.record("done") })
        #expect(await events.wait(3) == ["task", "task", "done"])
    }

    @Test("18.4: an observer answers on the main thread, with false when the time is over")
    func observerTimeout() async {
        struct Never: ConnectivitySource {
            var isConnected: Bool { false }
            func start(_ onChange: @escaping @Sendable () -> Void) {}
        }
        let answers = Recorder<[Bool]>()
        let observer = NetworkMonitor(source: Never()).observeConnectivity(timeoutInterval: 0) {
            answers.record([$0, Thread.isMainThread])
        }
        #expect(await answers.wait() == [[false, true]])
        observer.cancel()
        await MainActor.run {}
        #expect(answers.values.count == 1)
    }
}
