import Foundation
import Locking
import Testing

@testable import Kingfisher

@Suite("Image cache: clearing, cleaning and questions", .timeLimit(.minutes(1)))
struct ImageCacheCleaningTests {
    @Test("I-32: clearing memory is done at once and leaves the disk")
    func clearsMemory() async throws {
        let fixture = try CacheFixture()
        try await fixture.cache.store(try Picture.plain(), forKey: "a")
        fixture.cache.clearMemoryCache()
        #expect(fixture.cache.memoryStorageCacheCost == 0)
        #expect(fixture.cache.imageCachedType(forKey: "a") == .disk)
    }

    @Test("I-32, 9.1: clearing the disk ends on the main queue, also without a directory")
    func clearsDisk() async throws {
        let fixture = try CacheFixture()
        let cache = fixture.cache
        try await cache.store(try Picture.plain(), forKey: "a")
        let isMain: Bool = await called { done in
            cache.clearDiskCache { done(Thread.isMainThread) }
        }
        #expect(isMain)
        #expect(cache.imageCachedType(forKey: "a") == .memory)
        #expect(try fixture.files().isEmpty)
        try FileManager.default.removeItem(atPath: fixture.path)
        await cache.clearDiskCache()
        await cache.clearCache()
        #expect(cache.imageCachedType(forKey: "a") == .none)
    }

    @Test("I-33, I-34, T-9: cleaning names what expired, then what exceeds the limit")
    func cleans() async throws {
        let fixture = try CacheFixture()
        let cache = fixture.cache
        for key in ["old1", "old2"] {
            try await cache.storeToDisk(
                Data(count: 10), forKey: key, forcedExtension: "bin", expiration: .seconds(0.05))
        }
        try await cache.storeToDisk(Data(count: 100), forKey: "big")
        #expect(
            await eventually { !cache.diskStorage.isCached(forKey: "old2", forcedExtension: "bin") }
        )
        // While the total is not known, nothing is trimmed but by cleaning.
        cache.diskStorage.index.state.withLock { $0.lose() }
        cache.diskStorage.config.sizeLimit = 50
        let events = Locked<[String]>([])
        let observer = NotificationCenter.default.addObserver(
            forName: .KingfisherDidCleanDiskCache, object: cache, queue: nil
        ) { note in
            let names = note.userInfo?[KingfisherDiskCacheCleanedHashKey] as? [String] ?? []
            let isMain = Thread.isMainThread
            events.withLock { $0 += names + ["posted on main: \(isMain)"] }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        await called { (done: @escaping @Sendable (()) -> Void) in
            cache.cleanExpiredDiskCache {
                events.withLock { $0.append("completed") }
                done(())
            }
        }
        let names = events.withLock { $0 }
        let old = ["old1", "old2"].map { cache.hash(forKey: $0, forcedExtension: "bin") }
        #expect(Set(names.prefix(2)) == Set(old))
        #expect(
            Array(names.dropFirst(2))
                == [cache.hash(forKey: "big"), "posted on main: true", "completed"])
    }

    @Test("I-34, I-35, W-6: with nothing to clean, or nothing to list, the handler is called")
    func cleansNothing() async throws {
        let fixture = try CacheFixture()
        let cache = fixture.cache
        let posts = Locked(0)
        let observer = NotificationCenter.default.addObserver(
            forName: .KingfisherDidCleanDiskCache, object: cache, queue: nil
        ) { _ in posts.withLock { $0 += 1 } }
        defer { NotificationCenter.default.removeObserver(observer) }
        await cache.cleanExpiredCache()
        try FileManager.default.removeItem(atPath: fixture.path)
        try Data().write(to: URL(fileURLWithPath: fixture.path))
        await cache.cleanExpiredDiskCache()
        await #expect(throws: KingfisherError.self) { try await cache.diskStorageSize }
        #expect(posts.withLock { $0 } == 0)
    }

    @Test("I-33: cleaning memory drops what expired")
    func cleansMemory() async throws {
        let cache = try CacheFixture().cache
        let options = KingfisherParsedOptionsInfo([.memoryCacheExpiration(.seconds(0.01))])
        try await cache.store(
            try Picture.plain(), forKey: "a", options: options, toDisk: false)
        #expect(await eventually { !cache.memoryStorage.isCached(forKey: "a") })
        #expect(cache.memoryStorageCacheCost == 48)
        cache.cleanExpiredMemoryCache()
        #expect(cache.memoryStorageCacheCost == 0)
    }

    @Test("I-44: cleaning can be started from code that does not wait")
    func cleanWithoutWaiting() throws {
        let cache = try CacheFixture().cache
        cache.cleanExpiredDiskCache()
        cache.cleanExpiredCache()
        cache.clearCache()
        cache.clearDiskCache()
    }

    @Test("W-7, D-37: a store that reaches the limit is followed by trimming, and told of")
    func trimsSoon() async throws {
        let parent = try TemporaryDirectory()
        let cache = try parent.cache(sizeLimit: 10_000)
        #expect(await eventually { cache.diskStorage.index.total == 0 })
        let posted = Locked<[String]>([])
        let observer = NotificationCenter.default.addObserver(
            forName: .KingfisherDidCleanDiskCache, object: cache, queue: nil
        ) { note in
            let names = note.userInfo?[KingfisherDiskCacheCleanedHashKey] as? [String] ?? []
            posted.withLock { $0 += names }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        let peak = Locked<UInt>(0)
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    for number in 0..<50 {
                        try? await cache.storeToDisk(
                            Data(count: 500), forKey: "\(writer)-\(number)")
                        let total = cache.diskStorage.index.total ?? 0
                        peak.withLock { $0 = max($0, total) }
                    }
                }
            }
        }
        // The limit, and an entry for each of the four writers.
        #expect(peak.withLock { $0 } <= 12_000)
        // Every removal has been told of once the last trimming is done.
        let isSettled = await eventually {
            posted.withLock { $0.count } == 200 - Int(cache.diskStorage.index.total ?? 0) / 500
        }
        #expect(isSettled)
        let size = try await cache.diskStorageSize
        #expect(size <= 12_000)
        #expect(size == cache.diskStorage.index.total)
    }

    @Test("I-36, C-1: where an image is, memory first")
    func cachedType() async throws {
        let cache = try CacheFixture().cache
        #expect(cache.imageCachedType(forKey: "a") == .none)
        #expect(!cache.isCached(forKey: "a"))
        try await cache.store(try Picture.plain(), forKey: "a")
        #expect(cache.imageCachedType(forKey: "a") == .memory)
        cache.clearMemoryCache()
        #expect(cache.imageCachedType(forKey: "a") == .disk)
        #expect(cache.isCached(forKey: "a"))
        #expect(!cache.isCached(forKey: "a", processorIdentifier: "p"))
    }

    @Test("I-37: memory knows no extension, the disk does")
    func extensions() async throws {
        let cache = try CacheFixture().cache
        try await cache.store(try Picture.plain(), forKey: "a", forcedExtension: "jpg")
        #expect(cache.imageCachedType(forKey: "a") == .memory)
        #expect(cache.imageCachedType(forKey: "a", forcedExtension: "jpg") == .memory)
        cache.clearMemoryCache()
        #expect(cache.imageCachedType(forKey: "a") == .none)
        #expect(cache.imageCachedType(forKey: "a", forcedExtension: "jpg") == .disk)
    }

    @Test("I-38, C-3: the disk is asked away from the caller's thread")
    func cachedTypeAsync() async throws {
        let cache = try CacheFixture().cache
        #expect(await cache.imageCachedTypeAsync(forKey: "a") == .none)
        try await cache.store(try Picture.plain(), forKey: "a")
        #expect(await cache.imageCachedTypeAsync(forKey: "a") == .memory)
        cache.clearMemoryCache()
        #expect(await cache.imageCachedTypeAsync(forKey: "a") == .disk)
        let places: [Bool] = await withTaskGroup(of: Bool.self) { group in
            for queue in [CallbackQueue.untouch, .mainAsync] {
                group.addTask {
                    await called { done in
                        cache.imageCachedTypeAsync(forKey: "a", callbackQueue: queue) { _ in
                            done(Thread.isMainThread)
                        }
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(places.sorted { !$0 && $1 } == [false, true])
    }

    @MainActor
    @Test("I-38: a hit in memory is told at once, on the caller's thread")
    func cachedTypeAsyncInMemory() async throws {
        let cache = try CacheFixture().cache
        try await cache.store(try Picture.plain(), forKey: "a", toDisk: false)
        let told = Locked<CacheType?>(nil)
        cache.imageCachedTypeAsync(forKey: "a", callbackQueue: .untouch) { type in
            told.withLock { $0 = type }
        }
        #expect(told.withLock { $0 } == .memory)
    }

    @Test("I-39: names, paths and files")
    func names() async throws {
        let fixture = try CacheFixture()
        let cache = fixture.cache
        let name = cache.hash(forKey: "a", processorIdentifier: "p", forcedExtension: "png")
        #expect(name == "a@p".kf.sha256 + ".png")
        #expect(
            cache.cachePath(forKey: "a", processorIdentifier: "p", forcedExtension: "png")
                == fixture.path + "/" + name)
        #expect(cache.cacheFileURLIfOnDisk(forKey: "a") == nil)
        try await cache.store(try Picture.plain(), forKey: "a", toDisk: false)
        #expect(cache.cacheFileURLIfOnDisk(forKey: "a") == nil)
        try await cache.store(try Picture.plain(), forKey: "a")
        #expect(cache.cacheFileURLIfOnDisk(forKey: "a")?.path == cache.cachePath(forKey: "a"))
    }

    @Test("I-40: sizes: of the disk on the main queue, of memory at once")
    func sizes() async throws {
        let fixture = try CacheFixture()
        let cache = fixture.cache
        #expect(try await cache.diskStorageSize == 0)
        try await cache.storeToDisk(Data(count: 30), forKey: "a")
        try await cache.storeToDisk(Data(count: 12), forKey: "b")
        let measured: (UInt?, Bool) = await called { done in
            cache.calculateDiskStorageSize { done((try? $0.get(), Thread.isMainThread)) }
        }
        #expect(measured.0 == 42)
        #expect(measured.1)
        try FileManager.default.removeItem(atPath: fixture.path)
        #expect(try await cache.diskStorageSize == 0)
        try await cache.store(
            try Picture.plain(width: 5, height: 2), forKey: "c", toDisk: false)
        #expect(cache.memoryStorageCacheCost == 40)
    }

    @Test("I-43: what is open can be overridden and is used")
    func overriding() async throws {
        final class Deaf: ImageCache, @unchecked Sendable {
            override func imageCachedType(
                forKey key: String, processorIdentifier identifier: String,
                forcedExtension: String?
            ) -> CacheType { .none }
            override func retrieveImage(
                forKey key: String, options: KingfisherParsedOptionsInfo
            ) async throws -> ImageCacheResult { .none }
            override var memoryStorageCacheCost: Int { -1 }
        }
        let cache = try CacheFixture().cache
        let deaf = Deaf(memoryStorage: cache.memoryStorage, diskStorage: cache.diskStorage)
        try await deaf.store(try Picture.plain(), forKey: "a", toDisk: false)
        #expect(!deaf.isCached(forKey: "a"))
        #expect(try await deaf.retrieveImage(forKey: "a").image == nil)
        #expect(deaf.memoryStorageCacheCost == -1)
    }
}
