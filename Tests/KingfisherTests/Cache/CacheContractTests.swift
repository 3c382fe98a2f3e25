import Foundation
import Locking
import Testing

@testable import Kingfisher

/// What the rest of the library relies on.
@Suite("Contract of the caches", .timeLimit(.minutes(1)))
struct CacheContractTests {
    @Test("C-2: what is only on disk does not count when memory or a refresh is wanted")
    func memoryOrRefresh() async throws {
        let fixture = try ManagerFixture()
        _ = try await fixture.retrieve(fixture.url).get()
        fixture.cache.clearMemoryCache()
        let options: KingfisherOptionsInfo = [.fromMemoryCacheOrRefresh, .onlyFromCache]
        let error = await fixture.retrieve(fixture.url, options).failure
        #expect(error?.errorCode == 3006)
        #expect(fixture.cache.imageCachedType(forKey: fixture.url.cacheKey) == .disk)
    }

    @Test("C-4: a hit that turns out to be no image does not exist when only the cache may answer")
    func vanishedHit() async throws {
        let fixture = try ManagerFixture()
        try await fixture.cache.storeToDisk(Data([1, 2, 3]), forKey: fixture.url.cacheKey)
        let error = await fixture.retrieve(fixture.url, [.onlyFromCache]).failure
        #expect(error?.errorCode == 3006)
        #expect(fixture.server.requestCount(path: "/a.png") == 0)
    }

    @Test("C-6: what a serializer kept of the original is processed again, else it is not")
    func originalData() async throws {
        for keepsOriginal in [false, true] {
            let fixture = try ManagerFixture()
            var serializer = DefaultCacheSerializer()
            serializer.preferCacheOriginalData = keepsOriginal
            let processor = CountingProcessor()
            let options: KingfisherOptionsInfo = [
                .processor(processor), .cacheSerializer(serializer),
            ]
            _ = try await fixture.retrieve(fixture.url, options).get()
            fixture.cache.clearMemoryCache()
            let again = try await fixture.retrieve(fixture.url, options).get()
            #expect(again.cacheType == .disk)
            #expect(again.pixelWidth == 3)
            #expect(processor.runCount == (keepsOriginal ? 2 : 1))
        }
    }

    @Test("C-7: an animation made with other options is made anew of its bytes")
    func animation() async throws {
        let fixture = try ManagerFixture()
        let key = fixture.url.cacheKey
        let image = try #require(
            DefaultCacheSerializer.default.image(
                with: CachePictures.gif,
                options: KingfisherParsedOptionsInfo([.onlyLoadFirstFrame])))
        try await fixture.cache.store(image, original: CachePictures.gif, forKey: key)
        fixture.cache.clearMemoryCache()
        _ = try await fixture.retrieve(fixture.url, [.scaleFactor(1)]).get()
        let scaled = try await fixture.retrieve(fixture.url, [.scaleFactor(2)]).get()
        #expect(scaled.cacheType == .memory)
        #expect(scaled.image.scale == 2)
    }

    @Test("C-8: who waits for the cache finds the image and the original on disk")
    func waits() async throws {
        let fixture = try ManagerFixture()
        let processor = CountingProcessor()
        _ = try await fixture.retrieve(
            fixture.url, [.processor(processor), .cacheOriginalImage]
        ).get()
        let disk = fixture.cache.diskStorage
        let key = fixture.url.cacheKey
        #expect(disk.isCached(forKey: key.computedKey(with: processor.identifier)))
        #expect(try disk.value(forKey: key) == TestPicture.png())
    }

    @Test("C-9: a hit's data is what the serializer makes of the image")
    func data() async throws {
        let fixture = try ManagerFixture()
        let fresh = try await fixture.retrieve(fixture.url).get()
        #expect(fresh.data() == (try TestPicture.png()))
        let hit = try await fixture.retrieve(fixture.url).get()
        #expect(hit.data() == DefaultCacheSerializer.default.data(with: hit.image, original: nil))
    }

    @Test("C-10: a stale hit fails once, asks no retry strategy and sends no request")
    func stale() async throws {
        let fixture = try ManagerFixture()
        _ = try await fixture.retrieve(fixture.url).get()
        fixture.cache.clearMemoryCache()
        let failures = Locked<[KingfisherError?]>([])
        let result: Result<RetrieveImageResult, KingfisherError> = await called { done in
            _ = fixture.manager.retrieveImage(
                with: fixture.url.convertToSource(), options: KingfisherParsedOptionsInfo(nil),
                downloadTaskUpdated: nil, referenceTaskIdentifierChecker: { false }
            ) { result in
                failures.withLock { $0.append(result.failure) }
                done(result)
            }
        }
        #expect(result.failure != nil)
        #expect(failures.withLock { $0.count } == 1)
        #expect(fixture.server.requestCount(path: "/a.png") == 1)
        #expect(!fixture.cache.memoryStorage.isCached(forKey: fixture.url.cacheKey))
    }

    @Test("C-14: a local file's key does not name the place of the app")
    func localKeys() {
        #expect(URL.localFileCacheKeyPrefix == "kingfisher.local.cacheKey")
        #expect(
            URL(fileURLWithPath: "/a/b").localFileCacheKey == "kingfisher.local.cacheKey///a/b")
        let first = URL(fileURLWithPath: "/x/1234/Thing.app/picture.png")
        let second = URL(fileURLWithPath: "/y/5678/Thing.app/picture.png")
        #expect(first.localFileCacheKey == "kingfisher.local.cacheKey/Thing.app/picture.png")
        #expect(first.localFileCacheKey == second.localFileCacheKey)
    }

    @Test("C-15, I-41: resources of live photos are found under the extension of their type")
    func livePhotos() async throws {
        #expect(
            LivePhotoImageProcessor.default.identifier
                == "com.onevcat.Kingfisher.LivePhotoImageProcessor")
        let cache = try CacheFixture().cache
        for name in ["heic", "mov", "dat"] {
            try await cache.storeToDisk(Data([1]), forKey: name, forcedExtension: name)
        }
        try await cache.storeToDisk(Data([1]), forKey: "plain")
        func file(_ key: String, _ type: LivePhotoResource.FileType) -> String? {
            cache.possibleCacheFileURLIfOnDisk(forKey: key, referenceFileType: type)?.pathExtension
        }
        #expect(file("heic", .heic) == "heic")
        #expect(file("heic", .mov) == nil)
        #expect(file("mov", .mov) == "mov")
        #expect(file("dat", .other("dat")) == "dat")
        #expect(file("heic", .other("")) == "heic")
        #expect(file("mov", .other("")) == "mov")
        #expect(file("dat", .other("")) == nil)
        #expect(file("plain", .other("")) == nil)
        #expect(file("plain", .heic) == nil)
    }

    @Test("H-6: a cancellation happens once and for all, from any thread")
    func cancellation() {
        let token = CancellationToken()
        #expect(!token.isCancelled)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in token.cancel() }
        #expect(token.isCancelled)
    }

    @Test("N-5: names that tests give to their own helpers are free")
    func freeNames() throws {
        #expect(try "text".toData() == Data("text".utf8))
        #expect(String.empty == "")
        #expect(7.cacheCost == 7)
        let result: Result<Int, KingfisherError> = .success(1)
        #expect(result.value == 1)
        #expect(result.error == nil)
    }
}

extension Result {
    fileprivate var value: Success? { try? get() }
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

extension Int {
    fileprivate var cacheCost: Int { self }
}

extension String {
    fileprivate static var empty: String { "" }
    fileprivate func toData() throws -> Data { Data(utf8) }
}

/// Encoded pictures for the caches.
enum CachePictures {
    /// One red pixel and one blue one: a GIF of two frames.
    static let gif = Data(
        [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0xFF, 0, 0, 0, 0, 0xFF]
            + [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
            + [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0]
            + [0x3B])
}
