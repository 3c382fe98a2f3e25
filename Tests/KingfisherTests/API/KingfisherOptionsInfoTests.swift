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
        #expect(!options.forceRefresh)
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
        #expect(options.diskCacheExpiration == nil)
        #expect(options.processingQueue == nil)
        #expect(options.alternativeSources == nil)
        #expect(options.retryStrategy == nil)
        #expect(options.lowDataModeSource == nil)
        #expect(options.forcedExtension == nil)
        #expect(!options.isSourceTaskStale)
    }

    @Test("13: every item sets its property")
    func itemsSetTheirProperties() throws {
        let cache = ImageCache(name: "options-\(UUID().uuidString)")
        defer { try? cache.diskStorage.removeAll(skipCreatingDirectory: true) }
        let downloader = ImageDownloader(name: "options")
        let source = Source.network(try #require(URL(string: "http://host.test/a")))
        let queue = DispatchQueue(label: "options-queue")
        let processor = CountingProcessor("options")
        let options = KingfisherParsedOptionsInfo([
            .targetCache(cache), .downloader(downloader), .downloadPriority(0.8), .forceRefresh,
            .fromMemoryCacheOrRefresh, .cacheMemoryOnly, .waitForCache, .onlyFromCache,
            .backgroundDecode, .callbackQueue(.dispatch(queue)), .scaleFactor(2),
            .preloadAllAnimationData, .requestModifier(AnyModifier { $0 }),
            .redirectHandler(AnyRedirectHandler { _, _, request, follow in follow(request) }),
            .processor(processor), .cacheSerializer(FormatIndicatedCacheSerializer.png),
            .imageModifier(AnyImageModifier { $0 }), .keepCurrentImageWhileLoading,
            .onlyLoadFirstFrame, .cacheOriginalImage, .onFailureImage(nil), .alsoPrefetchToMemory,
            .loadDiskFileSynchronously, .asyncCacheTypeCheck, .diskStoreWriteOptions(.atomic),
            .memoryCacheExpiration(.never), .memoryCacheAccessExtendingExpiration(.none),
            .diskCacheExpiration(.days(1)), .diskCacheAccessExtendingExpiration(.none),
            .processingQueue(.untouch), .alternativeSources([source]),
            .retryStrategy(RecordingRetryStrategy(retries: 0)), .lowDataMode(source),
            .forcedCacheFileExtension("png"), .decodeLimits(DecodeLimits(maxPixels: 9)),
        ])
        #expect(options.targetCache === cache)
        #expect(options.originalCache === cache)
        #expect(options.downloader === downloader)
        #expect(options.downloadPriority == 0.8)
        #expect(options.forceRefresh && options.fromMemoryCacheOrRefresh)
        #expect(options.cacheMemoryOnly && options.waitForCache && options.onlyFromCache)
        #expect(options.backgroundDecode && options.preloadAllAnimationData)
        #expect(options.callbackQueue.queue.label == "options-queue")
        #expect(options.scaleFactor == 2)
        #expect(options.requestModifier is AnyModifier)
        #expect(options.redirectHandler is AnyRedirectHandler)
        #expect(options.processor == processor)
        #expect(options.cacheSerializer is FormatIndicatedCacheSerializer)
        #expect(options.imageModifier is AnyImageModifier)
        #expect(options.keepCurrentImageWhileLoading && options.onlyLoadFirstFrame)
        #expect(options.cacheOriginalImage && options.alsoPrefetchToMemory)
        #expect(options.onFailureImage == .some(nil))
        #expect(options.loadDiskFileSynchronously && options.asyncCacheTypeCheck)
        #expect(options.diskStoreWriteOptions == .atomic)
        #expect(options.memoryCacheExpiration?.timeInterval == .infinity)
        #expect(options.diskCacheExpiration?.timeInterval == 86_400)
        #expect(options.processingQueue != nil)
        #expect(options.alternativeSources == [source])
        #expect(options.retryStrategy is RecordingRetryStrategy)
        #expect(options.lowDataModeSource == source)
        #expect(options.forcedExtension == "png")
        #expect(options.decodeLimits == DecodeLimits(maxPixels: 9))
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
