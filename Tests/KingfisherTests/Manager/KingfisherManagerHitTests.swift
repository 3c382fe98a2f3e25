import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

@Suite("KingfisherManager and what its caches answer", .timeLimit(.minutes(1)))
struct KingfisherManagerHitTests {
    private let fixture: ManagerFixture

    init() throws { fixture = try ManagerFixture() }

    @Test("3.1.1: a separate original cache is asked for unprocessed images too")
    func secondLevel() async throws {
        let other = try ManagerFixture()
        _ = try await other.retrieve(fixture.url).get()
        let result = try await fixture.retrieve(fixture.url, [.originalCache(other.cache)]).get()
        #expect(result.cacheType == .none)
        #expect(fixture.server.requestCount == 1)
        #expect(fixture.cache.imageCachedType(forKey: fixture.url.absoluteString) == .memory)
    }

    @Test("3.1.3: onlyFromCache processes and stores what it makes of an original")
    func onlyFromCacheProcesses() async throws {
        _ = try await fixture.retrieve(fixture.url).get()
        fixture.cache.clearMemoryCache()
        let processor = CountingProcessor()
        let options: KingfisherOptionsInfo = [.onlyFromCache, .processor(processor)]
        // With this, only memory counts, and there is nothing in it.
        let refused = await fixture.retrieve(fixture.url, options + [.fromMemoryCacheOrRefresh])
        guard case .cacheError(reason: .imageNotExisting) = refused.failure else {
            Issue.record("Unexpected \(refused)")
            return
        }
        #expect(try await fixture.retrieve(fixture.url, options).get().pixelWidth == 3)
        #expect(processor.runCount == 1)
        #expect(
            fixture.cache.imageCachedType(
                forKey: fixture.url.absoluteString, processorIdentifier: processor.identifier)
                == .memory)
    }

    @Test("3.1.5: the caches are asked on the calling thread")
    func probingThread() throws {
        let cache = FaultyCache(fixture.cache)
        cache.type = .memory
        fixture.manager.retrieveImage(
            with: fixture.url, options: [.targetCache(cache)], completionHandler: nil)
        #expect(cache.askedOnThreads == [ObjectIdentifier(Thread.current)])
    }

    @Test("3.2.1: a hit goes straight to the callback queue", arguments: [CacheType.memory, .disk])
    func hitsSkipTheMainQueue(type: CacheType) async throws {
        _ = try await fixture.retrieve(fixture.url).get()
        if type == .disk { fixture.cache.clearMemoryCache() }
        // The main queue is busy until the completion has come.
        let isDone = DispatchSemaphore(value: 0)
        let isBusy = DispatchSemaphore(value: 0)
        DispatchQueue.main.async {
            isBusy.signal()
            _ = isDone.wait(timeout: .now() + 40)
        }
        let (manager, url) = (fixture.manager, fixture.url)
        let found = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                isBusy.wait()
                manager.retrieveImage(
                    with: url, options: [.callbackQueue(.dispatch(.global()))]
                ) { result in
                    continuation.resume(returning: try? result.get().cacheType)
                }
            }
        }
        isDone.signal()
        #expect(found == type)
    }

    @Test("3.2.2: without a completion handler a disk hit is still promoted")
    func promotionWithoutHandler() async throws {
        _ = try await fixture.retrieve(fixture.url).get()
        fixture.cache.clearMemoryCache()
        fixture.manager.retrieveImage(with: fixture.url, completionHandler: nil)
        let key = fixture.url.absoluteString
        #expect(await eventually { fixture.cache.imageCachedType(forKey: key) == .memory })
    }

    @Test("3.2.3, 19.11: an error of the cache comes unchanged and starts no load")
    func targetErrors() async throws {
        let cache = FaultyCache(fixture.cache)
        cache.type = .disk
        let result = await fixture.retrieve(fixture.url, [.targetCache(cache)])
        guard case .cacheError(reason: .cannotLoadDataFromDisk(let url, _)) = result.failure else {
            Issue.record("Unexpected \(result)")
            return
        }
        #expect(url == FaultyCache.url)
        #expect(fixture.server.requestCount == 0)
    }

    @Test("3.3.3: an error of the original cache comes unchanged and starts no load")
    func originalErrors() async throws {
        let cache = FaultyCache(fixture.cache)
        cache.type = .disk
        let result = await fixture.retrieve(fixture.url, [.originalCache(cache)])
        guard case .cacheError(reason: .cannotLoadDataFromDisk) = result.failure else {
            Issue.record("Unexpected \(result)")
            return
        }
        #expect(fixture.server.requestCount == 0)
    }

    @Test("3.2.10: on the main queue a memory hit completes before the call returns")
    @MainActor
    func synchronousMemoryHit() async throws {
        _ = try await fixture.retrieve(fixture.url).get()
        fixture.manager.defaultOptions = []
        let type = Locked<CacheType?>(nil)
        let task = fixture.manager.retrieveImage(with: fixture.url) { result in
            type.withLock { $0 = try? result.get().cacheType }
        }
        #expect(type.withLock { $0 } == .memory)
        #expect(task == nil)
    }

    @Test("3.2.10: so does a disk hit that is read on the calling queue")
    @MainActor
    func synchronousDiskHit() async throws {
        _ = try await fixture.retrieve(fixture.url).get()
        fixture.cache.clearMemoryCache()
        fixture.manager.defaultOptions = []
        let type = Locked<CacheType?>(nil)
        fixture.manager.retrieveImage(
            with: fixture.url, options: [.loadDiskFileSynchronously]
        ) { result in
            type.withLock { $0 = try? result.get().cacheType }
        }
        #expect(type.withLock { $0 } == .disk)
    }

    @Test("3.3.1: a disk original is promoted as an original into its own cache")
    func promotedOriginals() async throws {
        let other = try ManagerFixture()
        _ = try await other.retrieve(fixture.url).get()
        other.cache.clearMemoryCache()
        _ = try await fixture.retrieve(
            fixture.url, [.originalCache(other.cache), .processor(CountingProcessor())]
        ).get()
        #expect(other.cache.imageCachedType(forKey: fixture.url.absoluteString) == .memory)
    }

    @Test("3.3.4: a failing processor of an original is named, and nothing is loaded")
    func failingProcessor() async throws {
        _ = try await fixture.retrieve(fixture.url).get()
        let processor = CountingProcessor("failing", fails: true)
        let result = await fixture.retrieve(fixture.url, [.processor(processor)])
        guard
            case .processorError(reason: .processingFailed(let failed, .image)) = result.failure
        else {
            Issue.record("Unexpected \(result)")
            return
        }
        #expect(failed.identifier == processor.identifier)
        #expect(fixture.server.requestCount == 1)
    }

    @Test("3.2.5: a processor that gives nothing for a cached original is named, with the image")
    func failingReprocessing() async throws {
        var serializer = DefaultCacheSerializer()
        serializer.preferCacheOriginalData = true
        let options: KingfisherOptionsInfo = [.cacheSerializer(serializer)]
        _ = try await fixture.retrieve(
            fixture.url, options + [.processor(CountingProcessor("same"))]
        ).get()
        fixture.cache.clearMemoryCache()
        let failing = CountingProcessor("same", fails: true)
        let result = await fixture.retrieve(fixture.url, options + [.processor(failing)])
        guard
            case .processorError(reason: .processingFailed(let processor, .image)) = result.failure
        else {
            Issue.record("Unexpected \(result)")
            return
        }
        #expect(processor as? CountingProcessor === failing && failing.runCount == 1)
        #expect(fixture.server.requestCount == 1)
    }

    @Test(
        "3.2.8, 12.1, 12.2: the result of a hit names its sources, and makes its data when asked",
        arguments: [CacheType.memory, .disk])
    func resultOfHit(type: CacheType) async throws {
        let (missing, source) = (
            Source.network(fixture.server.url("/missing")), Source.network(fixture.url)
        )
        _ = try await fixture.retrieve(source).get()
        if type == .disk { fixture.cache.clearMemoryCache() }
        let alternative = try await fixture.retrieve(
            missing, [.alternativeSources([source])]
        ).get()
        #expect(alternative.cacheType == type)
        #expect(alternative.source == source && alternative.originalSource == missing)
        if type == .disk { fixture.cache.clearMemoryCache() }
        let other = try TestPicture.image(width: 2, height: 1)
        let modified = try await fixture.retrieve(
            source, [.imageModifier(AnyImageModifier { _ in other })]
        ).get()
        #expect(modified.source == source && modified.originalSource == source)
        for result in [alternative, modified] {
            #expect(result.metrics == nil)
            #expect(
                result.data()
                    == DefaultCacheSerializer.default.data(with: result.image, original: nil))
        }
        #expect(modified.image === other)
    }

    @Test("3.3.2: an original that cannot be decoded is an error when only caches may answer")
    func garbageOffline() async throws {
        try await fixture.cache.storeToDisk(
            Data([1, 2, 3]), forKey: fixture.url.absoluteString)
        let result = await fixture.retrieve(
            fixture.url, [.onlyFromCache, .processor(CountingProcessor())])
        #expect(result.failure?.errorCode == 3006)
        #expect(fixture.server.requestCount == 0)
    }

    @Test("3.3.2, 7.1, 7.7: the load in the place of an original is told of, and not returned")
    func loadInsteadOfOriginal() async throws {
        try await fixture.cache.storeToDisk(
            Data([1, 2, 3]), forKey: fixture.url.absoluteString)
        let told = Recorder<DownloadTask?>()
        let (manager, url) = (fixture.manager, fixture.url)
        let result = await withCheckedContinuation { continuation in
            let task = manager.retrieveImage(
                with: url, options: [.processor(CountingProcessor())],
                downloadTaskUpdated: told.record,
                completionHandler: { continuation.resume(returning: $0) })
            #expect(task == nil)
        }
        #expect(try result.get().cacheType == .none)
        #expect(told.values.count == 1 && told.values[0]?.sessionTask?.originalURL == url)
    }

    @Test("3.3.6: what is made of an original comes on the callback queue")
    func queueOfOriginal() async throws {
        _ = try await fixture.retrieve(fixture.url).get()
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "callback")
        queue.setSpecific(key: key, value: true)
        let (manager, url) = (fixture.manager, fixture.url)
        for waits in [false, true] {
            let isOnQueue = await withCheckedContinuation { continuation in
                manager.retrieveImage(
                    with: url,
                    options: [
                        .processor(CountingProcessor("queue \(waits)")),
                        .callbackQueue(.dispatch(queue)),
                    ] + (waits ? [.waitForCache] : [])
                ) { _ in
                    continuation.resume(returning: DispatchQueue.getSpecific(key: key) == true)
                }
            }
            #expect(isOnQueue)
        }
        #expect(fixture.server.requestCount == 1)
    }

    @Test("3.3.5, 3.3.6, 3.3.7: an original's result is modified, kept unmodified, and .none")
    func resultOfOriginal() async throws {
        _ = try await fixture.retrieve(fixture.url).get()
        let processor = CountingProcessor()
        let modified = try TestPicture.image(width: 1, height: 1)
        let result = try await fixture.retrieve(
            fixture.url,
            [.processor(processor), .imageModifier(AnyImageModifier { _ in modified })]
        ).get()
        #expect(result.pixelWidth == 1)
        #expect(result.cacheType == .none)
        #expect(result.metrics == nil)
        let kept = fixture.cache.retrieveImageInMemoryCache(
            forKey: fixture.url.absoluteString, options: [.processor(processor)])
        #expect(kept?.cgImage?.width == 3)
        let data = try #require(result.data())
        let decoded = DefaultCacheSerializer.default.image(with: data, options: .init(nil))
        #expect(decoded?.cgImage?.width == 3)
    }

    @Test("9.6: a success of a stale request is delivered")
    func staleSuccess() async throws {
        _ = try await fixture.retrieve(fixture.url).get()
        let options = fixture.manager.parsedOptions(nil)
        let result = await withCheckedContinuation { continuation in
            _ = fixture.manager.retrieveImage(
                with: .network(fixture.url), options: options,
                referenceTaskIdentifierChecker: { false },
                completionHandler: { continuation.resume(returning: $0) })
        }
        #expect(try result.get().cacheType == .memory)
    }
}

/// Claims what it is told to and fails each read.
// Unchecked, as its superclass is: what changes stands behind a lock.
private final class FaultyCache: ImageCache, @unchecked Sendable {
    static let url = URL(fileURLWithPath: "/faulty")

    private struct State {
        var type = CacheType.none
        var threads: [ObjectIdentifier] = []
    }

    private let state = Locked(State())

    init(_ cache: ImageCache) {
        super.init(memoryStorage: cache.memoryStorage, diskStorage: cache.diskStorage)
    }

    var type: CacheType {
        get { state.withLock { $0.type } }
        set { state.withLock { $0.type = newValue } }
    }

    var askedOnThreads: [ObjectIdentifier] { state.withLock { $0.threads } }

    override func imageCachedType(
        forKey key: String, processorIdentifier identifier: String, forcedExtension: String?
    ) -> CacheType {
        state.withLock { state in
            state.threads.append(ObjectIdentifier(Thread.current))
            return state.type
        }
    }

    override func retrieveImage(
        forKey key: String, options: KingfisherParsedOptionsInfo, callbackQueue: CallbackQueue,
        completionHandler: (@Sendable (Result<ImageCacheResult, KingfisherError>) -> Void)?
    ) {
        let error = CocoaError(.fileReadUnknown)
        callbackQueue.execute {
            completionHandler?(
                .failure(
                    .cacheError(reason: .cannotLoadDataFromDisk(url: Self.url, error: error))))
        }
    }
}
