import Foundation
import Locking
import Testing

@testable import Kingfisher

/// Awaits a handler that is called once.
func called<Value: Sendable>(
    _ start: (@escaping @Sendable (Value) -> Void) -> Void
) async -> Value {
    await withCheckedContinuation { done in start { done.resume(returning: $0) } }
}

@Suite("Image cache: creating and storing", .timeLimit(.minutes(1)))
struct ImageCacheTests {
    @Test("I-1: places say whether they are caches, results where they come from")
    func values() throws {
        #expect(CacheType.memory.cached && CacheType.disk.cached && !CacheType.none.cached)
        let image = try Picture.plain()
        #expect(ImageCacheResult.disk(image).image === image)
        #expect(ImageCacheResult.disk(image).cacheType == .disk)
        #expect(ImageCacheResult.memory(image).cacheType == .memory)
        #expect(ImageCacheResult.memory(image).image === image)
        #expect(ImageCacheResult.none.image == nil)
        #expect(ImageCacheResult.none.cacheType == .none)
    }

    @Test("I-3: the notification and its key have their names")
    func notificationNames() {
        #expect(
            Notification.Name.KingfisherDidCleanDiskCache.rawValue
                == "com.onevcat.Kingfisher.KingfisherDidCleanDiskCache")
        #expect(KingfisherDiskCacheCleanedHashKey == "com.onevcat.Kingfisher.cleanedHash")
    }

    @Test("I-4, I-9: a directory and a closure decide the place")
    func place() throws {
        let parent = try TemporaryDirectory()
        let cache = try ImageCache(name: "n", cacheDirectoryURL: parent.url)
        #expect(
            cache.diskStorage.directoryURL.path
                == parent.url.path + "/com.onevcat.Kingfisher.ImageCache.n")
        let closure: ImageCache.DiskCachePathClosure = { url, name in
            url.appendingPathComponent(name + "-modified", isDirectory: true)
        }
        let changed = try ImageCache(
            name: "n", cacheDirectoryURL: parent.url, diskCachePathClosure: closure)
        #expect(
            changed.diskStorage.directoryURL.path
                == parent.url.path + "/com.onevcat.Kingfisher.ImageCache.n-modified")
    }

    @Test("I-5, I-8: a cache by name has its defaults")
    func defaults() throws {
        let parent = try TemporaryDirectory()
        let cache = try ImageCache(name: "n", cacheDirectoryURL: parent.url)
        let quarter = Int(clamping: ProcessInfo.processInfo.physicalMemory / 4)
        #expect(cache.memoryStorage.config.totalCostLimit == quarter)
        #expect(cache.memoryStorage.config.countLimit == .max)
        #expect(cache.diskStorage.config.sizeLimit == 0)
        #expect(cache.diskStorage.config.name == "n")
        cache.diskStorage.config.sizeLimit = 5
        #expect(cache.diskStorage.config.sizeLimit == 5)
    }

    @Test("I-6, C-12: the default cache has the reserved name and is one object")
    func defaultCache() {
        #expect(ImageCache.default === ImageCache.default)
        #expect(ImageCache.default.diskStorage.config.name == "default")
    }

    @Test("I-7, N-4: a directory that cannot be made is an error with its path")
    func creationFails() throws {
        let parent = try TemporaryDirectory()
        let file = parent.url.appendingPathComponent("file")
        try Data().write(to: file)
        do {
            _ = try ImageCache(name: "test", cacheDirectoryURL: file)
            Issue.record("A directory below a file cannot be made.")
        } catch KingfisherError.cacheError(.cannotCreateDirectory(let path, _)) {
            #expect(path == file.path + "/com.onevcat.Kingfisher.ImageCache.test")
        }
    }

    @Test("I-7: an empty name ends the program")
    func emptyName() async {
        await #expect(processExitsWith: .failure) { _ = ImageCache(name: "") }
    }

    @Test("I-10: a cache that nobody holds is released")
    func released() async throws {
        func make() throws -> () -> AnyObject? {
            let cache = try CacheFixture().cache
            return { [weak cache] in cache }
        }
        let object = try make()
        #expect(await eventually { object() == nil })
        func use() async throws -> (directory: URL, cache: () -> AnyObject?) {
            let cache = try CacheFixture().cache
            try await cache.store(try Picture.plain(), forKey: "a")
            cache.clearMemoryCache()
            _ = try await cache.retrieveImage(forKey: "a")
            await cache.clearCache()
            return (cache.diskStorage.directoryURL, { [weak cache] in cache })
        }
        let used = try await use()
        #expect(await eventually { used.cache() == nil })
        // The test's directory goes with the storage: nothing holds that either.
        let path = used.directory.path
        #expect(await eventually { !FileManager.default.fileExists(atPath: path) })
    }

    @Test("I-2, I-12, T-9: a stored image is in memory at once and on disk at completion")
    func storesInMemoryThenOnDisk() async throws {
        let fixture = try CacheFixture()
        let cache = fixture.cache
        let image = try Picture.plain()
        let stored: CacheStoreResult = await called { done in
            cache.store(image, forKey: "a", completionHandler: done)
            #expect(cache.retrieveImageInMemoryCache(forKey: "a") === image)
        }
        if case .success = stored.memoryCacheResult {} else { Issue.record("Memory cannot fail.") }
        try stored.diskCacheResult.get()
        #expect(cache.imageCachedType(forKey: "a") == .memory)
        cache.clearMemoryCache()
        #expect(cache.imageCachedType(forKey: "a") == .disk)
        #expect(try fixture.files() == [cache.hash(forKey: "a")])
    }

    @Test("I-12: without the disk, success is reported on the caller's thread and nothing written")
    func memoryOnly() throws {
        let fixture = try CacheFixture()
        let isReported = Locked(false)
        fixture.cache.store(try Picture.plain(), forKey: "a", toDisk: false) { result in
            isReported.withLock { $0 = (try? result.diskCacheResult.get()) != nil }
        }
        #expect(isReported.withLock { $0 })
        #expect(try fixture.files().isEmpty)
        #expect(fixture.cache.imageCachedType(forKey: "a") == .memory)
    }

    @Test("I-12, 11: options decide key, serializer, extension, expirations and queue")
    func storeOptions() async throws {
        struct Fixed: CacheSerializer {
            func data(with image: KFCrossPlatformImage, original: Data?) -> Data? {
                Data("fixed".utf8) + (original ?? Data())
            }
            func image(
                with data: Data, options: KingfisherParsedOptionsInfo
            ) -> KFCrossPlatformImage? { nil }
        }
        let fixture = try CacheFixture()
        let cache = fixture.cache
        let queue = DispatchQueue(label: "reports")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let options = KingfisherParsedOptionsInfo([
            .processor(NamedProcessor(identifier: "p")), .cacheSerializer(Fixed()),
            .forcedCacheFileExtension("bin"), .memoryCacheExpiration(.seconds(7_700)),
            .diskCacheExpiration(.seconds(8_800)), .callbackQueue(.dispatch(queue)),
            .diskStoreWriteOptions(.withoutOverwriting),
        ])
        let image = try Picture.plain()
        let isOnQueue: Bool = await called { done in
            cache.store(image, original: Data("!".utf8), forKey: "a", options: options) { _ in
                done(DispatchQueue.getSpecific(key: key) == true)
            }
        }
        #expect(isOnQueue)
        #expect(cache.imageCachedType(forKey: "a") == .none)
        #expect(
            cache.memoryStorage.storage.object(forKey: "a@p")?.estimatedExpiration.isClose(
                to: Date(timeIntervalSinceNow: 7_700)) == true)
        let path = cache.cachePath(
            forKey: "a", processorIdentifier: "p", forcedExtension: "bin")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("fixed!".utf8))
        #expect(
            try FileAccess.status(of: path)?.times.expiration?.isClose(
                to: Date(timeIntervalSinceNow: 8_800)) == true)
        let again: CacheStoreResult = await called { done in
            cache.store(image, forKey: "a", options: options, completionHandler: done)
        }
        #expect(throws: KingfisherError.self) { try again.diskCacheResult.get() }
    }

    @Test("I-12, S-6, 3008: an image that gives no bytes fails on disk only (I-16)")
    func unencodable() async throws {
        let fixture = try CacheFixture()
        let cache = fixture.cache
        let empty = KFCrossPlatformImage()
        let result: CacheStoreResult = await called { done in
            cache.store(empty, forKey: "a", completionHandler: done)
        }
        let error = #expect(throws: KingfisherError.self) { try result.diskCacheResult.get() }
        #expect(error?.errorCode == 3008)
        #expect(cache.retrieveImageInMemoryCache(forKey: "a") === empty)
        #expect(try fixture.files().isEmpty)
        await #expect(throws: KingfisherError.self) { try await cache.store(empty, forKey: "a") }
    }

    @Test("I-13: single settings decide key, extension and serializer")
    func storeSettings() async throws {
        let fixture = try CacheFixture()
        let cache = fixture.cache
        try await cache.store(
            try Picture.plain(), forKey: "a", processorIdentifier: "p", forcedExtension: "jpg",
            cacheSerializer: FormatIndicatedCacheSerializer.jpeg)
        #expect(cache.imageCachedType(forKey: "a") == .none)
        #expect(cache.imageCachedType(forKey: "a", processorIdentifier: "p") == .memory)
        let name = cache.hash(forKey: "a", processorIdentifier: "p", forcedExtension: "jpg")
        #expect(name == "a@p".kf.sha256 + ".jpg")
        #expect(try fixture.files() == [name])
        let data = try Data(contentsOf: URL(fileURLWithPath: fixture.path + "/" + name))
        #expect(data.kf.imageFormat == .JPEG)
    }

    @Test("I-14: bytes are written as they are and memory is left alone")
    func storesBytes() async throws {
        let fixture = try CacheFixture()
        let cache = fixture.cache
        try await cache.storeToDisk(
            Data([1, 2, 3]), forKey: "a", processorIdentifier: "p", forcedExtension: "x",
            expiration: .seconds(50))
        #expect(
            cache.imageCachedType(forKey: "a", processorIdentifier: "p", forcedExtension: "x")
                == .disk)
        let path = cache.cachePath(forKey: "a", processorIdentifier: "p", forcedExtension: "x")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data([1, 2, 3]))
        try await cache.storeToDisk(Data([1]), forKey: "b", expiration: .expired)
        #expect(cache.imageCachedType(forKey: "b") == .none)
    }

    @Test("I-15, I-42: an error of the disk comes back in the result and is thrown")
    func storeFails() async throws {
        let fixture = try CacheFixture()
        let cache = fixture.cache
        try FileManager.default.removeItem(atPath: fixture.path)
        try Data().write(to: URL(fileURLWithPath: fixture.path))
        let error = await #expect(throws: KingfisherError.self) {
            try await cache.storeToDisk(Data([1]), forKey: "a")
        }
        #expect(error?.errorCode == 3009)
    }

    @Test("I-17, I-18: removing takes one version, from memory at once and then from disk")
    func removes() async throws {
        let fixture = try CacheFixture()
        let cache = fixture.cache
        let image = try Picture.plain()
        try await cache.store(image, forKey: "a")
        try await cache.store(image, forKey: "a", processorIdentifier: "p")
        await called { (done: @escaping @Sendable (()) -> Void) in
            cache.removeImage(forKey: "a") { done(()) }
            #expect(cache.retrieveImageInMemoryCache(forKey: "a") == nil)
        }
        #expect(cache.imageCachedType(forKey: "a") == .none)
        #expect(cache.imageCachedType(forKey: "a", processorIdentifier: "p") == .memory)
        let isDone = Locked(false)
        cache.removeImage(forKey: "a", processorIdentifier: "p", fromDisk: false) {
            isDone.withLock { $0 = true }
        }
        #expect(isDone.withLock { $0 })
        #expect(cache.imageCachedType(forKey: "a", processorIdentifier: "p") == .disk)
        try await cache.removeImage(forKey: "a", processorIdentifier: "p", fromMemory: false)
        #expect(cache.imageCachedType(forKey: "a", processorIdentifier: "p") == .none)
    }

    @Test("I-17, I-19, W-18: removing nothing is no failure; what cannot be removed is one")
    func removesNothing() async throws {
        let fixture = try CacheFixture()
        let cache = fixture.cache
        try await cache.removeImage(forKey: "nothing")
        let path = cache.cachePath(forKey: "a")
        try FileManager.default.createDirectory(
            atPath: path + "/full", withIntermediateDirectories: true)
        await #expect(throws: CocoaError.self) { try await cache.removeImage(forKey: "a") }
    }

    @Test("E-12: an image that is not to be kept on disk is not encoded for it")
    func expiredOnDisk() async throws {
        final class Counting: CacheSerializer, Sendable {
            let count = Locked(0)
            func data(with image: KFCrossPlatformImage, original: Data?) -> Data? {
                count.withLock { $0 += 1 }
                return DefaultCacheSerializer.default.data(with: image, original: original)
            }
            func image(
                with data: Data, options: KingfisherParsedOptionsInfo
            ) -> KFCrossPlatformImage? { nil }
        }
        let cache = try CacheFixture().cache
        let serializer = Counting()
        for expiration in [StorageExpiration.expired, .seconds(100)] {
            let options = KingfisherParsedOptionsInfo([
                .cacheSerializer(serializer), .diskCacheExpiration(expiration),
            ])
            try await cache.store(try Picture.plain(), forKey: "a", options: options)
            #expect(cache.diskStorage.isCached(forKey: "a") == !expiration.isExpired)
        }
        #expect(serializer.count.withLock { $0 } == 1)
    }
}
