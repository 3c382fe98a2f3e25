import Foundation
import Testing

@testable import Kingfisher

@Suite("Image cache", .timeLimit(.minutes(1)))
struct ImageCacheTests {
    @Test("I-12, T-9: a stored image is in memory at once and on disk at completion")
    func storesInMemoryThenOnDisk() async throws {
        let fixture = try CacheFixture()
        let cache = fixture.cache
        let image = try Picture.plain()
        let stored: CacheStoreResult = await withCheckedContinuation { done in
            cache.store(image, forKey: "a") { done.resume(returning: $0) }
            #expect(cache.retrieveImageInMemoryCache(forKey: "a") === image)
        }
        try stored.diskCacheResult.get()
        #expect(cache.imageCachedType(forKey: "a") == .memory)
        cache.clearMemoryCache()
        #expect(cache.imageCachedType(forKey: "a") == .disk)
        #expect(try fixture.files() == [cache.hash(forKey: "a")])
    }

    @Test("I-22: what is read from disk is promoted before the handler runs")
    func promotes() async throws {
        let fixture = try CacheFixture()
        let cache = fixture.cache
        let image = try Picture.plain()
        try await cache.store(image, forKey: "a")
        cache.clearMemoryCache()
        let found: (ImageCacheResult, CacheType) = await withCheckedContinuation { done in
            cache.retrieveImage(forKey: "a", options: nil, callbackQueue: .untouch) { result in
                let type = cache.imageCachedType(forKey: "a")
                done.resume(returning: ((try? result.get()) ?? .none, type))
            }
        }
        #expect(found.0.cacheType == .disk)
        #expect(found.0.image?.cgImage == image.cgImage)
        #expect(found.1 == .memory)
    }
}
