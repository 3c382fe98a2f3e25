import Foundation
import Locking
import Testing

@testable import Kingfisher

/// Cached images that are processed when they are found, and kept as processed ones.
@Suite("Writing processed hits back to memory", .timeLimit(.minutes(1)))
struct MemoryWriteBackTests {
    enum Change: CaseIterable, Sendable {
        case none
        case removal
        case clearing
        case store
    }

    @Test(
        "W15: what is removed, cleared or replaced while a hit is processed does not come back",
        arguments: Change.allCases, [CacheType.memory, .disk])
    func changedMeanwhile(change: Change, type: CacheType) async throws {
        let fixture = try ManagerFixture()
        let (cache, key) = (fixture.cache, fixture.url.absoluteString)
        let processor = HeldProcessor("write back", gives: { try? TestPicture.image(width: 3) })
        var serializer = DefaultCacheSerializer()
        serializer.preferCacheOriginalData = true
        let options = processor.options + [.cacheSerializer(serializer)]
        try await cache.store(
            TestPicture.image(), original: TestPicture.png(), forKey: key,
            options: KingfisherParsedOptionsInfo(options))
        if type == .disk { cache.clearMemoryCache() }

        async let result = fixture.retrieve(fixture.url, options)
        await processor.begun.wait()
        let newer = try TestPicture.image(width: 5)
        switch change {
        case .none: break
        case .removal:
            await withCheckedContinuation { continuation in
                cache.removeImage(
                    forKey: key, processorIdentifier: processor.identifier,
                    completionHandler: { continuation.resume() })
            }
        case .clearing: cache.clearMemoryCache()
        case .store:
            try await cache.store(
                newer, forKey: key, options: KingfisherParsedOptionsInfo(options), toDisk: false)
        }
        processor.release()

        let delivered = try await result.get()
        #expect(delivered.pixelWidth == 3 && delivered.cacheType == type)
        let kept = cache.retrieveImageInMemoryCache(
            forKey: key, options: [.processor(processor)])
        switch change {
        case .none: #expect(kept === delivered.image)
        case .removal, .clearing: #expect(kept == nil)
        case .store: #expect(kept === newer)
        }
    }

    @Test("W15: what a queue dropped instead of processing it is not waited for")
    func droppedWork() async throws {
        let fixture = try ManagerFixture()
        let (cache, key) = (fixture.cache, fixture.url.absoluteString)
        let processor = CountingProcessor()
        var serializer = DefaultCacheSerializer()
        serializer.preferCacheOriginalData = true
        let options: KingfisherOptionsInfo = [
            .processor(processor), .cacheSerializer(serializer),
            .processingQueue(.operationQueue(DroppingQueue())),
        ]
        try await cache.store(
            TestPicture.image(), original: TestPicture.png(), forKey: key,
            options: KingfisherParsedOptionsInfo(options), toDisk: false)
        fixture.manager.retrieveImage(with: fixture.url, options: options) { _ in }
        #expect(!cache.memoryStorage.state.withLock { $0.hasPromotions })
    }

    @Test("W-14: a promotion may replace what another one brought, and takes no other back")
    func replacing() {
        let storage = MemoryStorage.Backend<Weight>(config: .init(totalCostLimit: 0))
        let (first, second) = (
            storage.beginPromotion(forKey: "a"), storage.beginPromotion(forKey: "a")
        )
        let third = storage.beginPromotion(forKey: "a")
        storage.promote(Weight(cacheCost: 1), first, forKey: "a", expiration: nil)
        storage.promote(Weight(cacheCost: 2), second, forKey: "a", expiration: nil)
        #expect(storage.value(forKey: "a") == Weight(cacheCost: 1))
        storage.promote(Weight(cacheCost: 3), third, forKey: "a", replaces: true, expiration: nil)
        #expect(storage.value(forKey: "a") == Weight(cacheCost: 3))
        #expect(!storage.state.withLock { $0.hasPromotions })
    }
}

/// Runs nothing.
private final class DroppingQueue: CallbackOperationQueue {
    let underlyingQueue: DispatchQueue? = nil
    func addOperation(_ block: @escaping @Sendable () -> Void) {}
}
