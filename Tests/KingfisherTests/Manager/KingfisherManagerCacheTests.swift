import Foundation
import Locking
import LoopbackHTTP
import RasterIO
import Testing

@testable import Kingfisher

@Suite("KingfisherManager and its caches", .timeLimit(.minutes(1)))
struct KingfisherManagerCacheTests {
    @Test(
        "5.3, 11.7: an image comes from the network, memory, disk, and again from the network",
        arguments: [false, true])
    func sequenceOfCacheTypes(asyncProbe: Bool) async throws {
        let fixture = try ManagerFixture()
        let options: KingfisherOptionsInfo = asyncProbe ? [.asyncCacheTypeCheck] : []
        #expect(try await fixture.retrieve(fixture.url, options).get().cacheType == .none)
        #expect(try await fixture.retrieve(fixture.url, options).get().cacheType == .memory)
        fixture.cache.clearMemoryCache()
        #expect(try await fixture.retrieve(fixture.url, options).get().cacheType == .disk)
        fixture.cache.clearMemoryCache()
        await fixture.cache.clearDiskCache()
        #expect(try await fixture.retrieve(fixture.url, options).get().cacheType == .none)
        #expect(fixture.server.requestCount(path: "/a.png") == 2)
    }

    @Test(
        "11.7: the async form goes the same way: network, memory, disk, network",
        arguments: [[.waitForCache], [.waitForCache, .asyncCacheTypeCheck]]
            as [KingfisherOptionsInfo])
    func sequenceOfAsyncForm(options: KingfisherOptionsInfo) async throws {
        let fixture = try ManagerFixture()
        var types: [CacheType] = []
        for step in 0..<4 {
            if step == 2 { fixture.cache.clearMemoryCache() }
            if step == 3 { await fixture.cache.clearCache() }
            types.append(
                try await fixture.manager.retrieveImage(with: fixture.url, options: options)
                    .cacheType)
        }
        #expect(types == [.none, .memory, .disk, .none])
        #expect(fixture.server.requestCount == 2)
    }

    @Test("3.2.9: a disk hit is promoted to memory")
    func diskHitsArePromoted() async throws {
        let fixture = try ManagerFixture()
        _ = try await fixture.retrieve(fixture.url).get()
        fixture.cache.clearMemoryCache()
        #expect(try await fixture.retrieve(fixture.url).get().cacheType == .disk)
        #expect(try await fixture.retrieve(fixture.url).get().cacheType == .memory)
    }

    @Test("3.1 A: a forced refresh wins over every cache and over onlyFromCache")
    func forceRefreshLoads() async throws {
        let fixture = try ManagerFixture()
        _ = try await fixture.retrieve(fixture.url).get()
        let again = try await fixture.retrieve(
            fixture.url, [.forceRefresh, .onlyFromCache, .asyncCacheTypeCheck]
        ).get()
        #expect(again.cacheType == .none)
        #expect(fixture.server.requestCount(path: "/a.png") == 2)
    }

    @Test("3.1.2, 19.11: memory or refresh takes memory, and downloads again what is only on disk")
    func memoryOrRefresh() async throws {
        let fixture = try ManagerFixture()
        _ = try await fixture.retrieve(fixture.url).get()
        let fromMemory = try await fixture.retrieve(
            fixture.url, [.fromMemoryCacheOrRefresh]
        ).get()
        #expect(fromMemory.cacheType == .memory)
        fixture.cache.clearMemoryCache()
        let refreshed = try await fixture.retrieve(
            fixture.url, [.fromMemoryCacheOrRefresh]
        ).get()
        #expect(refreshed.cacheType == .none)
        #expect(fixture.server.requestCount(path: "/a.png") == 2)
    }

    @Test(
        "3.1 F: a miss under onlyFromCache is an error and asks nobody", arguments: [false, true])
    func onlyFromCacheMisses(asyncProbe: Bool) async throws {
        let fixture = try ManagerFixture()
        let options: KingfisherOptionsInfo =
            [.onlyFromCache] + (asyncProbe ? [.asyncCacheTypeCheck] : [])
        let result = await fixture.retrieve(fixture.url, options)
        guard case .cacheError(reason: .imageNotExisting(let key)) = result.failure else {
            Issue.record("Unexpected \(result)")
            return
        }
        #expect(key == fixture.url.absoluteString)
        #expect(fixture.server.requestCount == 0)
    }

    @Test("3.1.4: an image of one processor is a miss for another")
    func processorsHaveEntriesOfTheirOwn() async throws {
        let fixture = try ManagerFixture()
        let processor = CountingProcessor()
        _ = try await fixture.retrieve(fixture.url, [.processor(processor)]).get()
        let plain = try await fixture.retrieve(fixture.url).get()
        #expect(plain.cacheType == .none)
        #expect(plain.pixelWidth == 8)
        let processed = try await fixture.retrieve(fixture.url, [.processor(processor)]).get()
        #expect(processed.cacheType == .memory)
        #expect(processed.pixelWidth == 3)
    }

    @Test("3.3, C-5: an original on disk is processed instead of downloaded again")
    func originalsAreProcessed() async throws {
        let fixture = try ManagerFixture()
        _ = try await fixture.retrieve(fixture.url).get()
        fixture.cache.clearMemoryCache()
        let processor = CountingProcessor()
        let result = try await fixture.retrieve(
            fixture.url, [.processor(processor), .onlyFromCache]
        ).get()
        #expect(result.cacheType == .none)
        #expect(result.pixelWidth == 3)
        #expect(fixture.server.requestCount == 1)
        #expect(
            fixture.cache.imageCachedType(
                forKey: fixture.url.absoluteString, processorIdentifier: processor.identifier
            ) == .memory)
    }

    @Test("4.2, 4.8: originals are kept on disk when wanted, in a cache of their own if named")
    func originalsAreCached() async throws {
        let fixture = try ManagerFixture()
        let originals = try ImageCache(
            name: "originals-\(UUID().uuidString)", cacheDirectoryURL: fixture.directory)
        let key = fixture.url.absoluteString
        let processor = CountingProcessor()
        _ = try await fixture.retrieve(
            fixture.url,
            [
                .processor(processor), .cacheOriginalImage, .originalCache(originals),
                .forcedCacheFileExtension("img"),
            ]
        ).get()
        #expect(originals.imageCachedType(forKey: key, forcedExtension: "img") == .disk)
        #expect(!fixture.cache.isCached(forKey: key, forcedExtension: "img"))
        fixture.cache.clearMemoryCache()
        #expect(
            fixture.cache.imageCachedType(
                forKey: key, processorIdentifier: processor.identifier, forcedExtension: "img")
                == .disk)
    }

    @Test("3.3.2, 19.11: an original that is garbage is downloaded, and completes once")
    func corruptOriginalsFallBack() async throws {
        let fixture = try ManagerFixture()
        try await fixture.cache.storeToDisk(
            Data([1, 2, 3]), forKey: fixture.url.absoluteString)
        let result = try await fixture.retrieve(
            fixture.url, [.processor(CountingProcessor())]
        ).get()
        #expect(result.cacheType == .none)
        #expect(fixture.server.requestCount == 1)
    }

    @Test("W5: a target entry that cannot be decoded is loaded again", arguments: [false, true])
    func corruptTargetsFallBack(asyncProbe: Bool) async throws {
        let fixture = try ManagerFixture()
        let key = fixture.url.absoluteString
        try await fixture.cache.storeToDisk(Data([1, 2, 3]), forKey: key)
        let options: KingfisherOptionsInfo = asyncProbe ? [.asyncCacheTypeCheck] : []
        let result = try await fixture.retrieve(fixture.url, options).get()
        #expect(result.cacheType == .none)
        fixture.cache.clearMemoryCache()
        #expect(try await fixture.retrieve(fixture.url, options).get().cacheType == .disk)
    }

    @Test("3.2.4, W5: under onlyFromCache an entry that cannot be decoded is an error")
    func corruptTargetsFailOffline() async throws {
        let fixture = try ManagerFixture()
        try await fixture.cache.storeToDisk(
            Data([1, 2, 3]), forKey: fixture.url.absoluteString)
        let result = await fixture.retrieve(fixture.url, [.onlyFromCache])
        guard case .cacheError(reason: .imageNotExisting) = result.failure else {
            Issue.record("Unexpected \(result)")
            return
        }
        #expect(fixture.server.requestCount == 0)
    }

    @Test("4.4, 3.2.7, 19.11: modifiers change what is delivered, not what is cached")
    func modifiersAreNotCached() async throws {
        let fixture = try ManagerFixture()
        let replacement = try TestPicture.image(width: 1, height: 1)
        let modifier = AnyImageModifier { _ in replacement }
        let modified = try await fixture.retrieve(fixture.url, [.imageModifier(modifier)]).get()
        #expect(modified.image === replacement)
        let fromMemory = try await fixture.retrieve(fixture.url).get()
        #expect(fromMemory.pixelWidth == 8)
        fixture.cache.clearMemoryCache()
        let fromDisk = try await fixture.retrieve(fixture.url, [.imageModifier(modifier)]).get()
        #expect(fromDisk.image === replacement)
        #expect(fromDisk.cacheType == .disk)
    }

    @Test("4.4: the modifier runs before anything is stored", arguments: [false, true])
    func modifiersRunBeforeStoring(waits: Bool) async throws {
        let fixture = try ManagerFixture()
        let (cache, key) = (fixture.cache, fixture.url.absoluteString)
        let found = Recorder<CacheType>()
        let modifier = AnyImageModifier { image in
            found.record(cache.imageCachedType(forKey: key))
            return image
        }
        let options: KingfisherOptionsInfo = waits ? [.waitForCache] : []
        _ = try await fixture.manager.retrieveImage(
            with: fixture.url, options: options + [.imageModifier(modifier)])
        #expect(found.values == [CacheType.none])
        #expect(cache.imageCachedType(forKey: key) == .memory)
    }

    @Test("3.2.8, 12.1: data is what was loaded, or for a hit what the serializer makes of it")
    func resultData() async throws {
        let fixture = try ManagerFixture()
        let loaded = try await fixture.retrieve(fixture.url).get()
        #expect(try loaded.data() == TestPicture.png())
        let hit = try await fixture.retrieve(fixture.url).get()
        #expect(
            hit.data() == DefaultCacheSerializer.default.data(with: hit.image, original: nil))
    }

    @Test("3.2.5, 19.11, W15: originals of a serializer are processed after disk, not after memory")
    func originalDataIsProcessedOnce() async throws {
        let fixture = try ManagerFixture()
        let processor = CountingProcessor()
        var serializer = DefaultCacheSerializer()
        serializer.preferCacheOriginalData = true
        let options: KingfisherOptionsInfo = [
            .processor(processor), .cacheSerializer(serializer),
        ]
        _ = try await fixture.retrieve(fixture.url, options).get()
        #expect(processor.runCount == 1)
        #expect(try await fixture.retrieve(fixture.url, options).get().pixelWidth == 3)
        #expect(processor.runCount == 1)
        fixture.cache.clearMemoryCache()
        let fromDisk = try await fixture.retrieve(fixture.url, options).get()
        #expect(fromDisk.cacheType == .disk)
        #expect(fromDisk.pixelWidth == 3)
        #expect(processor.runCount == 2)
        let promoted = try await fixture.retrieve(fixture.url, options).get()
        #expect(promoted.cacheType == .memory)
        #expect(promoted.pixelWidth == 3)
        #expect(processor.runCount == 2)
    }

    @Test("4.1, 13: memory-only images never reach the disk")
    func memoryOnly() async throws {
        let fixture = try ManagerFixture()
        _ = try await fixture.retrieve(fixture.url, [.cacheMemoryOnly]).get()
        #expect(fixture.cache.imageCachedType(forKey: fixture.url.absoluteString) == .memory)
        fixture.cache.clearMemoryCache()
        #expect(!fixture.cache.isCached(forKey: fixture.url.absoluteString))
    }

    @Test("4.1: without waiting the image is in memory at completion, and on disk some time later")
    func storedInMemoryFirst() async throws {
        let fixture = try ManagerFixture()
        let (cache, key) = (fixture.cache, fixture.url.absoluteString)
        let type = await withCheckedContinuation { continuation in
            fixture.manager.retrieveImage(
                with: fixture.url, options: [.callbackQueue(.untouch)]
            ) { _ in continuation.resume(returning: cache.imageCachedType(forKey: key)) }
        }
        #expect(type == .memory)
        cache.clearMemoryCache()
        #expect(await eventually { cache.imageCachedType(forKey: key) == .disk })
    }

    @Test("4.3: a store that fails on disk fails no retrieval", arguments: [false, true])
    func failedStores(waits: Bool) async throws {
        let fixture = try ManagerFixture()
        let cache = UnwritableCache(fixture.cache)
        let result = try await fixture.manager.retrieveImage(
            with: fixture.url,
            options: [
                .targetCache(cache), .cacheOriginalImage, .processor(CountingProcessor()),
            ] + (waits ? [.waitForCache] : []))
        #expect(result.pixelWidth == 3 && result.cacheType == .none)
        #expect(cache.failureCount == 2)
    }

    @Test("4.5, 12.1: a fresh load has the downloader's metrics, a provider's has none")
    func metrics() async throws {
        let fixture = try ManagerFixture()
        let loaded = try await fixture.retrieve(fixture.url).get()
        #expect(loaded.metrics?.httpStatusCode == 200)
        let provider = RawImageDataProvider(data: try TestPicture.png(), cacheKey: "raw")
        #expect(try await fixture.retrieve(.provider(provider)).get().metrics == nil)
    }

    @Test("W2: memory only, original and processor together still complete")
    func memoryOnlyWithOriginal() async throws {
        let fixture = try ManagerFixture()
        let result = await withCheckedContinuation { continuation in
            fixture.manager.retrieveImage(
                with: fixture.url,
                options: [
                    .cacheMemoryOnly, .cacheOriginalImage, .processor(CountingProcessor()),
                ]
            ) { continuation.resume(returning: $0) }
        }
        #expect(try result.get().pixelWidth == 3)
    }
}

/// Writes nothing, and says so.
// Unchecked, as its superclass is: what changes stands behind a lock.
private final class UnwritableCache: ImageCache, @unchecked Sendable {
    private let failures = Locked(0)

    var failureCount: Int { failures.withLock { $0 } }

    init(_ cache: ImageCache) {
        super.init(memoryStorage: cache.memoryStorage, diskStorage: cache.diskStorage)
    }

    private func fail(
        _ callbackQueue: CallbackQueue, _ completion: (@Sendable (CacheStoreResult) -> Void)?
    ) {
        failures.withLock { $0 += 1 }
        let error = KingfisherError.cacheError(
            reason: .diskStorageIsNotReady(cacheURL: diskStorage.directoryURL))
        callbackQueue.execute {
            completion?(
                CacheStoreResult(memoryCacheResult: .success(()), diskCacheResult: .failure(error)))
        }
    }

    override func store(
        _ image: KFCrossPlatformImage, original: Data?, forKey key: String,
        options: KingfisherParsedOptionsInfo, toDisk: Bool,
        completionHandler: (@Sendable (CacheStoreResult) -> Void)?
    ) {
        fail(options.callbackQueue, completionHandler)
    }

    override func storeToDisk(
        _ data: Data, forKey key: String, processorIdentifier identifier: String,
        forcedExtension: String?, expiration: StorageExpiration?, callbackQueue: CallbackQueue,
        completionHandler: (@Sendable (CacheStoreResult) -> Void)?
    ) {
        fail(callbackQueue, completionHandler)
    }
}
