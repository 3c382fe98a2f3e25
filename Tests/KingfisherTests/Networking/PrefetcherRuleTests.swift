import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

@Suite("Rules of prefetching", .timeLimit(.minutes(1)))
struct PrefetcherRuleTests {
    private let fixture: ManagerFixture
    private let server: LoopbackServer
    private let gate = LoopbackGate()

    init() throws {
        fixture = try ManagerFixture()
        let png = try TestPicture.png()
        let gate = gate
        server = try LoopbackServer { request in
            if request.path.hasPrefix("/missing") { return .status(404) }
            return request.path.hasPrefix("/held") ? .data(png).held(at: gate) : .data(png)
        }
    }

    private var options: KingfisherOptionsInfo {
        [.targetCache(fixture.cache), .downloader(fixture.downloader), .waitForCache]
    }

    /// Prefetches sources to the end.
    private func run(
        _ sources: [Source], _ more: KingfisherOptionsInfo = [], limit: Int = 5
    ) async -> [[Source]] {
        await withCheckedContinuation { continuation in
            let prefetcher = ImagePrefetcher(
                sources: sources, options: options + more,
                completionHandler: { continuation.resume(returning: [$0, $1, $2]) })
            prefetcher.maxConcurrentDownloads = limit
            prefetcher.start()
        }
    }

    @Test("19.2.1: five at once by default, and the limit is read when starting")
    func defaultLimit() async {
        let ends = Recorder<Int>()
        let prefetcher = ImagePrefetcher(
            urls: (0..<12).map { server.url("/held\($0)") }, options: options,
            completionHandler: { ends.record($0.count + $1.count + $2.count) })
        prefetcher.start()
        prefetcher.maxConcurrentDownloads = 12
        await server.waitForRequests(5)
        gate.open()
        #expect(await ends.wait() == [12])
        #expect(server.peakRequestCount == 5)
    }

    @Test("19.2.2, 19.2.3: parts come from the options, and reports on the main thread")
    func partsAndQueue() async {
        let isMain = Recorder<Bool>()
        let source = Source.network(server.url("/a"))
        let queue = DispatchQueue(label: "tests.elsewhere")
        let prefetcher = ImagePrefetcher(
            sources: [source], options: options + [.callbackQueue(.dispatch(queue))],
            progressBlock: { _, _, _ in isMain.record(Thread.isMainThread) },
            completionHandler: { _, _, _ in isMain.record(Thread.isMainThread) })
        prefetcher.start()
        #expect(await isMain.wait(2) == [true, true])
        #expect(fixture.cache.isCached(forKey: source.cacheKey))
    }

    @Test("19.2.5, 19.5.4: a prefetcher lives until it is done and lets go of its blocks then")
    func lifetime() async {
        final class Token: Sendable {}
        let ends = Recorder<Void>()
        let urls = [server.url("/a")]
        weak var early: ImagePrefetcher?
        weak var captured: Token?
        do {
            let token = Token()
            captured = token
            let prefetcher = ImagePrefetcher(
                urls: urls, options: options,
                completionHandler: { _, _, _ in
                    withExtendedLifetime(token) {}
                    ends.record(())
                })
            early = prefetcher
            prefetcher.start()
        }
        await ends.wait()
        #expect(await eventually { captured == nil && early == nil })
    }

    @Test("19.3.1: starting and stopping take effect in the order of the calls")
    func orderOfCalls() async {
        let ends = Recorder<[Int]>()
        let prefetcher = ImagePrefetcher(
            urls: (0..<4).map { server.url("/held\($0)") }, options: options,
            completionHandler: { ends.record([$0.count, $1.count, $2.count]) })
        prefetcher.start()
        prefetcher.stop()
        #expect(await ends.wait() == [[0, 4, 0]])
        gate.open()
    }

    @Test(
        "19.3.4: a limit below one ends a debugging program",
        .enabled(if: _isDebugAssertConfiguration()))
    func noLimit() async {
        await #expect(processExitsWith: .failure) {
            let prefetcher = ImagePrefetcher(urls: [])
            prefetcher.maxConcurrentDownloads = 0
            prefetcher.start()
        }
    }

    @Test("19.4.5: providers are loaded and cached the same way, and skipped then")
    func providers() async throws {
        let provider = RawImageDataProvider(data: try TestPicture.png(), cacheKey: "raw")
        #expect(await run([.provider(provider)])[2].count == 1)
        #expect(fixture.cache.isCached(forKey: "raw"))
        #expect(await run([.provider(provider)])[0].count == 1)
    }

    @Test("16.6, 19.4.6: alternatives, substitutes and only-from-cache have no effect")
    func ignoredOptions() async {
        let source = Source.network(server.url("/a"))
        #expect(await run([source], [.onlyFromCache])[2] == [source])
        let missing = Source.network(server.url("/missing"))
        let lists = await run(
            [missing],
            [
                .alternativeSources([.network(server.url("/b"))]),
                .lowDataMode(.network(server.url("/b"))),
            ])
        #expect(lists[1] == [missing])
        #expect(server.requestCount(path: "/b") == 0)
    }

    @Test("19.5.2, 19.5.3: the end comes after all progress, with lists in the order of settling")
    func reports() async {
        let reports = Recorder<[[Source]]>()
        let sources = ["/a", "/missing", "/b", "/a"].map { Source.network(server.url($0)) }
        let prefetcher = ImagePrefetcher(
            sources: sources, options: options,
            progressBlock: { reports.record([$0, $1, $2]) },
            completionHandler: { reports.record([$0, $1, $2]) })
        prefetcher.maxConcurrentDownloads = 1
        prefetcher.start()
        let all = await reports.wait(5)
        #expect(all[4] == [[sources[3]], [sources[1]], [sources[0], sources[2]]])
        #expect(all[3] == all[4])
        #expect(all[1] == [[], [sources[1]], [sources[0]]])
    }

    @Test("19.6.2: a source that waits for its retry keeps its place, and fails when stopped")
    func retryKeepsPlace() async throws {
        final class Waiting: RetryStrategy {
            let context = Recorder<RetryContext>()
            func retry(
                context: RetryContext, retryHandler: @escaping @Sendable (RetryDecision) -> Void
            ) { self.context.record(context) }
        }
        let strategy = Waiting()
        let ends = Recorder<[Int]>()
        let prefetcher = ImagePrefetcher(
            urls: [server.url("/missing"), server.url("/a")],
            options: options + [.retryStrategy(strategy)],
            completionHandler: { ends.record([$0.count, $1.count, $2.count]) })
        prefetcher.maxConcurrentDownloads = 1
        prefetcher.start()
        let context = await strategy.context.wait()[0]
        #expect(server.requestCount == 1)
        let stopped = Recorder<Void>()
        context.whenCancelled { stopped.record(()) }
        prefetcher.stop()
        #expect(await ends.wait() == [[0, 2, 0]])
        await stopped.wait()
        #expect(server.requestCount == 1)
    }

    @Test("19.7.3: a load that succeeds in spite of the stop counts as completed")
    func succeedsInSpite() async {
        // Holds the store of an image whose download is over, so that cancelling comes too late.
        struct HeldSerializer: CacheSerializer {
            let begun = Recorder<Void>()
            let gate = DispatchSemaphore(value: 0)

            func data(with image: KFCrossPlatformImage, original: Data?) -> Data? {
                begun.record(())
                gate.wait()
                return original
            }

            func image(
                with data: Data, options: KingfisherParsedOptionsInfo
            ) -> KFCrossPlatformImage? { nil }
        }
        let serializer = HeldSerializer()
        let ends = Recorder<[Int]>()
        let prefetcher = ImagePrefetcher(
            urls: [server.url("/a"), server.url("/b")],
            options: options + [.cacheSerializer(serializer)],
            completionHandler: { ends.record([$0.count, $1.count, $2.count]) })
        prefetcher.maxConcurrentDownloads = 1
        prefetcher.start()
        await serializer.begun.wait()
        prefetcher.stop()
        serializer.gate.signal()
        #expect(await ends.wait() == [[0, 1, 1]])
        #expect(server.requestCount == 1)
    }

    @Test("17.4.5: each source has a count of its own")
    func countsOfEach() async {
        final class Counting: RetryStrategy {
            let counts = Locked<[Source: [Int]]>([:])
            func retry(
                context: RetryContext, retryHandler: @escaping @Sendable (RetryDecision) -> Void
            ) {
                let count = context.retriedCount
                counts.withLock { $0[context.source, default: []].append(count) }
                retryHandler(count < 1 ? .retry(userInfo: nil) : .stop)
            }
        }
        let strategy = Counting()
        let sources = (0..<3).map { Source.network(server.url("/missing\($0)")) }
        let lists = await run(sources, [.retryStrategy(strategy)])
        #expect(Set(lists[1]) == Set(sources))
        #expect(
            strategy.counts.withLock { $0 } == [
                sources[0]: [0, 1], sources[1]: [0, 1], sources[2]: [0, 1],
            ])
    }

    @Test("19.6.1: a strategy may count as it likes, and its second answers do not count")
    func ownCounting() async {
        final class Recounting: RetryStrategy {
            let seen = Recorder<[Int]>()
            func retry(
                context: RetryContext, retryHandler: @escaping @Sendable (RetryDecision) -> Void
            ) {
                seen.record([context.retriedCount, context.userInfo as? Int ?? -1])
                let number = seen.values.count
                context.retriedCount = 40 + number
                retryHandler(number < 3 ? .retry(userInfo: number) : .stop)
                retryHandler(.retry(userInfo: 100))
            }
        }
        let strategy = Recounting()
        let source = Source.network(server.url("/missing"))
        let lists = await run([source], [.retryStrategy(strategy)])
        #expect(lists == [[], [source], []])
        #expect(strategy.seen.values == [[0, -1], [42, 1], [43, 2]])
        #expect(server.requestCount == 3)
    }

    @Test("W21: a file that vanishes between look-up and load does not stall the prefetcher")
    func vanishedFile() async throws {
        let source = Source.network(server.url("/a"))
        _ = await run([source])
        fixture.cache.clearMemoryCache()
        // Not an image: found by the look-up, but the load gives nothing.
        let file = try #require(
            FileManager.default.enumerator(at: fixture.directory, includingPropertiesForKeys: nil)?
                .compactMap { $0 as? URL }.first { !$0.hasDirectoryPath })
        try Data("damaged".utf8).write(to: file)
        // The date of modification is that of expiration.
        try FileManager.default.setAttributes(
            [.modificationDate: Date.distantFuture], ofItemAtPath: file.path)
        let lists = await run([source], [.alsoPrefetchToMemory])
        #expect(lists[0] == [source])
    }
}
