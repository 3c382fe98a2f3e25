import Foundation
import Locking
import Testing

@testable import Kingfisher

/// Decodes only when it is let go, and counts.
private final class GatedSerializer: CacheSerializer, Sendable {
    let started = Locked(0)
    let order = Locked<[CGFloat]>([])
    private let gate = DispatchSemaphore(value: 0)

    func data(with image: KFCrossPlatformImage, original: Data?) -> Data? {
        image.kf.pngRepresentation()
    }

    func image(with data: Data, options: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage? {
        started.withLock { $0 += 1 }
        order.withLock { $0.append(options.scaleFactor) }
        gate.wait()
        return DefaultCacheSerializer.default.image(with: data, options: options)
    }

    func open(_ times: Int = 1) {
        for _ in 0..<times { gate.signal() }
    }
}

/// Encodes only when it is let go.
private final class GatedEncoder: CacheSerializer, Sendable {
    private let gate = DispatchSemaphore(value: 0)

    func data(with image: KFCrossPlatformImage, original: Data?) -> Data? {
        gate.wait()
        return image.kf.pngRepresentation()
    }

    func image(with data: Data, options: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage? {
        DefaultCacheSerializer.default.image(with: data, options: options)
    }

    func open() { gate.signal() }
}

@Suite("Image cache: order, sharing and budget", .timeLimit(.minutes(1)))
struct ImageCacheOrderTests {
    @Test("T-7: disk work on one key keeps the order it was asked for in")
    func order() async throws {
        let cache = try CacheFixture().cache
        let pictures = try (0..<20).map { try Picture.plain(blue: UInt8($0)) }
        let seen = Locked<[UInt8]>([])
        let group = DispatchGroup()
        for picture in pictures {
            cache.store(picture, forKey: "a", completionHandler: nil)
            group.enter()
            cache.retrieveImageInDiskCache(forKey: "a") { result in
                let blue = (try? result.get())?.cgImage?.pixel(x: 0, y: 0)?.blue
                seen.withLock { $0.append(blue ?? 255) }
                group.leave()
            }
        }
        await withCheckedContinuation { done in
            group.notify(queue: .global()) { done.resume() }
        }
        #expect(seen.withLock { $0.sorted() } == Array(0..<20))
    }

    @Test("T-7, W-14: what is read at once while its entry changes does not stay in memory")
    func readAtOnce() async throws {
        let cache = try CacheFixture().cache
        let encoder = GatedEncoder()
        func blue() async throws -> UInt8? {
            try await cache.retrieveImage(forKey: "a", options: [.loadDiskFileSynchronously])
                .image?.cgImage?.pixel(x: 0, y: 0)?.blue
        }
        try await cache.store(try Picture.plain(blue: 1), forKey: "a")
        let isStored = AsyncStream<Void>.makeStream()
        cache.store(
            try Picture.plain(blue: 2), forKey: "a",
            options: KingfisherParsedOptionsInfo([.cacheSerializer(encoder)])
        ) { _ in isStored.continuation.finish() }
        cache.clearMemoryCache()
        #expect(try await blue() == 1)
        #expect(cache.retrieveImageInMemoryCache(forKey: "a") == nil)
        encoder.open()
        for await _ in isStored.stream {}
        #expect(try await blue() == 2)
        #expect(cache.retrieveImageInMemoryCache(forKey: "a") != nil)
    }

    @Test("T-7: clearing, measuring and removing take in what was asked for before")
    func fences() async throws {
        let fixture = try CacheFixture()
        let cache = fixture.cache
        for number in 0..<50 {
            cache.storeToDisk(Data(count: 10), forKey: "\(number)", completionHandler: nil)
        }
        #expect(try await cache.diskStorageSize == 500)
        for number in 50..<100 {
            cache.storeToDisk(Data(count: 10), forKey: "\(number)", completionHandler: nil)
        }
        cache.clearDiskCache(completion: nil)
        cache.storeToDisk(Data(count: 7), forKey: "after", completionHandler: nil)
        #expect(try await cache.diskStorageSize == 7)
        cache.storeToDisk(Data(count: 7), forKey: "gone", completionHandler: nil)
        try await cache.removeImage(forKey: "gone")
        #expect(try fixture.files().count == 1)
    }

    @Test("T-8, T-10: memory runs ahead of the disk; two caches of one name share files")
    func sharedDirectory() async throws {
        let parent = try TemporaryDirectory()
        let (first, second) = (try parent.cache(), try parent.cache())
        try await first.store(try Picture.plain(), forKey: "a")
        first.clearMemoryCache()
        #expect(first.imageCachedType(forKey: "a") == .disk)
        #expect(await eventually { second.imageCachedType(forKey: "a") == .disk })
        #expect(try await second.retrieveImage(forKey: "a").cacheType == .disk)
    }

    @Test("T-6: queued work keeps the cache alive until it is done")
    func staysAlive() async throws {
        let parent = try TemporaryDirectory()
        func start() throws -> (AsyncStream<Bool>, URL) {
            let cache = try parent.cache()
            let (stream, continuation) = AsyncStream<Bool>.makeStream()
            cache.store(try Picture.plain(), forKey: "a") {
                continuation.yield((try? $0.diskCacheResult.get()) != nil)
                continuation.finish()
            }
            return (stream, cache.diskStorage.cacheFileURL(forKey: "a"))
        }
        let (results, file) = try start()
        for await isStored in results { #expect(isStored) }
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test("T-11: every handler is called once, whatever runs beside it")
    func once() async throws {
        let cache = try CacheFixture().cache
        let picture = try Picture.plain()
        let calls = Locked<[Int: Int]>([:])
        let group = DispatchGroup()
        for number in 0..<400 {
            group.enter()
            let done: @Sendable () -> Void = {
                calls.withLock { $0[number, default: 0] += 1 }
                group.leave()
            }
            let key = "\(number % 13)"
            switch number % 8 {
            case 0, 1: cache.store(picture, forKey: key) { _ in done() }
            case 2, 3: cache.retrieveImage(forKey: key) { _ in done() }
            case 4: cache.removeImage(forKey: key) { done() }
            case 5: cache.retrieveImageInDiskCache(forKey: key) { _ in done() }
            case 6: cache.imageCachedTypeAsync(forKey: key) { _ in done() }
            default:
                if number % 16 == 7 {
                    cache.clearDiskCache { done() }
                } else {
                    cache.cleanExpiredDiskCache { done() }
                }
            }
        }
        await withCheckedContinuation { finished in
            group.notify(queue: .global()) { finished.resume() }
        }
        #expect(calls.withLock { $0.count } == 400)
        #expect(calls.withLock { $0.values.allSatisfy { $0 == 1 } })
    }

    @Test("W-23: equal requests share one read and one decoding")
    func sharing() async throws {
        let cache = try CacheFixture().cache
        try await cache.store(try Picture.plain(), forKey: "a")
        cache.clearMemoryCache()
        let images: [ObjectIdentifier] = await withTaskGroup(of: ObjectIdentifier?.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    await called { done in
                        cache.retrieveImageInDiskCache(forKey: "a") {
                            done((try? $0.get()).map(ObjectIdentifier.init))
                        }
                    }
                }
            }
            return await group.reduce(into: []) { if let id = $1 { $0.append(id) } }
        }
        #expect(images.count == 50)
        #expect(Set(images).count < 50)
    }

    @Test("W-14: what was removed, cleared or replaced during a read does not come back")
    func generations() async throws {
        let changes: [(ImageCache) async throws -> Void] = [
            { try await $0.removeImage(forKey: "a") },
            { $0.clearMemoryCache() },
            { $0.memoryStorage.remove(forKey: "a") },
            { await $0.clearCache() },
        ]
        for change in changes {
            let cache = try CacheFixture().cache
            try await cache.store(try Picture.plain(), forKey: "a")
            cache.clearMemoryCache()
            let serializer = GatedSerializer()
            let (results, continuation) = AsyncStream<CacheType>.makeStream()
            cache.retrieveImage(
                forKey: "a", options: [.cacheSerializer(serializer)], callbackQueue: .untouch
            ) {
                continuation.yield((try? $0.get())?.cacheType ?? .none)
                continuation.finish()
            }
            #expect(await eventually { serializer.started.withLock { $0 } == 1 })
            try await change(cache)
            serializer.open()
            for await type in results { #expect(type == .disk) }
            #expect(!cache.memoryStorage.isCached(forKey: "a"))
        }
    }

    @Test("W-14: a newer image is not replaced by an older one that was being read")
    func newerStays() async throws {
        let cache = try CacheFixture().cache
        try await cache.store(try Picture.plain(blue: 1), forKey: "a")
        cache.clearMemoryCache()
        let serializer = GatedSerializer()
        let (results, continuation) = AsyncStream<Void>.makeStream()
        cache.retrieveImage(
            forKey: "a", options: [.cacheSerializer(serializer)], callbackQueue: .untouch
        ) { _ in continuation.finish() }
        #expect(await eventually { serializer.started.withLock { $0 } == 1 })
        let newer = try Picture.plain(blue: 2)
        try await cache.store(newer, forKey: "a", toDisk: false)
        serializer.open()
        for await _ in results {}
        #expect(cache.retrieveImageInMemoryCache(forKey: "a") === newer)
    }

    @Test("W-23: a slow decoding delays neither reads nor writes of other keys")
    func lanes() async throws {
        let cache = try CacheFixture().cache
        let picture = try Picture.plain()
        let slow = GatedSerializer()
        try await cache.store(picture, forKey: "slow")
        try await cache.store(picture, forKey: "fast")
        let waiting = ProcessInfo.processInfo.activeProcessorCount * 2
        let (results, continuation) = AsyncStream<Void>.makeStream()
        for _ in 0..<waiting {
            cache.retrieveImageInDiskCache(forKey: "slow", options: [.cacheSerializer(slow)]) { _ in
                continuation.yield()
            }
        }
        #expect(await eventually { slow.started.withLock { $0 } > 0 })
        try await cache.store(picture, forKey: "other")
        #expect(await cache.imageCachedTypeAsync(forKey: "other") != .none)
        #expect(try await cache.diskStorageSize > 0)
        await cache.cleanExpiredDiskCache()
        #expect(cache.diskStorage.isCached(forKey: "fast"))
        slow.open(waiting)
        var finished = 0
        for await _ in results {
            finished += 1
            if finished == waiting { break }
        }
    }

    @Test("decoded bytes in flight stay below the limit, and everything is delivered")
    func budget() async throws {
        let cache = try CacheFixture().cache
        #expect(cache.decodedBytesInFlightLimit == 256 * 1_024 * 1_024)
        // 64 × 64 pixels are 16,384 bytes; two of them fit.
        cache.decodedBytesInFlightLimit = 40_000
        for number in 0..<12 {
            try await cache.store(
                try Picture.plain(width: 64, height: 64, blue: UInt8(number)), forKey: "\(number)")
        }
        cache.clearMemoryCache()
        let queue = DispatchQueue(label: "deliveries")
        let held = Locked<(now: Int, peak: Int)>((0, 0))
        queue.suspend()
        let group = DispatchGroup()
        for number in 0..<12 {
            group.enter()
            cache.retrieveImageInDiskCache(
                forKey: "\(number)", options: [.cacheSerializer(CountingDecodes(held))],
                callbackQueue: .dispatch(queue)
            ) { _ in
                held.withLock { $0.now -= 1 }
                group.leave()
            }
        }
        #expect(await eventually { held.withLock { $0.now } == 2 })
        queue.resume()
        await withCheckedContinuation { done in
            group.notify(queue: .global()) { done.resume() }
        }
        #expect(held.withLock { $0.peak } <= 2)
    }

    private struct CountingDecodes: CacheSerializer {
        let held: Locked<(now: Int, peak: Int)>

        init(_ held: Locked<(now: Int, peak: Int)>) { self.held = held }

        func data(with image: KFCrossPlatformImage, original: Data?) -> Data? { nil }

        func image(
            with data: Data, options: KingfisherParsedOptionsInfo
        ) -> KFCrossPlatformImage? {
            held.withLock { held in
                held.now += 1
                held.peak = max(held.peak, held.now)
            }
            return DefaultCacheSerializer.default.image(with: data, options: options)
        }
    }

    @Test("T-7: an extension of the settings and the same one of a request are one entry")
    func oneFile() throws {
        let disk = try CacheFixture().cache.diskStorage
        let plain = EntryKey("a.gif", "", nil)
        let forced = EntryKey("a.gif", "", "jpg")
        #expect(disk.resolved(plain) == plain)
        disk.config.pathExtension = "jpg"
        #expect(disk.resolved(plain) == disk.resolved(forced))
        #expect(disk.resolved(EntryKey("a.gif", "", "png")) != disk.resolved(forced))
        disk.config.pathExtension = nil
        disk.config.autoExtAfterHashedFileName = true
        #expect(disk.resolved(plain) == EntryKey("a.gif", "", "gif"))
    }

    @Test("W-14: a read that starts while an entry is removed does not bring it back")
    func removalRace() async throws {
        let cache = try CacheFixture().cache
        let data = try #require(
            DefaultCacheSerializer.default.data(with: try Picture.plain(), original: nil))
        for round in 0..<150 {
            try await cache.storeToDisk(data, forKey: "a")
            cache.clearMemoryCache()
            let group = DispatchGroup()
            for reader in 0..<4 {
                group.enter()
                DispatchQueue.global().async {
                    if reader == round % 4 {
                        cache.removeImage(forKey: "a") { group.leave() }
                    } else {
                        cache.retrieveImage(forKey: "a", callbackQueue: .untouch) { _ in
                            group.leave()
                        }
                    }
                }
            }
            await withCheckedContinuation { done in
                group.notify(queue: .global()) { done.resume() }
            }
            #expect(cache.imageCachedType(forKey: "a") == .none)
        }
    }

    @Test("W-14: a store that keeps nothing in memory lets no older image come back")
    func expiredInMemory() async throws {
        let cache = try CacheFixture().cache
        try await cache.store(try Picture.plain(blue: 1), forKey: "a")
        cache.clearMemoryCache()
        let serializer = GatedSerializer()
        let (results, continuation) = AsyncStream<Void>.makeStream()
        cache.retrieveImage(
            forKey: "a", options: [.cacheSerializer(serializer)], callbackQueue: .untouch
        ) { _ in continuation.finish() }
        #expect(await eventually { serializer.started.withLock { $0 } == 1 })
        try await cache.store(
            try Picture.plain(blue: 2), forKey: "a",
            options: KingfisherParsedOptionsInfo([.memoryCacheExpiration(.expired)]))
        serializer.open()
        for await _ in results {}
        #expect(cache.imageCachedType(forKey: "a") == .disk)
    }
}
