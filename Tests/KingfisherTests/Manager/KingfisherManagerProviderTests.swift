import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

@Suite("KingfisherManager and data providers", .timeLimit(.minutes(1)))
struct KingfisherManagerProviderTests {
    @Test("16.6: a provider is asked once, then the caches answer")
    func providersAreCached() async throws {
        let fixture = try ManagerFixture()
        let source = Source.provider(
            RawImageDataProvider(data: try TestPicture.png(), cacheKey: "raw"))
        #expect(try await fixture.retrieve(source).get().cacheType == .none)
        #expect(try await fixture.retrieve(source).get().cacheType == .memory)
        fixture.cache.clearMemoryCache()
        #expect(try await fixture.retrieve(source).get().cacheType == .disk)
    }

    @Test("15.9: a file URL is read from disk, and a missing file is an error that names it")
    func fileURLs() async throws {
        let fixture = try ManagerFixture()
        let file = fixture.directory.appendingPathComponent("picture.png")
        try TestPicture.png().write(to: file)
        #expect(try await fixture.retrieve(file).get().pixelWidth == 8)

        let missing = fixture.directory.appendingPathComponent("missing.png")
        let result = await fixture.retrieve(missing)
        guard
            case .imageSettingError(reason: .dataProviderError(let provider, _)) = result.failure
        else {
            Issue.record("Unexpected \(result)")
            return
        }
        #expect(provider.contentURL == missing)
        #expect(result.failure?.errorDescription?.contains("missing.png") == true)
    }

    @Test("3.5.2: a processor that gives nothing for a provider's data is an error")
    func processingFailures() async throws {
        let fixture = try ManagerFixture()
        let source = Source.provider(
            RawImageDataProvider(data: Data("text".utf8), cacheKey: "text"))
        let result = await fixture.retrieve(source)
        guard
            case .processorError(reason: .processingFailed(_, .data(let data))) = result.failure
        else {
            Issue.record("Unexpected \(result)")
            return
        }
        #expect(data == Data("text".utf8))
    }

    @Test("3.5.2: what a provider throws comes unchanged; its own cancellation counts as one")
    func thrownErrors() async throws {
        struct Unusual: Error, Equatable { let number: Int }
        let fixture = try ManagerFixture()
        let failed = await fixture.retrieve(
            .provider(ThrowingProvider(error: Unusual(number: 7))))
        guard
            case .imageSettingError(reason: .dataProviderError(let provider, let error)) =
                failed.failure
        else {
            Issue.record("Unexpected \(failed)")
            return
        }
        #expect(error as? Unusual == Unusual(number: 7))
        #expect(provider.cacheKey == "throwing")
        let cancelled = await fixture.retrieve(
            .provider(ThrowingProvider(error: CancellationError())))
        #expect(cancelled.failure?.errorCode == 1006)
    }

    @Test("3.5.2: all outcomes of providers come on the callback queue")
    func callbackQueue() async throws {
        let fixture = try ManagerFixture()
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "callback")
        queue.setSpecific(key: key, value: true)
        let outcomes = Recorder<[Int]>()
        let providers: [any ImageDataProvider] = [
            RawImageDataProvider(data: try TestPicture.png(), cacheKey: "picture"),
            RawImageDataProvider(data: Data("text".utf8), cacheKey: "text"),
            ThrowingProvider(error: CocoaError(.fileReadUnknown)),
            ThrowingProvider(error: CancellationError()),
        ]
        for (index, provider) in providers.enumerated() {
            fixture.manager.retrieveImage(
                with: .provider(provider), options: [.callbackQueue(.dispatch(queue))]
            ) { result in
                let isOnQueue = DispatchQueue.getSpecific(key: key) == true
                outcomes.record([result.failure?.errorCode ?? 0, isOnQueue ? 1 : 0])
            }
            await outcomes.wait(index + 1)
        }
        let stubborn = StubbornProvider()
        fixture.manager.retrieveImage(
            with: .provider(stubborn), options: [.callbackQueue(.dispatch(queue))]
        ) { result in
            let isOnQueue = DispatchQueue.getSpecific(key: key) == true
            outcomes.record([result.failure?.errorCode ?? 0, isOnQueue ? 1 : 0])
        }?.cancel()
        await outcomes.wait(5)
        stubborn.release()
        #expect(outcomes.values == [[0, 1], [4001, 1], [5003, 1], [1006, 1], [1006, 1]])
    }

    @Test("3.5.3, W13, 7.2: cancelling completes at once, even if the provider never reacts")
    func cancellingAStubbornProvider() async throws {
        let fixture = try ManagerFixture()
        let provider = StubbornProvider()
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<RetrieveImageResult, KingfisherError>, Never>)
            in
            let task = fixture.manager.retrieveImage(with: .provider(provider)) {
                continuation.resume(returning: $0)
            }
            #expect(task?.isInitialized == true)
            #expect(task?.sessionTask == nil)
            task?.cancel()
        }
        provider.release()
        guard case .requestError(reason: .dataProviderCancelled) = result.failure else {
            Issue.record("Unexpected \(result)")
            return
        }
    }

    @Test(
        "7.7, 7.8: the handle of a provider's load is told of before the provider is asked",
        arguments: [false, true])
    func announcedBeforeAsking(isAlternative: Bool) async throws {
        let fixture = try ManagerFixture()
        let provider = SignallingProvider(data: try TestPicture.png())
        try await fixture.cache.storeToDisk(Data([1, 2, 3]), forKey: provider.cacheKey)
        let missing = Source.network(fixture.server.url("/missing"))
        var options: KingfisherOptionsInfo = [.processor(CountingProcessor())]
        if isAlternative {
            options += [.forceRefresh, .alternativeSources([.provider(provider)])]
        }
        let askedEarly = Recorder<Bool>()
        let (manager, source) = (
            fixture.manager, isAlternative ? missing : Source.provider(provider)
        )
        let result = await withCheckedContinuation { continuation in
            manager.retrieveImage(
                with: source, options: options,
                downloadTaskUpdated: { task in
                    #expect(task?.isInitialized == true)
                    // Long enough for a provider that is not held back.
                    let isAsked = provider.asked.wait(timeout: .now() + 0.2) == .success
                    askedEarly.record(isAsked)
                },
                completionHandler: { continuation.resume(returning: $0) })
        }
        #expect(try result.get().pixelWidth == 3)
        #expect(askedEarly.values == [false])
    }

    @Test("W8: a cancelled provider load starts no alternative")
    func cancelledProvidersHaveNoAlternative() async throws {
        let fixture = try ManagerFixture()
        let provider = StubbornProvider()
        let result = await withCheckedContinuation { continuation in
            let task = fixture.manager.retrieveImage(
                with: .provider(provider),
                options: [.alternativeSources([.network(fixture.url)])]
            ) { continuation.resume(returning: $0) }
            task?.cancel()
        }
        provider.release()
        #expect(result.failure?.errorCode == 1006)
        #expect(fixture.server.requestCount == 0)
    }

    @Test("3.5.1: a provider's data is processed on the processing queue")
    func processingQueueIsUsed() async throws {
        let fixture = try ManagerFixture()
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "processing")
        queue.setSpecific(key: key, value: true)
        let ran = Locked<Bool?>(nil)
        let processor = ClosureProcessor {
            ran.withLock { $0 = DispatchQueue.getSpecific(key: key) }
        }
        _ = try await fixture.retrieve(
            .provider(RawImageDataProvider(data: try TestPicture.png(), cacheKey: "queue")),
            [.processor(processor), .processingQueue(.dispatch(queue))]
        ).get()
        #expect(ran.withLock { $0 } == true)
    }

    @Test("11.1: an async call in a cancelled task throws without starting anything")
    func cancelledOnEntry() async throws {
        let fixture = try ManagerFixture()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await fixture.manager.retrieveImage(with: fixture.url)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(fixture.server.requestCount == 0)
    }

    @Test("11.3, 13.2, 19.11: cancelling the surrounding task cancels the download")
    func cancellingTheSurroundingTask() async throws {
        let fixture = try ManagerFixture(routes: ["/slow.png": .silence])
        let url = fixture.server.url("/slow.png")
        let task = Task { try await fixture.manager.retrieveImage(with: url) }
        await fixture.server.waitForRequests()
        task.cancel()
        let error = await #expect(throws: KingfisherError.self) { try await task.value }
        #expect(error?.isTaskCancelled == true)
    }

    @Test("11.5: fifty calls cancelled at once all end")
    func manyCancelledCalls() async throws {
        let fixture = try ManagerFixture(routes: ["/slow.png": .silence])
        let url = fixture.server.url("/slow.png")
        let ended = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    let task = Task { try await fixture.manager.retrieveImage(with: url) }
                    task.cancel()
                    return await task.result.isFailure
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(ended == 50)
    }
}

/// Gives its data at once, and a signal when it is asked.
private struct SignallingProvider: ImageDataProvider {
    let cacheKey = "signalling"
    let asked = DispatchSemaphore(value: 0)
    let bytes: Data

    init(data: Data) { bytes = data }

    func data() async throws -> Data {
        asked.signal()
        return bytes
    }
}

/// Throws.
private struct ThrowingProvider: ImageDataProvider {
    let cacheKey = "throwing"
    let error: any Error

    func data() async throws -> Data { throw error }
}

/// Waits until it is released, whatever happens to its task.
private final class StubbornProvider: ImageDataProvider {
    let cacheKey = "stubborn"
    private let waiting = Locked<(@Sendable (Result<Data, any Error>) -> Void)?>(nil)
    private let released = Locked(false)

    func data(handler: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        let isReleased = released.withLock { $0 }
        if isReleased {
            handler(.success(Data()))
        } else {
            waiting.withLock { $0 = handler }
        }
    }

    func release() {
        released.withLock { $0 = true }
        let handler = waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
        handler?(.success(Data()))
    }
}

private struct ClosureProcessor: ImageProcessor {
    let identifier = "test.closure"
    let onProcess: @Sendable () -> Void

    func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        onProcess()
        return try? TestPicture.image()
    }
}

extension Result {
    fileprivate var isFailure: Bool {
        if case .failure = self { return true }
        return false
    }
}
