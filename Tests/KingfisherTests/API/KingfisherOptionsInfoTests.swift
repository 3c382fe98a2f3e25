import Foundation
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("KingfisherOptionsInfo", .timeLimit(.minutes(1)))
struct KingfisherOptionsInfoTests {
    @Test(
        "13: an empty list gives every documented default",
        arguments: [nil, KingfisherOptionsInfo.empty])
    func defaults(list: KingfisherOptionsInfo?) {
        let options = KingfisherParsedOptionsInfo(list)
        #expect(options.targetCache == nil)
        #expect(options.originalCache == nil)
        #expect(options.downloader == nil)
        #expect(options.downloadPriority == URLSessionTask.defaultPriority)
        #expect({ if case .none = options.transition { true } else { false } }())
        #expect(!options.forceRefresh)
        #expect(!options.forceTransition)
        #expect(!options.fromMemoryCacheOrRefresh)
        #expect(!options.cacheMemoryOnly)
        #expect(!options.waitForCache)
        #expect(!options.onlyFromCache)
        #expect(!options.backgroundDecode)
        #expect(!options.preloadAllAnimationData)
        #expect(options.callbackQueue.queue.label == DispatchQueue.main.label)
        #expect(options.scaleFactor == 1)
        #expect(options.requestModifier == nil)
        #expect(options.redirectHandler == nil)
        #expect(options.processor == DefaultImageProcessor.default)
        #expect(options.imageModifier == nil)
        #expect(options.cacheSerializer is DefaultCacheSerializer)
        #expect(!options.keepCurrentImageWhileLoading)
        #expect(!options.onlyLoadFirstFrame)
        #expect(!options.cacheOriginalImage)
        #expect(options.onFailureImage == .none)
        #expect(!options.alsoPrefetchToMemory)
        #expect(!options.loadDiskFileSynchronously)
        #expect(!options.asyncCacheTypeCheck)
        #expect(options.diskStoreWriteOptions == [])
        #expect(options.memoryCacheExpiration == nil)
        #expect(Self.isCacheTime(options.memoryCacheAccessExtendingExpiration))
        #expect(options.diskCacheExpiration == nil)
        #expect(Self.isCacheTime(options.diskCacheAccessExtendingExpiration))
        #expect(options.processingQueue == nil)
        #expect(options.alternativeSources == nil)
        #expect(options.retryStrategy == nil)
        #expect(options.lowDataModeSource == nil)
        #expect(options.forcedExtension == nil)
        #expect(options.progressiveJPEG == nil)
        #expect({ if case .expiration = options.cachePolicy { true } else { false } }())
        #expect(options.refreshHandler == nil)
        #expect(options.eventObserver == nil)
        #expect(options.decodeLimits == nil)
        #expect(!options.isSourceTaskStale)
    }

    private static func isCacheTime(_ extending: ExpirationExtending) -> Bool {
        if case .cacheTime = extending { true } else { false }
    }

    @Test(
        "13.2: an original cache that was not given is the target cache, as long as that is not moved"
    )
    func originalCache() throws {
        let first = try ManagerFixture().cache
        let second = try ManagerFixture().cache
        var options = KingfisherParsedOptionsInfo([.targetCache(first)])
        #expect(options.originalCache === first)
        options.targetCache = second
        #expect(options.originalCache === first)
        let given = KingfisherParsedOptionsInfo([.originalCache(second), .targetCache(first)])
        #expect(given.targetCache === first && given.originalCache === second)
        #expect(KingfisherParsedOptionsInfo([.originalCache(second)]).targetCache == nil)
        var late = KingfisherParsedOptionsInfo(nil)
        late.targetCache = first
        #expect(late.originalCache == nil)
    }

    @Test("13.4: low data mode is spelt in three ways, for one thing")
    @MainActor
    func lowDataMode() throws {
        let source = Source.network(try #require(URL(string: "http://host.test/small")))
        #expect(KingfisherParsedOptionsInfo([.lowDataMode(source)]).lowDataModeSource == source)
        #expect(KF.url(nil).lowDataModeSource(source).options.lowDataModeSource == source)
        #expect(KF.url(nil).lowDataModeSource(nil).options.lowDataModeSource == nil)
    }

    @Test("13: what is stored with a forced extension is found with it, in memory and on disk")
    func forcedExtension() async throws {
        let fixture = try ManagerFixture()
        let options: KingfisherOptionsInfo = [.forcedCacheFileExtension("img")]
        #expect(try await fixture.retrieve(fixture.url, options).get().cacheType == .none)
        let file = fixture.cache.cacheFileURLIfOnDisk(
            forKey: fixture.url.cacheKey, forcedExtension: "img")
        #expect(file?.pathExtension == "img")
        #expect(try await fixture.retrieve(fixture.url, options).get().cacheType == .memory)
        fixture.cache.clearMemoryCache()
        #expect(try await fixture.retrieve(fixture.url, options).get().cacheType == .disk)
        #expect(fixture.server.requestCount == 1)
    }

    @Test(
        "13, W4: an original that was stored with a forced extension is found for another processor"
    )
    func forcedExtensionOfOriginals() async throws {
        let fixture = try ManagerFixture()
        let options: KingfisherOptionsInfo = [
            .forcedCacheFileExtension("img"), .cacheOriginalImage,
        ]
        let first = CountingProcessor("first")
        let second = CountingProcessor("second")
        _ = try await fixture.retrieve(fixture.url, options + [.processor(first)]).get()
        fixture.cache.clearMemoryCache()
        let result = try await fixture.retrieve(fixture.url, options + [.processor(second)]).get()
        #expect(result.cacheType == .none)
        #expect(fixture.server.requestCount == 1)
        #expect(first.runCount == 1 && second.runCount == 1)
    }

    @Test("13.1, 1.4: the last of two equal items wins, and a nil value overrides")
    func laterItemsWin() throws {
        let source = Source.network(try #require(URL(string: "http://host.test/a")))
        let options = KingfisherParsedOptionsInfo([
            .scaleFactor(2), .scaleFactor(3), .lowDataMode(source), .lowDataMode(nil),
            .forcedCacheFileExtension("png"), .forcedCacheFileExtension(nil),
        ])
        #expect(options.scaleFactor == 3)
        #expect(options.lowDataModeSource == nil)
        #expect(options.forcedExtension == nil)
    }

    @Test("1.4: a request's options come after the manager's defaults")
    func managerDefaultsComeFirst() throws {
        let fixture = try ManagerFixture()
        fixture.manager.defaultOptions = [.scaleFactor(2), .forceRefresh]
        let options = fixture.manager.parsedOptions([.scaleFactor(3)])
        #expect(options.scaleFactor == 3)
        #expect(options.forceRefresh)
        #expect(options.targetCache === fixture.cache)
        #expect(options.downloader === fixture.downloader)
    }
}
