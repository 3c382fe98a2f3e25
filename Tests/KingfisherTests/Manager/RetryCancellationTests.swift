import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

/// Cancelling while a load waits for its next try, or is at it.
@Suite("Cancelling between the tries of a load", .timeLimit(.minutes(1)))
struct RetryCancellationTests {
    private typealias Outcome = Result<RetrieveImageResult, KingfisherError>

    @Test("W17: cancelling during the delay ends the load at once, and once")
    func duringDelay() async throws {
        let fixture = try ManagerFixture()
        let strategy = WatchedStrategy(DelayRetryStrategy(maxRetryCount: 3, retryInterval: .hours))
        let outcomes = Recorder<Outcome>()
        let task = try #require(
            fixture.manager.retrieveImage(
                with: fixture.server.url("/missing"), options: [.retryStrategy(strategy)],
                completionHandler: outcomes.record))
        await strategy.asked.wait()
        #expect(outcomes.values.isEmpty)
        task.cancel()
        task.cancel()
        let failure = try #require(await outcomes.wait()[0].failure)
        guard case .requestError(reason: .taskCancelled(let session, _)) = failure else {
            Issue.record("Unexpected \(failure)")
            return
        }
        #expect(session === task.sessionTask)
        #expect(outcomes.values.count == 1 && fixture.server.requestCount == 1)
    }

    @Test("W17: a cancelled task of Swift's ends the load that waits in it")
    func asynchronousForm() async throws {
        let fixture = try ManagerFixture()
        let strategy = WatchedStrategy(DelayRetryStrategy(maxRetryCount: 3, retryInterval: .hours))
        let load = Task {
            try await fixture.manager.retrieveImage(
                with: fixture.server.url("/missing"), options: [.retryStrategy(strategy)])
        }
        await strategy.asked.wait()
        load.cancel()
        let result = await load.result
        #expect(throws: KingfisherError.self) { try result.get() }
        guard case .failure(let error) = result else { return }
        #expect((error as? KingfisherError)?.isTaskCancelled == true)
        #expect(fixture.server.requestCount == 1)
    }

    @Test("W17: a provider's load ends with the provider's cancellation")
    func ofProvider() async throws {
        let fixture = try ManagerFixture()
        let strategy = LateStrategy()
        let outcomes = Recorder<Outcome>()
        let provider = LocalFileImageDataProvider(
            fileURL: fixture.directory.appendingPathComponent("nowhere.png"))
        let task = try #require(
            fixture.manager.retrieveImage(
                with: .provider(provider), options: [.retryStrategy(strategy)],
                completionHandler: outcomes.record))
        await strategy.asked.wait()
        task.cancel()
        guard
            case .requestError(reason: .dataProviderCancelled) = await outcomes.wait()[0].failure
        else {
            Issue.record("Unexpected \(outcomes.values)")
            return
        }
        #expect(outcomes.values.count == 1)
    }

    @Test("W17, 17.1.5: an answer that comes after the cancellation is not heard")
    func lateAnswer() async throws {
        let fixture = try ManagerFixture()
        let strategy = LateStrategy()
        let outcomes = Recorder<Outcome>()
        let task = fixture.manager.retrieveImage(
            with: fixture.server.url("/missing"), options: [.retryStrategy(strategy)],
            completionHandler: outcomes.record)
        await strategy.asked.wait()
        task?.cancel()
        #expect(await outcomes.wait()[0].failure?.isTaskCancelled == true)
        strategy.answer(.retry(userInfo: nil))
        // A load that does go out, and comes after anything that the answer could have started.
        _ = try await fixture.retrieve(fixture.url).get()
        #expect(fixture.server.requestCount(path: "/missing") == 1)
        #expect(outcomes.values.count == 1)
    }

    @Test("W17: the first handle stands for the load while a later try is under way")
    func firstHandleOfLaterTry() async throws {
        let tries = Locked(0)
        let gate = LoopbackGate()
        let server = try LoopbackServer { _ in
            let number = tries.withLock { tries in
                tries += 1
                return tries
            }
            return number == 1 ? .status(500) : .data(testBody).held(at: gate)
        }
        let fixture = try ManagerFixture()
        let outcomes = Recorder<Outcome>()
        let task = fixture.manager.retrieveImage(
            with: server.url("/a"),
            options: [
                .retryStrategy(DelayRetryStrategy(maxRetryCount: 3, retryInterval: .seconds(0)))
            ],
            completionHandler: outcomes.record)
        await server.waitForRequests(2)
        task?.cancel()
        #expect(await outcomes.wait()[0].failure?.isTaskCancelled == true)
        gate.open()
        #expect(outcomes.values.count == 1 && server.requestCount == 2)
    }

    @Test("W17: a cancellation while the request of a later try is made ends the load, and once")
    func betweenTries() async throws {
        let fixture = try ManagerFixture()
        let strategy = LateStrategy()
        let outcomes = Recorder<Outcome>()
        let (requests, first) = (Locked(0), Locked<DownloadTask?>(nil))
        let modifier = AnyModifier { request in
            let number = requests.withLock { count in
                count += 1
                return count
            }
            if number == 2 { first.withLock { $0 }?.cancel() }
            return request
        }
        let task = fixture.manager.retrieveImage(
            with: fixture.server.url("/missing"),
            options: [.retryStrategy(strategy), .requestModifier(modifier)],
            completionHandler: outcomes.record)
        first.withLock { $0 = task }
        await strategy.asked.wait()
        strategy.answer(.retry(userInfo: nil))
        #expect(await outcomes.wait()[0].failure?.isTaskCancelled == true)
        // A load that does go out, and comes after anything that the second try could have started.
        _ = try await fixture.retrieve(fixture.url).get()
        #expect(fixture.server.requestCount(path: "/missing") == 1)
        #expect(outcomes.values.count == 1 && requests.withLock { $0 } == 2)
    }

    @Test(
        "W17: the first handle stands for the second load of a later try as well",
        .enabled(if: keepsAttributes, "The file system keeps no attributes."))
    func secondLoadOfLaterTry() async throws {
        let fixture = try ManagerFixture()
        let original = try RevisionServer([("Cache-Control", "no-cache")])
        _ = try await fixture.retrieve(original.url, [.cachePolicy(.standard)]).get()
        // Confirms another image than it was asked about, so that the image is loaded anew.
        let server = try LoopbackServer { request in
            request.header("If-None-Match") == nil
                ? .silence : LoopbackResponse(status: 304, headers: [("ETag", "\"other\"")])
        }
        let alternative = Source.network(
            KF.ImageResource(downloadURL: server.url("/"), cacheKey: original.url.absoluteString))
        let outcomes = Recorder<Outcome>()
        let task = fixture.manager.retrieveImage(
            with: fixture.server.url("/missing"),
            options: [.cachePolicy(.standard), .alternativeSources([alternative])],
            completionHandler: outcomes.record)
        await server.waitForRequests(2)
        task?.cancel()
        #expect(await outcomes.wait()[0].failure?.isTaskCancelled == true)
        #expect(outcomes.values.count == 1)
    }

    @Test("W17: the delay lets go of what waits for it when it is cancelled")
    func delayIsReleased() throws {
        let context = RetryContext(
            source: .network(try #require(URL(string: "http://127.0.0.1/"))),
            error: .requestError(reason: .emptyRequest))
        weak var watched: Recorder<Void>?
        do {
            let object = Recorder<Void>()
            watched = object
            RetryDelay.wait(3600, for: context) { object.record(()) }
        }
        #expect(watched != nil)
        context.cancel()
        #expect(watched == nil)
    }

    @Test("W17: a context that is cancelled already cancels what begins to wait")
    func cancelledContext() throws {
        let context = RetryContext(
            source: .network(try #require(URL(string: "http://127.0.0.1/"))),
            error: .requestError(reason: .emptyRequest))
        context.cancel()
        let calls = Locked(0)
        context.whenCancelled { calls.withLock { $0 += 1 } }
        context.cancel()
        #expect(calls.withLock { $0 } == 1)
    }
}

extension DelayRetryStrategy.Interval {
    /// So long that no test sees the end of it.
    fileprivate static var hours: DelayRetryStrategy.Interval { .seconds(36_000) }
}

/// Tells when another strategy has begun to wait.
private struct WatchedStrategy: RetryStrategy {
    let asked = Recorder<Void>()
    private let strategy: any RetryStrategy

    init(_ strategy: any RetryStrategy) { self.strategy = strategy }

    func retry(
        context: RetryContext, retryHandler: @escaping @Sendable (RetryDecision) -> Void
    ) {
        strategy.retry(context: context, retryHandler: retryHandler)
        asked.record(())
    }
}

/// Answers when the test says so.
private final class LateStrategy: RetryStrategy {
    let asked = Recorder<Void>()
    private let handler = Locked<(@Sendable (RetryDecision) -> Void)?>(nil)

    func retry(
        context: RetryContext, retryHandler: @escaping @Sendable (RetryDecision) -> Void
    ) {
        handler.withLock { $0 = retryHandler }
        asked.record(())
    }

    func answer(_ decision: RetryDecision) { handler.withLock { $0 }?(decision) }
}
