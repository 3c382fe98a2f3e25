import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Serializes the images that ``AnyBytesProcessor`` makes, which have no pixels.
private struct ByteSerializer: CacheSerializer {
    func data(with image: KFCrossPlatformImage, original: Data?) -> Data? { original }

    func image(with data: Data, options: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage? {
        KFCrossPlatformImage()
    }
}

@Suite("ImagePrefetcher", .timeLimit(.minutes(1)))
struct ImagePrefetcherTests {
    private struct Outcome: Sendable {
        let skipped: [URL]
        let failed: [URL]
        let completed: [URL]
    }

    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("prefetch-\(UUID().uuidString)")
    private let cache: ImageCache
    private let downloader = ImageDownloader(name: "prefetch")
    private let server: LoopbackServer

    init() throws {
        cache = try ImageCache(name: "prefetch", cacheDirectoryURL: directory)
        server = try LoopbackServer { request in
            request.path.hasPrefix("/missing") ? .status(404) : .data(testBody)
        }
    }

    private var options: KingfisherOptionsInfo {
        [
            .targetCache(cache), .downloader(downloader), .processor(AnyBytesProcessor()),
            .cacheSerializer(ByteSerializer()), .waitForCache,
        ]
    }

    private func urls(_ names: [String]) -> [URL] { names.map { server.url("/\($0)") } }

    private func prefetch(
        _ urls: [URL], limit: Int = 5, _ more: KingfisherOptionsInfo = []
    ) async -> (outcome: Outcome, progress: [Int]) {
        let progress = Recorder<Int>()
        let outcome: Outcome = await withCheckedContinuation { continuation in
            let prefetcher = ImagePrefetcher(urls: urls, options: options + more) {
                progress.record($0.count + $1.count + $2.count)
            } completionHandler: { skipped, failed, completed in
                continuation.resume(
                    returning: Outcome(
                        skipped: skipped.map(\.downloadURL), failed: failed.map(\.downloadURL),
                        completed: completed.map(\.downloadURL)))
            }
            prefetcher.maxConcurrentDownloads = limit
            prefetcher.start()
        }
        return (outcome, progress.values)
    }

    @Test("19.4.4, 19.5.1: what is missing is loaded, with one progress call each")
    func loadsMissing() async {
        let urls = urls(["a", "b", "c", "missing"])
        let (outcome, progress) = await prefetch(urls)
        #expect(Set(outcome.completed) == Set(urls.prefix(3)))
        #expect(outcome.failed == [urls[3]])
        #expect(progress == [1, 2, 3, 4])
        for url in urls.prefix(3) {
            #expect(
                cache.imageCachedType(
                    forKey: url.cacheKey, processorIdentifier: AnyBytesProcessor().identifier)
                    == .memory)
        }
    }

    @Test("19.4.2: what is cached is skipped without a request")
    func skipsCached() async {
        let urls = urls(["a", "b"])
        _ = await prefetch(urls)
        let (outcome, _) = await prefetch(urls)
        #expect(outcome.skipped == urls)
        #expect(server.requestCount == 2)
    }

    @Test("19.4.2, 19.4.3: an image on disk stays there unless it is wanted in memory")
    func diskHits() async {
        let urls = urls(["a"])
        let identifier = AnyBytesProcessor().identifier
        _ = await prefetch(urls)
        cache.clearMemoryCache()
        #expect(await prefetch(urls).outcome.skipped == urls)
        #expect(
            cache.imageCachedType(forKey: urls[0].cacheKey, processorIdentifier: identifier)
                == .disk)
        #expect(await prefetch(urls, 5, [.alsoPrefetchToMemory]).outcome.skipped == urls)
        #expect(
            cache.imageCachedType(forKey: urls[0].cacheKey, processorIdentifier: identifier)
                == .memory)
    }

    private func prefetch(
        _ urls: [URL], _ limit: Int, _ more: KingfisherOptionsInfo
    ) async -> (outcome: Outcome, progress: [Int]) {
        await prefetch(urls, limit: limit, more)
    }

    @Test("19.4.1: a forced refresh does not ask the cache")
    func forceRefresh() async {
        let urls = urls(["a"])
        _ = await prefetch(urls)
        let (outcome, _) = await prefetch(urls, 5, [.forceRefresh])
        #expect(outcome.completed == urls)
        #expect(server.requestCount == 2)
    }

    @Test("19.3.2: with a limit of 1 the sources come one after another, in order")
    func sequential() async {
        let urls = urls(["a", "b", "c", "d"])
        let (outcome, _) = await prefetch(urls, limit: 1)
        #expect(outcome.completed == urls)
        #expect(server.peakRequestCount == 1)
    }

    @Test("19.3.3: an empty list completes with empty lists")
    func empty() async {
        let (outcome, progress) = await prefetch([])
        #expect(outcome.completed.isEmpty && outcome.failed.isEmpty && outcome.skipped.isEmpty)
        #expect(progress.isEmpty)
    }

    @Test("W20: equal sources are each accounted for")
    func duplicates() async {
        let url = server.url("/a")
        let (outcome, progress) = await prefetch([url, url, url, url])
        #expect(outcome.completed.count + outcome.skipped.count == 4)
        #expect(progress == [1, 2, 3, 4])
        #expect(server.requestCount == 1)
    }

    @Test("19.6.1: a strategy sees every failure, and the source fails once")
    func retries() async {
        final class Counting: RetryStrategy {
            let counts = Recorder<Int>()
            func retry(
                context: RetryContext, retryHandler: @escaping @Sendable (RetryDecision) -> Void
            ) {
                counts.record(context.retriedCount)
                retryHandler(context.retriedCount < 2 ? .retry(userInfo: nil) : .stop)
                retryHandler(.stop)
            }
        }
        let strategy = Counting()
        let urls = urls(["missing"])
        let (outcome, progress) = await prefetch(urls, 5, [.retryStrategy(strategy)])
        #expect(strategy.counts.values == [0, 1, 2])
        #expect(outcome.failed == urls && progress == [1])
        #expect(server.requestCount == 3)
    }

    @Test("19.7.1, 19.7.2, 19.7.5: stopping fails what runs and what never began")
    func stop() async throws {
        let silent = try LoopbackServer { _ in .silence }
        let urls = (0..<4).map { silent.url("/\($0)") }
        let progress = Recorder<Int>()
        let ends = Recorder<[Int]>()
        let prefetcher = ImagePrefetcher(urls: urls, options: options) {
            progress.record($0.count + $1.count + $2.count)
        } completionHandler: {
            ends.record([$0.count, $1.count, $2.count])
        }
        prefetcher.maxConcurrentDownloads = 2
        prefetcher.start()
        await silent.waitForRequests(2)
        prefetcher.stop()
        prefetcher.stop()
        #expect(await ends.wait() == [[0, 4, 0]])
        #expect(progress.values == [1, 2])
        prefetcher.start()
        await MainActor.run {}
        #expect(ends.values.count == 1)
    }

    @Test("19.7.4: stopping leaves other callers of the same download alone")
    func stopLeavesOthers() async throws {
        let gate = LoopbackGate()
        let held = try LoopbackServer { _ in .data(testBody).held(at: gate) }
        let ends = Recorder<Int>()
        let prefetcher = ImagePrefetcher(
            urls: [held.url("/a")], options: options,
            completionHandler: { ends.record($0.count + $1.count + $2.count) })
        prefetcher.start()
        await held.waitForRequests()
        let outcomes = Recorder<DownloadOutcome>()
        downloader.downloadImage(with: held.url("/a"), options: anyBytes) { outcomes.record($0) }
        prefetcher.stop()
        gate.open()
        #expect(await outcomes.wait()[0].body == testBody)
        #expect(await ends.wait() == [1])
    }

    @Test("W20: stopping before starting gives everything up")
    func stopBeforeStart() async {
        let ends = Recorder<[Int]>()
        let prefetcher = ImagePrefetcher(
            sources: urls(["a", "b"]).map { .network($0) }, options: options,
            completionHandler: { ends.record([$0.count, $1.count, $2.count]) })
        prefetcher.stop()
        prefetcher.start()
        #expect(await ends.wait() == [[0, 2, 0]])
        #expect(server.requestCount == 0)
    }

    @Test("19.2.4: providers are loaded but do not appear among resources")
    func providers() async throws {
        let provider = RawImageDataProvider(data: testBody, cacheKey: "raw")
        let sources: [Source] = [.provider(provider), .network(server.url("/a"))]
        let completed: [Source] = await withCheckedContinuation { continuation in
            ImagePrefetcher(
                sources: sources, options: options,
                completionHandler: { _, _, done in
                    continuation.resume(returning: done)
                }
            ).start()
        }
        #expect(Set(completed) == Set(sources))
    }

    @Test("19.3.5: ten thousand cached sources settle without deep recursion")
    func manyCached() async {
        let url = server.url("/a")
        _ = await prefetch([url])
        let (outcome, progress) = await prefetch(Array(repeating: url, count: 10_000))
        #expect(outcome.skipped.count == 10_000)
        #expect(progress == Array(1...10_000))
    }

    @Test("19.3.5: a thousand prefetchers of four URLs share one downloader")
    func manyPrefetchers() async {
        let ends = Recorder<Int>()
        for number in 0..<1000 {
            let names = (0..<4).map { "\((number + $0) % 50)" }
            ImagePrefetcher(
                urls: urls(names), options: options + [.cacheMemoryOnly],
                completionHandler: { ends.record($0.count + $2.count) }
            ).start()
        }
        #expect(await ends.wait(1000).allSatisfy { $0 == 4 })
    }

    @Test("19.1: descriptions tell prefetchers apart")
    func descriptions() {
        let first = ImagePrefetcher(urls: [])
        let second = ImagePrefetcher(urls: [])
        #expect(first.description != second.description)
        #expect(first.maxConcurrentDownloads == 5)
    }
}
