import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

/// Cancelling a Swift task that waits for an image, whatever the request is doing.
@Suite("Cancelling asynchronous calls", .timeLimit(.minutes(1)))
struct AsyncCancellationTests {
    private let fixture: ManagerFixture
    private let cache: HeldCache

    init() throws {
        fixture = try ManagerFixture()
        cache = try HeldCache(beside: fixture)
    }

    /// The error of a call that is cancelled while a cache is being read.
    private func errorOfCancelledRead(
        _ source: Source, _ options: KingfisherOptionsInfo
    ) async throws -> KingfisherError? {
        let (manager, cache) = (fixture.manager, cache)
        cache.hold()
        defer { cache.release() }
        let load = Task {
            try await manager.retrieveImage(with: source, options: [.targetCache(cache)] + options)
        }
        await cache.begun.wait()
        load.cancel()
        // The read is still held: the call does not wait for it.
        let result = await load.result
        guard case .failure(let error) = result else { return nil }
        return try #require(error as? KingfisherError)
    }

    @Test(
        "11.3, 11.4, 11.6, W11: a call that is cancelled while a cache is read ends at once, as such",
        arguments: [[], [.asyncCacheTypeCheck]] as [KingfisherOptionsInfo])
    func readingCache(options: KingfisherOptionsInfo) async throws {
        try await cache.storeToDisk(TestPicture.png(), forKey: fixture.url.absoluteString)
        let error = try await errorOfCancelledRead(.network(fixture.url), options)
        guard case .requestError(reason: .asyncTaskContextCancelled) = error else {
            Issue.record("Unexpected \(String(describing: error))")
            return
        }
        #expect(fixture.server.requestCount == 0)
    }

    @Test("11.3: the same for an alternative, with the error of the load that went before")
    func readingAlternative() async throws {
        try await cache.storeToDisk(TestPicture.png(), forKey: fixture.url.absoluteString)
        let error = try await errorOfCancelledRead(
            .network(fixture.server.url("/missing")),
            [.alternativeSources([.network(fixture.url)])])
        #expect(error?.isTaskCancelled == true)
    }

    @Test(
        "11.3: the same for an entry that its server has just confirmed",
        .enabled(if: keepsAttributes, "The file system keeps no attributes."))
    func readingConfirmed() async throws {
        let server = try RevisionServer([("Cache-Control", "no-cache")])
        let options: KingfisherOptionsInfo = [.cachePolicy(.standard)]
        _ = try await fixture.retrieve(server.url, options + [.targetCache(cache)]).get()
        let error = try await errorOfCancelledRead(.network(server.url), options)
        #expect(error?.isTaskCancelled == true)
        #expect(server.conditions == [nil, "\"1\""])
    }

    @Test(
        "11.3, W9: a call whose request is still being modified ends at once, and nothing is loaded",
        arguments: [[], [.asyncCacheTypeCheck]] as [KingfisherOptionsInfo])
    func modifyingRequest(options: KingfisherOptionsInfo) async throws {
        let (asked, answer, isWaitedFor) = (Recorder<Void>(), Recorder<Void>(), Recorder<Bool?>())
        let modifier = AsyncModifier(
            onStart: { isWaitedFor.record($0?.sessionTask?.containsCallbacks) },
            modify: { request in
                asked.record(())
                await answer.wait()
                return request
            })
        let (manager, url) = (fixture.manager, fixture.url)
        let load = Task {
            try await manager.retrieveImage(
                with: url, options: [.requestModifier(modifier)] + options)
        }
        await asked.wait()
        load.cancel()
        let result = await load.result
        guard
            case .failure(let error as KingfisherError) = result,
            case .requestError(reason: .asyncTaskContextCancelled) = error
        else {
            Issue.record("Unexpected \(result)")
            return
        }
        answer.record(())
        // The download becomes known without anybody who waits for it, so that it never begins.
        #expect(await isWaitedFor.wait() == [false])
    }

    @Test("11.2: a cancellation while the call is set up cancels what starts, and nothing is sent")
    func duringSetUp() async throws {
        let modifier = AnyModifier { request in
            withUnsafeCurrentTask { $0?.cancel() }
            return request
        }
        let (manager, url) = (fixture.manager, fixture.url)
        let load = Task {
            try await manager.retrieveImage(
                with: url, options: [.requestModifier(modifier)])
        }
        let error = await #expect(throws: KingfisherError.self) { try await load.value }
        guard case .requestError(reason: .asyncTaskContextCancelled) = error else {
            Issue.record("Unexpected \(String(describing: error))")
            return
        }
        // A load that does go out, and comes after anything that the first one could have started.
        _ = await fixture.retrieve(fixture.server.url("/other"))
        #expect(fixture.server.requests.map(\.path) == ["/other"])
    }

    @Test("11.3: a cancelled call hears the error of its data provider")
    func provider() async throws {
        let provider = SilentProvider()
        let manager = fixture.manager
        let load = Task { try await manager.retrieveImage(with: .provider(provider)) }
        await provider.asked.wait()
        load.cancel()
        let error = await #expect(throws: KingfisherError.self) { try await load.value }
        #expect(error?.errorCode == 1006)
        provider.end()
    }

    @Test("7.11: a provider's cancellation does not complete inside the call that cancels")
    func providerCompletesLater() async throws {
        let provider = SilentProvider()
        let (goOn, wentOn) = (DispatchSemaphore(value: 0), Recorder<Bool>())
        let task = fixture.manager.retrieveImage(with: .provider(provider)) { _ in
            // Would wait in vain inside the call.
            wentOn.record(goOn.wait(timeout: .now() + 10) == .success)
        }
        await provider.asked.wait()
        task?.cancel()
        goOn.signal()
        #expect(await wentOn.wait() == [true])
        provider.end()
    }

    @Test("8.1: the observer of a cancelled call hears of one completion, and of the same error")
    func observer() async throws {
        try await cache.storeToDisk(TestPicture.png(), forKey: fixture.url.absoluteString)
        let observer = EventRecorder()
        let error = try await errorOfCancelledRead(
            .network(fixture.url), [.asyncCacheTypeCheck, .eventObserver(observer)])
        #expect(error?.errorCode == 1005)
        #expect(observer.names.filter { $0.hasPrefix("completed") } == ["completed 1005"])
        #expect(!observer.names.contains { $0.hasPrefix("failed") })
    }

    @Test("W18: a request that is superseded while it is modified is not sent, and retries nothing")
    func supersededWhileModified() async throws {
        let (asked, answer, isCurrent) = (Recorder<Void>(), Recorder<Void>(), Locked(true))
        let modifier = AsyncModifier { request in
            asked.record(())
            await answer.wait()
            return request
        }
        let strategy = RecordingRetryStrategy(retries: 3)
        let outcomes = Recorder<Result<RetrieveImageResult, KingfisherError>>()
        let task = fixture.manager.retrieveImage(
            with: .network(fixture.url),
            options: fixture.manager.parsedOptions([
                .requestModifier(modifier), .retryStrategy(strategy),
            ]),
            referenceTaskIdentifierChecker: { isCurrent.withLock { $0 } },
            completionHandler: outcomes.record)
        #expect(task == nil)
        await asked.wait()
        isCurrent.withLock { $0 = false }
        answer.record(())
        guard case .cacheError(reason: .imageNotExisting) = await outcomes.wait()[0].failure else {
            Issue.record("Unexpected \(outcomes.values)")
            return
        }
        #expect(strategy.counts.isEmpty)
        // A load that does go out, and comes after anything that the first one could have started.
        _ = await fixture.retrieve(fixture.server.url("/other"))
        #expect(fixture.server.requests.map(\.path) == ["/other"])
    }
}

/// A cache whose reads wait while it is held.
// Unchecked, as its superclass is: what changes stands behind a lock.
private final class HeldCache: ImageCache, @unchecked Sendable {
    private struct State {
        var isHeld = false
        var waiting: [@Sendable () -> Void] = []
    }

    /// A value for each read that was held.
    let begun = Recorder<Void>()
    private let state = Locked(State())

    /// Creates a cache in the directory of a fixture.
    init(beside fixture: ManagerFixture) throws {
        let config = DiskStorage.Config(
            name: "held", sizeLimit: 0, directory: fixture.directory)
        super.init(
            memoryStorage: MemoryStorage.Backend(config: .init(totalCostLimit: 0)),
            diskStorage: try DiskStorage.Backend(config: config))
    }

    func hold() { state.withLock { $0.isHeld = true } }

    func release() {
        let waiting = state.withLock { state in
            defer { state = State() }
            return state.waiting
        }
        waiting.forEach { $0() }
    }

    override func retrieveImage(
        forKey key: String, options: KingfisherParsedOptionsInfo, callbackQueue: CallbackQueue,
        completionHandler: (@Sendable (Result<ImageCacheResult, KingfisherError>) -> Void)?
    ) {
        let read: @Sendable () -> Void = { [self] in
            readNow(key, options, callbackQueue, completionHandler)
        }
        let isHeld = state.withLock { state in
            if state.isHeld { state.waiting.append(read) }
            return state.isHeld
        }
        if isHeld { begun.record(()) } else { read() }
    }

    private func readNow(
        _ key: String, _ options: KingfisherParsedOptionsInfo, _ callbackQueue: CallbackQueue,
        _ completionHandler: (@Sendable (Result<ImageCacheResult, KingfisherError>) -> Void)?
    ) {
        super.retrieveImage(
            forKey: key, options: options, callbackQueue: callbackQueue,
            completionHandler: completionHandler)
    }
}

/// Gives nothing until the test is over.
private final class SilentProvider: ImageDataProvider {
    let cacheKey = "silent"
    let asked = Recorder<Void>()
    private let handler = Locked<(@Sendable (Result<Data, any Error>) -> Void)?>(nil)

    func data(handler: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        self.handler.withLock { $0 = handler }
        asked.record(())
    }

    func end() { handler.withLock { $0 }?(.success(Data())) }
}
