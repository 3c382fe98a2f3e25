import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

@Suite("KingfisherManager, its parts and its entries", .timeLimit(.minutes(1)))
struct KingfisherManagerSetupTests {
    @Test("1.1, 1.3: the shared manager has the default parts, a new one has no default options")
    func parts() throws {
        #expect(KingfisherManager.shared.downloader === ImageDownloader.default)
        #expect(KingfisherManager.shared.cache === ImageCache.default)
        let manager = KingfisherManager(downloader: .default, cache: .default)
        #expect(manager.defaultOptions.isEmpty)
        #expect(manager.eventObserver == nil)
    }

    @Test("1.2: another cache is used by the next call, not by one under way")
    func changedParts() async throws {
        let gate = LoopbackGate()
        let fixture = try ManagerFixture(
            routes: ["/a.png": .data(TestPicture.png()).held(at: gate)])
        let other = try ManagerFixture()
        let (url, manager) = (fixture.url, fixture.manager)
        async let result = fixture.retrieve(url)
        await fixture.server.waitForRequests(1)
        manager.cache = other.cache
        gate.open()
        _ = try await result.get()
        #expect(fixture.cache.isCached(forKey: url.absoluteString))
        #expect(!other.cache.isCached(forKey: url.absoluteString))
        _ = try await fixture.retrieve(url).get()
        #expect(other.cache.isCached(forKey: url.absoluteString))
    }

    @Test("1.2, 1.5: a request keeps to its parts through its attempts, whoever parsed its options")
    func keptParts() async throws {
        let (fixture, other) = (try ManagerFixture(), try ManagerFixture())
        let (manager, url) = (fixture.manager, fixture.url)
        let spy = DelegateSpy()
        other.downloader.delegate = spy
        let result = await withCheckedContinuation { continuation in
            _ = manager.retrieveImage(
                with: .network(fixture.server.url("/missing")),
                options: KingfisherParsedOptionsInfo([
                    .callbackQueue(.untouch), .waitForCache, .alternativeSources([.network(url)]),
                    .requestModifier(
                        AnyModifier { request in
                            (manager.cache, manager.downloader) = (other.cache, other.downloader)
                            return request
                        }),
                ]),
                completionHandler: { continuation.resume(returning: $0) })
        }
        #expect(try result.get().source == .network(url))
        #expect(fixture.cache.isCached(forKey: url.absoluteString))
        #expect(!other.cache.isCached(forKey: url.absoluteString))
        #expect(spy.events.values.isEmpty)
    }

    @Test("1.4: a call's options come after the defaults, which come after the manager's own parts")
    func mergedOptions() async throws {
        let (fixture, second, third) = (
            try ManagerFixture(), try ManagerFixture(), try ManagerFixture()
        )
        let (byDefault, ofCall) = (
            InlineDownloader(name: "default"), InlineDownloader(name: "call")
        )
        let key = fixture.url.absoluteString
        fixture.manager.defaultOptions += [.targetCache(second.cache), .downloader(byDefault)]
        _ = try await fixture.retrieve(fixture.url).get()
        #expect(byDefault.urls == [fixture.url])
        #expect(second.cache.isCached(forKey: key) && !fixture.cache.isCached(forKey: key))
        _ = try await fixture.retrieve(
            fixture.url, [.targetCache(third.cache), .downloader(ofCall)]
        ).get()
        #expect(ofCall.urls == [fixture.url] && byDefault.urls.count == 1)
        #expect(third.cache.isCached(forKey: key))
        #expect(fixture.server.requestCount == 0)
    }

    @Test("1.4: a call's list takes the place of the default one, and its nil that of a value")
    func replacedOptions() async throws {
        let fixture = try ManagerFixture()
        let (first, second) = (fixture.server.url("/first"), fixture.server.url("/second"))
        fixture.manager.defaultOptions += [
            .alternativeSources([.network(first)]), .onFailureImage(KFCrossPlatformImage()),
            .lowDataMode(.network(first)), .forcedCacheFileExtension("img"), .waitForCache,
        ]
        let result = await fixture.retrieve(
            fixture.server.url("/missing"), [.alternativeSources([.network(second)])])
        #expect(result.failure?.errorCode == 5004)
        #expect(fixture.server.requests.map(\.path) == ["/missing", "/second"])
        let options = fixture.manager.parsedOptions([
            .onFailureImage(nil), .lowDataMode(nil), .forcedCacheFileExtension(nil),
        ])
        #expect(options.onFailureImage == .some(nil))
        #expect(options.lowDataModeSource == nil && options.forcedExtension == nil)
        #expect(options.waitForCache)
    }

    @Test("1.5: options that were parsed elsewhere come without the manager's defaults")
    func parsedOptions() async throws {
        let fixture = try ManagerFixture()
        fixture.manager.defaultOptions = [.onlyFromCache]
        let result = await withCheckedContinuation { continuation in
            _ = fixture.manager.retrieveImage(
                with: .network(fixture.url),
                options: KingfisherParsedOptionsInfo([.callbackQueue(.untouch)]),
                completionHandler: { continuation.resume(returning: $0) })
        }
        #expect(try result.get().cacheType == .none)
        #expect(fixture.cache.imageCachedType(forKey: fixture.url.absoluteString) == .memory)
    }

    @Test("1.7: cached originals are processed side by side on the manager's queue")
    func processingQueue() async throws {
        let fixture = try ManagerFixture()
        let source = Source.network(fixture.url)
        _ = try await fixture.retrieve(source).get()
        let meeting = Meeting()
        async let first = fixture.retrieve(
            source, [.processor(MeetingProcessor(identifier: "first", meeting: meeting))])
        async let second = fixture.retrieve(
            source, [.processor(MeetingProcessor(identifier: "second", meeting: meeting))])
        for result in await [first, second] { #expect(try result.get().cacheType == .none) }
        #expect(meeting.tookPlace)
        #expect(fixture.server.requestCount == 1)
    }

    @Test("1.8, 3.4.2: what subclasses override is called, also when it completes at once")
    func overrides() async throws {
        let fixture = try ManagerFixture()
        let cache = OverridingCache(fixture.cache)
        let downloader = InlineDownloader(name: "overriding")
        let options: KingfisherOptionsInfo = [
            .targetCache(cache), .downloader(downloader), .cacheOriginalImage,
            .processor(CountingProcessor()),
        ]
        _ = try await fixture.retrieve(fixture.url, options).get()
        #expect(downloader.urls == [fixture.url])
        #expect(fixture.server.requestCount == 0)
        _ = try await fixture.retrieve(fixture.url, options).get()
        #expect(
            cache.calls == [
                "imageCachedType", "imageCachedType", "store", "storeToDisk", "imageCachedType",
                "retrieveImage",
            ])
    }

    @Test("2.1, 2.4: the handler alone is always given; the result of a call may be ignored")
    func callbackForms() async throws {
        let fixture = try ManagerFixture()
        _ = try await fixture.retrieve(fixture.url).get()
        let (manager, resource) = (fixture.manager, fixture.url as any Resource)
        let progress: DownloadProgressBlock = { (_: Int64, _: Int64) in }
        let updated: DownloadTaskUpdatedBlock = { (_: DownloadTask?) in }
        let images = Recorder<KFCrossPlatformImage?>()
        let done: @Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void = { result in
            images.record(try? result.get().image)
        }
        manager.retrieveImage(with: resource, completionHandler: done)
        manager.retrieveImage(
            with: resource, options: nil, progressBlock: progress, downloadTaskUpdated: updated,
            completionHandler: done)
        manager.retrieveImage(with: .network(resource)) { done($0) }
        let task: DownloadTask? = manager.retrieveImage(
            with: .network(resource), options: nil, progressBlock: progress,
            downloadTaskUpdated: updated, completionHandler: done)
        #expect(task == nil)
        let all = await images.wait(4).compactMap(\.self)
        #expect(all.count == 4 && all.allSatisfy { $0 === all[0] })
    }

    @Test("2.2, 2.3: the async forms take resources and sources; a file URL is a provider")
    func asyncForms() async throws {
        let fixture = try ManagerFixture()
        let file = fixture.directory.appendingPathComponent("a.png")
        try TestPicture.png().write(to: file)
        let local = try await fixture.manager.retrieveImage(with: file)
        guard case .provider(let provider) = local.source else {
            Issue.record("Unexpected \(local.source)")
            return
        }
        #expect(provider.contentURL == file)
        let remote = try await fixture.manager.retrieveImage(with: .network(fixture.url))
        #expect(remote.source == .network(fixture.url))
    }

    @Test("2.6: loaded, then from memory, then from disk, then loaded again")
    func commonFlow() async throws {
        let fixture = try ManagerFixture()
        var types: [CacheType] = []
        for step in 0..<4 {
            if step == 2 { fixture.cache.clearMemoryCache() }
            if step == 3 { await fixture.cache.clearCache() }
            types.append(try await fixture.retrieve(fixture.url).get().cacheType)
        }
        #expect(types == [.none, .memory, .disk, .none])
        #expect(fixture.server.requestCount == 2)
    }

    @Test("3.4.1: the downloader of the options comes before the manager's")
    func downloaderOption() async throws {
        let fixture = try ManagerFixture()
        let downloader = InlineDownloader(name: "option")
        _ = try await fixture.retrieve(fixture.url, [.downloader(downloader)]).get()
        #expect(downloader.urls == [fixture.url])
    }

    @Test("3.4.5, W19: the downloader is told of background decoding, an original's read is not")
    func backgroundDecoding() async throws {
        let fixture = try ManagerFixture()
        let (cache, downloader) = (
            OverridingCache(fixture.cache), InlineDownloader(name: "decoding")
        )
        let options: KingfisherOptionsInfo = [
            .targetCache(cache), .downloader(downloader), .backgroundDecode,
        ]
        _ = try await fixture.retrieve(fixture.url, options).get()
        #expect(downloader.asked.values.map(\.options.backgroundDecode) == [true])
        cache.clearMemoryCache()
        _ = try await fixture.retrieve(fixture.url, options).get()
        cache.clearMemoryCache()
        let processor = CountingProcessor()
        _ = try await fixture.retrieve(fixture.url, options + [.processor(processor)]).get()
        #expect(cache.reads.map(\.backgroundDecode) == [true, false])
        #expect(cache.reads.map(\.processor.identifier) == ["", ""])
    }
}

/// Where two that run at the same time find each other.
private final class Meeting: Sendable {
    private let arrived = Locked(0)
    private let second = DispatchSemaphore(value: 0)
    private let met = Locked(false)

    var tookPlace: Bool { met.withLock { $0 } }

    /// Waits for the other one, for as long as a slow machine may need.
    func attend() {
        let isSecond = arrived.withLock { arrived in
            arrived += 1
            return arrived == 2
        }
        if isSecond {
            met.withLock { $0 = true }
            second.signal()
        } else {
            _ = second.wait(timeout: .now() + 40)
        }
    }
}

private struct MeetingProcessor: ImageProcessor {
    let identifier: String
    let meeting: Meeting

    func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        meeting.attend()
        return DefaultImageProcessor.default.process(item: item, options: options)
    }
}

/// Notes which of its overridable members are called.
// Unchecked, as its superclass is: what changes stands behind a lock.
private final class OverridingCache: ImageCache, @unchecked Sendable {
    private let noted = Locked<[String]>([])
    private let readings = Locked<[KingfisherParsedOptionsInfo]>([])

    var calls: [String] { noted.withLock { $0 } }

    /// The options of reads.
    var reads: [KingfisherParsedOptionsInfo] { readings.withLock { $0 } }

    init(_ cache: ImageCache) {
        super.init(memoryStorage: cache.memoryStorage, diskStorage: cache.diskStorage)
    }

    private func note(_ call: String) { noted.withLock { $0.append(call) } }

    override func imageCachedType(
        forKey key: String, processorIdentifier identifier: String, forcedExtension: String?
    ) -> CacheType {
        note("imageCachedType")
        return super.imageCachedType(
            forKey: key, processorIdentifier: identifier, forcedExtension: forcedExtension)
    }

    override func retrieveImage(
        forKey key: String, options: KingfisherParsedOptionsInfo, callbackQueue: CallbackQueue,
        completionHandler: (@Sendable (Result<ImageCacheResult, KingfisherError>) -> Void)?
    ) {
        note("retrieveImage")
        readings.withLock { $0.append(options) }
        super.retrieveImage(
            forKey: key, options: options, callbackQueue: callbackQueue,
            completionHandler: completionHandler)
    }

    override func store(
        _ image: KFCrossPlatformImage, original: Data?, forKey key: String,
        options: KingfisherParsedOptionsInfo, toDisk: Bool,
        completionHandler: (@Sendable (CacheStoreResult) -> Void)?
    ) {
        note("store")
        super.store(
            image, original: original, forKey: key, options: options, toDisk: toDisk,
            completionHandler: completionHandler)
    }

    override func storeToDisk(
        _ data: Data, forKey key: String, processorIdentifier identifier: String,
        forcedExtension: String?, expiration: StorageExpiration?, callbackQueue: CallbackQueue,
        completionHandler: (@Sendable (CacheStoreResult) -> Void)?
    ) {
        note("storeToDisk")
        super.storeToDisk(
            data, forKey: key, processorIdentifier: identifier, forcedExtension: forcedExtension,
            expiration: expiration, callbackQueue: callbackQueue,
            completionHandler: completionHandler)
    }
}
