import Foundation
import Locking
import Testing

@testable import Kingfisher

@Suite("Image cache: retrieving", .timeLimit(.minutes(1)))
struct ImageCacheRetrievingTests {
    private func stored(_ key: String = "a") async throws -> (CacheFixture, KFCrossPlatformImage) {
        let fixture = try CacheFixture()
        let image = try Picture.plain()
        try await fixture.cache.store(image, forKey: key)
        return (fixture, image)
    }

    @Test("I-20, I-28: a hit in memory is the same object, delivered before the method returns")
    func memoryHit() async throws {
        let (fixture, image) = try await stored()
        let found = Locked<KFCrossPlatformImage?>(nil)
        fixture.cache.retrieveImage(forKey: "a", callbackQueue: .untouch) { result in
            if case .success(.memory(let image)) = result { found.withLock { $0 = image } }
        }
        #expect(found.withLock { $0 } === image)
        #expect(fixture.cache.retrieveImageInMemoryCache(forKey: "a", options: nil) === image)
    }

    @MainActor
    @Test(
        "I-22, C-13: on the main thread hits in memory, and on disk when told, are delivered at once"
    )
    func memoryHitOnMain() async throws {
        let (fixture, _) = try await stored()
        let isDelivered = Locked(false)
        fixture.cache.retrieveImage(forKey: "a") { _ in isDelivered.withLock { $0 = true } }
        #expect(isDelivered.withLock { $0 })
        fixture.cache.clearMemoryCache()
        let wasSynchronous = Locked(false)
        fixture.cache.retrieveImage(forKey: "a", options: [.loadDiskFileSynchronously]) { _ in
            wasSynchronous.withLock { $0 = true }
        }
        #expect(wasSynchronous.withLock { $0 })
    }

    @Test("I-20, T-1: the queue of the argument counts, that of the options does not")
    func callbackQueue() async throws {
        let (fixture, _) = try await stored()
        let other = DispatchQueue(label: "option")
        let wanted = DispatchQueue(label: "argument")
        let key = DispatchSpecificKey<String>()
        other.setSpecific(key: key, value: "option")
        wanted.setSpecific(key: key, value: "argument")
        for clears in [false, true] {
            if clears { fixture.cache.clearMemoryCache() }
            let place: String? = await called { done in
                fixture.cache.retrieveImage(
                    forKey: "a", options: [.callbackQueue(.dispatch(other))],
                    callbackQueue: .dispatch(wanted)
                ) { _ in done(DispatchQueue.getSpecific(key: key)) }
            }
            #expect(place == "argument")
        }
    }

    @Test("I-21: without a handler nothing is looked up or promoted")
    func noHandler() async throws {
        let (fixture, _) = try await stored()
        fixture.cache.clearMemoryCache()
        fixture.cache.retrieveImage(forKey: "a", completionHandler: nil)
        _ = try await fixture.cache.diskStorageSize
        #expect(fixture.cache.imageCachedType(forKey: "a") == .disk)
    }

    @Test("I-22, T-9: what is read from disk is promoted before the handler runs")
    func promotes() async throws {
        let (fixture, image) = try await stored()
        let cache = fixture.cache
        cache.clearMemoryCache()
        let found: (ImageCacheResult?, CacheType) = await called { done in
            cache.retrieveImage(
                forKey: "a", options: [.memoryCacheExpiration(.seconds(44))],
                callbackQueue: .untouch
            ) { result in
                done((try? result.get(), cache.imageCachedType(forKey: "a")))
            }
        }
        #expect(found.0?.cacheType == .disk)
        #expect(found.0?.image?.cgImage == image.cgImage)
        #expect(found.1 == .memory)
        #expect(
            cache.memoryStorage.storage.object(forKey: "a")?.estimatedExpiration.isClose(
                to: Date(timeIntervalSinceNow: 44)) == true)
    }

    @Test("I-22: with fromMemoryCacheOrRefresh the disk is not asked")
    func memoryOnly() async throws {
        let (fixture, _) = try await stored()
        fixture.cache.clearMemoryCache()
        let result = try await fixture.cache.retrieveImage(
            forKey: "a", options: [.fromMemoryCacheOrRefresh])
        #expect(result.cacheType == .none)
        #expect(fixture.cache.imageCachedType(forKey: "a") == .disk)
    }

    @Test("I-23: absent is a success without an image")
    func absent() async throws {
        let fixture = try CacheFixture()
        #expect(try await fixture.cache.retrieveImage(forKey: "a").cacheType == .none)
        #expect(try await fixture.cache.retrieveImageInDiskCache(forKey: "a") == nil)
    }

    @Test("I-24, W-2, I-31: bytes that are no image are a miss, removed, and never extended")
    func damaged() async throws {
        let fixture = try CacheFixture()
        let cache = fixture.cache
        for options: KingfisherOptionsInfo in [[], [.loadDiskFileSynchronously]] {
            try await cache.storeToDisk(Data([1, 2, 3]), forKey: "a")
            #expect(cache.isCached(forKey: "a"))
            #expect(try await cache.retrieveImage(forKey: "a", options: options).image == nil)
            #expect(!cache.isCached(forKey: "a"))
            #expect(try fixture.files().isEmpty)
        }
    }

    @Test("W-2: a damaged file that was replaced meanwhile stays")
    func replacedWhileDamaged() throws {
        let fixture = try CacheFixture()
        let disk = fixture.cache.diskStorage
        try disk.store(value: Data([1]), forKey: "a")
        let entry = try #require(try disk.entry(forKey: "a", nil))
        try disk.store(value: Data([2]), forKey: "a")
        disk.removeDamaged(entry)
        #expect(try disk.value(forKey: "a") == Data([2]))
    }

    @Test("I-24, DEC-9: the serializer is asked once, and background decoding gives the scale")
    func decodes() async throws {
        final class Counting: CacheSerializer, Sendable {
            let count = Locked(0)
            func data(with image: KFCrossPlatformImage, original: Data?) -> Data? { nil }
            func image(
                with data: Data, options: KingfisherParsedOptionsInfo
            ) -> KFCrossPlatformImage? {
                count.withLock { $0 += 1 }
                return DefaultCacheSerializer.default.image(with: data, options: options)
            }
        }
        let (fixture, _) = try await stored()
        let serializer = Counting()
        let image = try await fixture.cache.retrieveImageInDiskCache(
            forKey: "a",
            options: [.cacheSerializer(serializer), .backgroundDecode, .scaleFactor(2)])
        #expect(image?.scale == 2)
        #expect(serializer.count.withLock { $0 } == 1)
    }

    @Test("I-27: a look on disk neither asks nor fills memory, and synchronously when told")
    func diskOnly() async throws {
        let (fixture, image) = try await stored()
        let cache = fixture.cache
        let fromDisk = try await cache.retrieveImageInDiskCache(forKey: "a")
        #expect(fromDisk !== image)
        #expect(fromDisk?.cgImage == image.cgImage)
        cache.clearMemoryCache()
        let isDelivered = Locked(false)
        cache.retrieveImageInDiskCache(forKey: "a", options: [.loadDiskFileSynchronously]) {
            let found = try? $0.get()
            isDelivered.withLock { $0 = found != nil }
        }
        #expect(isDelivered.withLock { $0 })
        #expect(cache.imageCachedType(forKey: "a") == .disk)
    }

    @Test("I-28, E-7: a hit in memory extends as the options say")
    func memoryExtension() async throws {
        let (fixture, _) = try await stored()
        let cache = fixture.cache
        _ = cache.retrieveImageInMemoryCache(
            forKey: "a",
            options: [
                .memoryCacheAccessExtendingExpiration(.expirationTime(.seconds(9_000)))
            ])
        #expect(
            cache.memoryStorage.storage.object(forKey: "a")?.estimatedExpiration.isClose(
                to: Date(timeIntervalSinceNow: 9_000)) == true)
    }

    @Test("11: a hit on disk extends as the options say")
    func diskExtension() async throws {
        let (fixture, _) = try await stored()
        let cache = fixture.cache
        let path = cache.cachePath(forKey: "a")
        for (options, seconds): (KingfisherOptionsInfo, TimeInterval) in [
            ([.diskCacheAccessExtendingExpiration(.none)], 604_800),
            ([.diskCacheAccessExtendingExpiration(.expirationTime(.seconds(500)))], 500),
        ] {
            _ = try await cache.retrieveImageInDiskCache(forKey: "a", options: options)
            cache.diskStorage.metaChangingQueue.sync {}
            #expect(
                try FileAccess.status(of: path)?.times.expiration?.isClose(
                    to: Date(timeIntervalSinceNow: seconds)) == true)
        }
    }

    @Test("I-29: image modifiers are not the cache's affair")
    func modifiers() async throws {
        let (fixture, image) = try await stored()
        let calls = Locked(0)
        let modifier = AnyImageModifier { image in
            calls.withLock { $0 += 1 }
            return image
        }
        for _ in 0..<2 {
            let result = try await fixture.cache.retrieveImage(
                forKey: "a", options: [.imageModifier(modifier)])
            #expect(result.image?.cgImage == image.cgImage)
            fixture.cache.clearMemoryCache()
        }
        #expect(calls.withLock { $0 } == 0)
    }

    @Test("I-30, H-3: another processor or extension is another entry")
    func otherVersions() async throws {
        let (fixture, _) = try await stored()
        let processed: KingfisherOptionsInfo = [.processor(NamedProcessor(identifier: "p"))]
        #expect(
            try await fixture.cache.retrieveImage(forKey: "a", options: processed).image == nil)
        fixture.cache.clearMemoryCache()
        #expect(
            try await fixture.cache.retrieveImage(
                forKey: "a", options: [.forcedCacheFileExtension("png")]
            ).image == nil)
        #expect(try await fixture.cache.retrieveImage(forKey: "a").image != nil)
        try await fixture.cache.store(
            try Picture.plain(), forKey: "b", processorIdentifier: "p")
        #expect(try await fixture.cache.retrieveImage(forKey: "b").image == nil)
    }

    @Test("R-2, I-22: a file that is there and cannot be read is a failure")
    func unreadable() async throws {
        let (fixture, _) = try await stored()
        let cache = fixture.cache
        cache.clearMemoryCache()
        let path = cache.cachePath(forKey: "a")
        try FileManager.default.removeItem(atPath: path)
        // A link to a directory: its own dates are fine, there are no bytes behind it.
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: fixture.path)
        cache.diskStorage.maybeCached = nil
        try setLinkDates(path)
        for options: KingfisherOptionsInfo in [[], [.loadDiskFileSynchronously]] {
            let error = await #expect(throws: KingfisherError.self) {
                try await cache.retrieveImage(forKey: "a", options: options)
            }
            #expect(error?.errorCode == 3004)
        }
    }
}

@Suite("Image cache: staleness", .timeLimit(.minutes(1)))
struct ImageCacheStalenessTests {
    /// Answers with what is given in turn, then with the last answer.
    private final class Answers: Sendable {
        private let state: Locked<(answers: [Bool], count: Int)>

        init(_ answers: [Bool]) { state = Locked((answers, 0)) }

        var count: Int { state.withLock { $0.count } }

        func next() -> Bool {
            state.withLock { state in
                let answer = state.answers[min(state.count, state.answers.count - 1)]
                state.count += 1
                return answer
            }
        }
    }

    private final class Counting: CacheSerializer, Sendable {
        let count = Locked(0)
        func data(with image: KFCrossPlatformImage, original: Data?) -> Data? { nil }
        func image(
            with data: Data, options: KingfisherParsedOptionsInfo
        ) -> KFCrossPlatformImage? {
            count.withLock { $0 += 1 }
            return DefaultCacheSerializer.default.image(with: data, options: options)
        }
    }

    private func retrieve(
        _ answers: [Bool], _ serializer: Counting, isSynchronous: Bool
    ) async throws -> (result: ImageCacheResult, isPromoted: Bool, checks: Int) {
        let fixture = try CacheFixture()
        let cache = fixture.cache
        try await cache.store(try Picture.plain(), forKey: "a")
        cache.clearMemoryCache()
        let checker = Answers(answers)
        var options = KingfisherParsedOptionsInfo([.cacheSerializer(serializer)])
        options.loadDiskFileSynchronously = isSynchronous
        options.sourceTaskIdentifierChecker = { checker.next() }
        let result = try await cache.retrieveImage(forKey: "a", options: options)
        #expect(cache.diskStorage.isCached(forKey: "a"))
        return (result, cache.memoryStorage.isCached(forKey: "a"), checker.count)
    }

    @Test(
        "9.3a, I-24, I-25, I-26: stale before the read: nothing is read", arguments: [false, true])
    func beforeRead(isSynchronous: Bool) async throws {
        let serializer = Counting()
        let outcome = try await retrieve([false], serializer, isSynchronous: isSynchronous)
        #expect(outcome.result.cacheType == .none)
        #expect(!outcome.isPromoted)
        #expect(serializer.count.withLock { $0 } == 0)
    }

    @Test("9.3b, I-24, I-25: stale after the read: nothing is decoded", arguments: [false, true])
    func beforeDecode(isSynchronous: Bool) async throws {
        let serializer = Counting()
        let outcome = try await retrieve([true, false], serializer, isSynchronous: isSynchronous)
        #expect(outcome.result.cacheType == .none)
        #expect(!outcome.isPromoted)
        #expect(serializer.count.withLock { $0 } == 0)
    }

    @Test(
        "9.3c, I-22, C-11: stale after decoding: nothing reaches memory", arguments: [false, true])
    func beforePromotion(isSynchronous: Bool) async throws {
        let serializer = Counting()
        let outcome = try await retrieve(
            [true, true, false], serializer, isSynchronous: isSynchronous)
        #expect(outcome.result.cacheType == .none)
        #expect(!outcome.isPromoted)
        #expect(serializer.count.withLock { $0 } == 1)
    }

    @Test("I-25: a request that stays wanted is asked at each step", arguments: [false, true])
    func wanted(isSynchronous: Bool) async throws {
        let outcome = try await retrieve([true], Counting(), isSynchronous: isSynchronous)
        #expect(outcome.result.cacheType == .disk)
        #expect(outcome.isPromoted)
        #expect(outcome.checks >= 2)
    }

    @Test("I-22: a hit in memory asks nobody")
    func memoryHit() async throws {
        let fixture = try CacheFixture()
        try await fixture.cache.store(try Picture.plain(), forKey: "a")
        var options = KingfisherParsedOptionsInfo(nil)
        let checker = Answers([false])
        options.sourceTaskIdentifierChecker = { checker.next() }
        let result = try await fixture.cache.retrieveImage(forKey: "a", options: options)
        #expect(result.cacheType == .memory)
        #expect(checker.count == 0)
    }
}
