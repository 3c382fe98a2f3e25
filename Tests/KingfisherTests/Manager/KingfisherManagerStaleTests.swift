import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests that something newer may take the place of.
@Suite("KingfisherManager and requests out of date", .timeLimit(.minutes(1)))
struct KingfisherManagerStaleTests {
    private typealias Outcome = Result<RetrieveImageResult, KingfisherError>

    private let fixture: ManagerFixture

    init() throws { fixture = try ManagerFixture() }

    private func retrieve(
        _ options: KingfisherOptionsInfo, isCurrent: Bool
    ) async -> Outcome {
        let (manager, url) = (fixture.manager, fixture.url)
        return await withCheckedContinuation { continuation in
            _ = manager.retrieveImage(
                with: .network(url), options: manager.parsedOptions(options),
                referenceTaskIdentifierChecker: { isCurrent },
                completionHandler: { continuation.resume(returning: $0) })
        }
    }

    @Test("9.1: a request is out of date when its checker says so, and never without one")
    func checkers() {
        var options = KingfisherParsedOptionsInfo(nil)
        #expect(!options.isSourceTaskStale)
        options.sourceTaskIdentifierChecker = { true }
        #expect(!options.isSourceTaskStale)
        options.sourceTaskIdentifierChecker = { false }
        #expect(options.isSourceTaskStale)
    }

    @Test("9.3d: an original without an image is not loaded for a request out of date")
    func vanishedOriginal() async throws {
        let cache = ClaimingCache(fixture.cache)
        let options: KingfisherOptionsInfo = [
            .originalCache(cache), .processor(CountingProcessor()),
        ]
        let result = await retrieve(options, isCurrent: false)
        #expect(result.failure?.errorCode == 3006)
        #expect(fixture.server.requestCount == 0)
        #expect(try await retrieve(options, isCurrent: true).get().pixelWidth == 3)
    }

    @Test("9.3e: an asynchronous look-up that found nothing loads nothing for nobody")
    func missedProbe() async throws {
        for options in [[], [.processor(CountingProcessor())]] as [KingfisherOptionsInfo] {
            let result = await retrieve([.asyncCacheTypeCheck] + options, isCurrent: false)
            #expect(result.failure?.errorCode == 3006)
        }
        #expect(fixture.server.requestCount == 0)
        #expect(
            try await retrieve([.asyncCacheTypeCheck], isCurrent: true).get().cacheType == .none)
    }

    @Test("9.3f, 9.1: a failed load out of date is the end, whatever could be tried instead")
    func failedLoad() async throws {
        let strategy = RecordingRetryStrategy(retries: 3)
        let isCurrent = Locked(true)
        let manager = fixture.manager
        let modifier = AnyModifier { request in
            isCurrent.withLock { $0 = false }
            return request
        }
        let missing = fixture.server.url("/missing")
        let options = manager.parsedOptions([
            .retryStrategy(strategy), .requestModifier(modifier),
            .alternativeSources([.network(fixture.url)]),
        ])
        let result = await withCheckedContinuation { continuation in
            _ = manager.retrieveImage(
                with: .network(missing), options: options,
                referenceTaskIdentifierChecker: { isCurrent.withLock { $0 } },
                completionHandler: { continuation.resume(returning: $0) })
        }
        #expect(result.failure?.isInvalidResponseStatusCode(404) == true)
        #expect(strategy.counts.isEmpty)
        #expect(fixture.server.requests.map(\.path) == ["/missing"])
    }

    @Test("9.4, 21.3: an original is processed and kept for a current request, and for no other")
    func originals() async throws {
        _ = try await fixture.retrieve(fixture.url).get()
        fixture.cache.clearMemoryCache()
        let (processor, key) = (CountingProcessor(), fixture.url.absoluteString)
        let identifier = processor.identifier
        let stale = await retrieve([.processor(processor)], isCurrent: false)
        #expect(stale.failure?.errorCode == 3006)
        #expect(processor.runCount == 0)
        #expect(fixture.cache.imageCachedType(forKey: key) == .disk)
        #expect(!fixture.cache.isCached(forKey: key, processorIdentifier: identifier))
        let current = try await retrieve([.processor(processor)], isCurrent: true).get()
        #expect(current.pixelWidth == 3 && processor.runCount == 1)
        #expect(fixture.cache.isCached(forKey: key, processorIdentifier: identifier))
        #expect(fixture.server.requestCount == 1)
    }

    @Test("9.5, 10.2: the checker of a request decides for its side effects, and goes to the cache")
    func sideEffects() async throws {
        let (effect, isCurrent) = (QuietSideEffect(), Locked(true))
        #expect(ImageLoadingProgressSideEffect { _, _ in }.onShouldApply())
        let downloader = InlineDownloader(name: "side effects")
        let manager = fixture.manager
        var options = manager.parsedOptions([.downloader(downloader)])
        options.onDataReceived = [effect]
        let (source, parsed) = (Source.network(fixture.url), options)
        let result = await withCheckedContinuation { continuation in
            _ = manager.retrieveImage(
                with: source, options: parsed,
                referenceTaskIdentifierChecker: { isCurrent.withLock { $0 } },
                completionHandler: { continuation.resume(returning: $0) })
        }
        _ = try result.get()
        let passedOn = try #require(downloader.asked.values.first?.options)
        #expect(effect.onShouldApply() && !passedOn.isSourceTaskStale)
        isCurrent.withLock { $0 = false }
        #expect(!effect.onShouldApply() && passedOn.isSourceTaskStale)
    }
}

/// Claims to have each image on disk, and has none.
// Unchecked, as its superclass is: it adds no state.
private final class ClaimingCache: ImageCache, @unchecked Sendable {
    init(_ cache: ImageCache) {
        super.init(memoryStorage: cache.memoryStorage, diskStorage: cache.diskStorage)
    }

    override func imageCachedType(
        forKey key: String, processorIdentifier identifier: String, forcedExtension: String?
    ) -> CacheType { .disk }

    override func retrieveImage(
        forKey key: String, options: KingfisherParsedOptionsInfo, callbackQueue: CallbackQueue,
        completionHandler: (@Sendable (Result<ImageCacheResult, KingfisherError>) -> Void)?
    ) {
        callbackQueue.execute { completionHandler?(.success(.none)) }
    }
}

/// Hears of bytes and does nothing.
// Unchecked: the closure is set before the download starts and never again.
private final class QuietSideEffect: DataReceivingSideEffect, @unchecked Sendable {
    var onShouldApply: () -> Bool = { true }
    func onDataReceived(_ session: URLSession, task: SessionDataTask, data: Data) {}
}
