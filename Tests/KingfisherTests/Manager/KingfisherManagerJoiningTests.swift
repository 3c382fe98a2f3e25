import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

/// Equal requests through the manager, at whatever moment they come.
@Suite("KingfisherManager: equal requests share one load", .timeLimit(.minutes(1)))
struct KingfisherManagerJoiningTests {
    private let picture: @Sendable () -> KFCrossPlatformImage? = { try? TestPicture.image() }

    @Test(
        "4.4: 10,000 callers before, during and after the making of an image make one request")
    func tenThousandCallers() async throws {
        let fixture = try ManagerFixture()
        let processor = HeldProcessor("ten thousand", gives: picture)
        let options = processor.options + [.cacheMemoryOnly]
        let types = Recorder<CacheType?>()
        func call(_ count: Int) {
            for _ in 0..<count {
                fixture.manager.retrieveImage(with: fixture.url, options: options) {
                    types.record(try? $0.get().cacheType)
                }
            }
        }
        call(4000)
        await processor.begun.wait()
        call(5000)
        processor.release()
        // These come while the others are being completed, or after it.
        call(1000)
        let all = await types.wait(10_000)
        #expect(all.allSatisfy { $0 == CacheType.none || $0 == .memory })
        #expect(all.filter { $0 == CacheType.none }.count >= 9000)
        #expect(fixture.server.requestCount == 1 && processor.runCount == 1)
    }

    @Test("an image is in memory before requests for it stop joining its download")
    func storedBeforeJoiningEnds() async throws {
        let fixture = try ManagerFixture()
        let processor = HeldProcessor("stored early", gives: picture)
        let types = Recorder<CacheType?>()
        let ask: @Sendable () -> Void = {
            fixture.manager.retrieveImage(with: fixture.url, options: processor.options) {
                types.record(try? $0.get().cacheType)
            }
        }
        // The first caller is the downloader's, which stores nothing and is completed first.
        fixture.downloader.downloadImage(with: fixture.url, options: processor.options) { _ in
            ask()
        }
        ask()
        await processor.begun.wait()
        processor.release()
        #expect(await types.wait(2) == [.memory, CacheType.none])
        #expect(fixture.server.requestCount == 1 && processor.runCount == 1)
    }

    @Test("an image that comes into memory between the look-up and the download is not loaded")
    func arrivedMeanwhile() async throws {
        let fixture = try ManagerFixture()
        let image = try TestPicture.image()
        let spy = DelegateSpy()
        fixture.downloader.delegate = spy
        // Runs after the caches were asked and before the request goes out.
        let modifier = AnyModifier { request in
            fixture.cache.store(
                image, forKey: fixture.url.absoluteString, toDisk: false, completionHandler: nil)
            return request
        }
        let result = try await fixture.retrieve(fixture.url, [.requestModifier(modifier)]).get()
        #expect(result.image === image && result.cacheType == .memory)
        #expect(fixture.server.requestCount == 0 && spy.events.values.isEmpty)
    }

    @Test("a forced refresh loads although the image came into memory meanwhile")
    func forcedRefresh() async throws {
        let fixture = try ManagerFixture()
        let image = try TestPicture.image()
        let modifier = AnyModifier { request in
            fixture.cache.store(
                image, forKey: fixture.url.absoluteString, toDisk: false, completionHandler: nil)
            return request
        }
        let result = try await fixture.retrieve(
            fixture.url, [.requestModifier(modifier), .forceRefresh]
        ).get()
        #expect(result.image !== image && result.cacheType == CacheType.none)
        #expect(fixture.server.requestCount == 1)
    }

    @Test("19.4.4: callers that wait for the cache find the image on disk, however many share it")
    func waitForCache() async throws {
        let fixture = try ManagerFixture()
        let processor = HeldProcessor("wait for cache", gives: picture)
        let isOnDisk = Recorder<Bool>()
        let key = fixture.url.absoluteString
        for _ in 0..<100 {
            fixture.manager.retrieveImage(
                with: fixture.url, options: processor.options + [.waitForCache]
            ) { _ in
                fixture.cache.memoryStorage.removeAll()
                let type = fixture.cache.imageCachedType(
                    forKey: key, processorIdentifier: processor.identifier)
                isOnDisk.record(type == .disk)
            }
        }
        processor.release()
        #expect(await isOnDisk.wait(100).allSatisfy(\.self))
        #expect(fixture.server.requestCount == 1)
    }
}
