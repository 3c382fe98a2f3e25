import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

/// What becomes of a cached image when the call has no completion handler.
@Suite("KingfisherManager: cached images that nobody waits for", .timeLimit(.minutes(1)))
struct UnawaitedHitTests {
    private let fixture: ManagerFixture

    init() throws { fixture = try ManagerFixture() }

    /// Makes a call without a handler, and waits for its end if it is watched.
    private func call(_ options: KingfisherOptionsInfo) async -> [String] {
        let completed = Recorder<Void>()
        let observer = EventRecorder { event in
            if case .completed = event.kind { completed.record(()) }
        }
        fixture.manager.retrieveImage(
            with: fixture.url, options: options + [.eventObserver(observer)],
            completionHandler: nil)
        await completed.wait()
        return observer.names
    }

    @Test(
        "3.2.2: without a handler a hit is read, and neither processed nor modified",
        arguments: [[], [.asyncCacheTypeCheck]] as [KingfisherOptionsInfo])
    func readsOnly(extra: KingfisherOptionsInfo) async throws {
        let processor = CountingProcessor()
        var serializer = DefaultCacheSerializer()
        serializer.preferCacheOriginalData = true
        let modified = Locked(0)
        let modifier = AnyImageModifier { image in
            modified.withLock { $0 += 1 }
            return image
        }
        let options: KingfisherOptionsInfo = [
            .processor(processor), .cacheSerializer(serializer),
        ]
        _ = try await fixture.retrieve(fixture.url, options).get()
        #expect(processor.runCount == 1)
        for type in [CacheType.memory, .disk] {
            if type == .disk { fixture.cache.clearMemoryCache() }
            let events = await call(options + [.imageModifier(modifier)] + extra)
            #expect(events.contains("look-up target \(type)"))
            #expect(events.last == "completed")
        }
        #expect(processor.runCount == 1)
        #expect(modified.withLock { $0 } == 0)
        // The next one to ask finds what the read brought into memory, and has it processed.
        let next = try await fixture.retrieve(fixture.url, options).get()
        #expect(next.cacheType == .memory && next.pixelWidth == 3)
        #expect(processor.runCount == 2)
    }

    @Test("3.2.2: an unobserved hit in memory is not modified either")
    func unobserved() async throws {
        _ = try await fixture.retrieve(fixture.url).get()
        let modified = Locked(0)
        let modifier = AnyImageModifier { image in
            modified.withLock { $0 += 1 }
            return image
        }
        let task = fixture.manager.retrieveImage(
            with: fixture.url, options: [.imageModifier(modifier)], completionHandler: nil)
        #expect(task == nil)
        #expect(modified.withLock { $0 } == 0)
    }

    @Test("3.2.2: without a handler an entry that cannot be decoded is the end; nothing is tried")
    func undecodable() async throws {
        let key = fixture.url.absoluteString
        try await fixture.cache.storeToDisk(Data([1, 2, 3]), forKey: key)
        let strategy = RecordingRetryStrategy(retries: 1)
        let events = await call([
            .retryStrategy(strategy),
            .alternativeSources([.network(fixture.server.url("/other"))]),
        ])
        #expect(events.last == "completed 3006")
        #expect(strategy.counts.isEmpty)
        #expect(fixture.server.requestCount == 0)
        // What is damaged was removed, so that the next call loads, as it does for any miss.
        let next = await call([.waitForCache])
        #expect(next.contains("load") && next.last == "completed")
        #expect(fixture.cache.isCached(forKey: key))
    }

    @Test("2.5, 3.3: without a handler an original is processed and stored all the same")
    func original() async throws {
        _ = try await fixture.retrieve(fixture.url).get()
        let processor = CountingProcessor()
        _ = await call([.processor(processor)])
        #expect(processor.runCount == 1)
        #expect(
            fixture.cache.isCached(
                forKey: fixture.url.absoluteString, processorIdentifier: processor.identifier))
    }
}
