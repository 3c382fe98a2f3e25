import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

@Suite("KingfisherManager: the part of a request that caches answer", .timeLimit(.minutes(1)))
struct CacheReadTests {
    private typealias Outcome = Result<RetrieveImageResult, KingfisherError>

    private let fixture: ManagerFixture

    init() throws { fixture = try ManagerFixture() }

    /// Whether a hit path was taken, with the outcome if there is one.
    private func read(
        _ options: KingfisherOptionsInfo = [], told: Recorder<DownloadTask?> = Recorder()
    ) async throws -> RetrieveImageResult? {
        let outcomes = Recorder<Outcome>()
        let source = Source.network(fixture.url)
        let isHit = fixture.manager.retrieveImageFromCache(
            source: source,
            context: RetrievingContext(
                options: fixture.manager.parsedOptions(options), originalSource: source),
            downloadTaskUpdated: told.record, completionHandler: outcomes.record)
        guard isHit else {
            #expect(outcomes.values.isEmpty)
            return nil
        }
        return try await outcomes.wait()[0].get()
    }

    @Test("21.1: nothing is begun and nothing called when no cache has the image")
    func miss() async throws {
        #expect(try await read() == nil)
        #expect(try await read([.onlyFromCache]) == nil)
        #expect(fixture.server.requestCount == 0)
    }

    @Test("21.1, 3.2: memory and disk answer, and the policy of the request counts")
    func hits() async throws {
        _ = try await fixture.retrieve(fixture.url).get()
        #expect(try await read()?.cacheType == .memory)
        fixture.cache.clearMemoryCache()
        #expect(try await read([.fromMemoryCacheOrRefresh]) == nil)
        #expect(try await read()?.cacheType == .disk)
    }

    @Test("21.1, 3.3: an original answers with what the processor makes of it")
    func original() async throws {
        _ = try await fixture.retrieve(fixture.url).get()
        let result = try await read([.processor(CountingProcessor())])
        #expect(result?.pixelWidth == 3 && result?.cacheType == CacheType.none)
        #expect(fixture.server.requestCount == 1)
    }

    @Test("21.1, 7.7, W5: an entry that cannot be decoded is a hit, and its load is told of")
    func undecodable() async throws {
        try await fixture.cache.storeToDisk(
            Data([1, 2, 3]), forKey: fixture.url.absoluteString)
        let told = Recorder<DownloadTask?>()
        #expect(try await read(told: told)?.pixelWidth == 8)
        #expect(told.values.count == 1 && told.values[0]?.sessionTask != nil)
    }

    @Test("8.2: the outcome comes on the callback queue")
    func callbackQueue() async throws {
        _ = try await fixture.retrieve(fixture.url).get()
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "callback")
        queue.setSpecific(key: key, value: true)
        let isOnQueue = Recorder<Bool>()
        let source = Source.network(fixture.url)
        let isHit = fixture.manager.retrieveImageFromCache(
            source: source,
            context: RetrievingContext(
                options: fixture.manager.parsedOptions([.callbackQueue(.dispatch(queue))]),
                originalSource: source)
        ) { _ in isOnQueue.record(DispatchQueue.getSpecific(key: key) == true) }
        #expect(isHit)
        #expect(await isOnQueue.wait() == [true])
    }
}
