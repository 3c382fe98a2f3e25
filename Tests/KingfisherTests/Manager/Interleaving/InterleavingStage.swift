import Foundation
import Locking
import TestTools

@testable import Kingfisher

/// A manager whose downloads, caches, processors, strategies and queues all wait for a clockwork.
final class InterleavingStage: Sendable {
    /// What a schedule came to.
    struct Report: Equatable {
        var log: [String]
        var problems: [String]
    }

    let clockwork = VirtualClockwork()
    private let cache: ScriptedCache
    private let transport: ScriptedTransport
    private let manager: KingfisherManager
    private let directory: URL
    private let image: KFCrossPlatformImage
    private let sources = ["a", "b", "c"].compactMap { name in
        URL(string: "http://virtual.test/\(name)").map { Source.network($0) }
    }

    init() throws {
        let image = try TestPicture.image(width: 2, height: 2)
        self.image = image
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("interleaving-\(UUID().uuidString)")
        cache = try ScriptedCache(clockwork, directory: directory, image: image)
        let downloader = ImageDownloader(name: "interleaving")
        let transport = ScriptedTransport(clockwork, downloader: downloader, picture: Data([1]))
        downloader.useTransport { _, _ in transport }
        self.transport = transport
        manager = KingfisherManager(downloader: downloader, cache: cache)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// Plays the schedule of a seed: requests come, end, are cancelled and go out of date in an order
    /// that the seed decides, until nothing is left to do.
    func play(seed: UInt64) -> Report {
        let numbers = Locked(SeededGenerator(seed: seed))
        let choose: @Sendable (Int) -> Int = { count in
            numbers.withLock { Int.random(in: 0..<count, using: &$0) }
        }
        clockwork.reset()
        prepare(choose)
        var waiting = (0..<(1 + choose(4))).map { _ in plan(choose) }
        var running: [InterleavedRequest] = []
        while !waiting.isEmpty || clockwork.jobCount > 0 {
            switch choose(8) {
            case 0...1 where !waiting.isEmpty:
                running.append(begin(waiting.removeFirst()))
            case 2 where !running.isEmpty:
                clockwork.note("cancel")
                running[choose(running.count)].cancel()
            case 3 where !running.isEmpty && choose(3) == 0:
                clockwork.note("stale")
                running[choose(running.count)].becomeStale()
            default:
                if clockwork.jobCount > 0 { clockwork.run(choose(clockwork.jobCount)) }
            }
        }
        // Nothing comes of cancelling what is over.
        running.forEach { $0.cancel(all: true) }
        while clockwork.jobCount > 0 { clockwork.run(0) }
        return Report(log: clockwork.log, problems: running.compactMap(\.problem))
    }

    private func prepare(_ choose: @escaping @Sendable (Int) -> Int) {
        transport.decide { _ in choose(3) == 0 ? .connectionLost : .picture }
        let keys = sources.flatMap { [$0.cacheKey, $0.cacheKey.computedKey(with: "scripted")] }
        cache.reset(
            memory: Set(keys.filter { _ in choose(8) == 0 }),
            disk: Set(keys.filter { _ in choose(4) == 0 }),
            readings: { [.image, .image, .image, .image, .vanished, .failure][choose(6)] })
    }

    private func plan(_ choose: @escaping @Sendable (Int) -> Int) -> InterleavedRequest.Plan {
        var plan = InterleavedRequest.Plan()
        var options = KingfisherParsedOptionsInfo(nil)
        let first = choose(sources.count)
        plan.sources = (0..<(1 + choose(3))).map { sources[(first + $0) % sources.count] }
        if plan.sources.count > 1 { options.alternativeSources = Array(plan.sources.dropFirst()) }
        plan.processorFails = choose(5) == 0
        plan.onlyFromCache = choose(6) == 0
        options.processor = ScriptedProcessor(
            // Equal identifiers must give equal images, as requests share what is made.
            identifier: plan.processorFails ? "failing" : choose(3) == 0 ? "" : "scripted",
            fails: plan.processorFails, image: image)
        options.onlyFromCache = plan.onlyFromCache
        options.forceRefresh = !plan.onlyFromCache && choose(6) == 0
        options.fromMemoryCacheOrRefresh = choose(6) == 0
        options.waitForCache = choose(2) == 0
        options.cacheOriginalImage = choose(2) == 0
        options.cacheMemoryOnly = choose(4) == 0
        options.callbackQueue = .operationQueue(VirtualQueue("callback", clockwork))
        options.processingQueue = .operationQueue(VirtualQueue("process", clockwork))
        if choose(3) == 0 {
            options.retryStrategy = ScriptedRetryStrategy(
                retries: choose(3), answersTwice: choose(3) == 0, answersAtOnce: choose(2) == 0,
                clockwork: clockwork)
        }
        plan.options = options
        return plan
    }

    private func begin(_ plan: InterleavedRequest.Plan) -> InterleavedRequest {
        let request = InterleavedRequest(plan)
        var options = plan.options
        options.eventObserver = request
        clockwork.note("begin \(plan.sources.map { $0.url?.lastPathComponent ?? "" })")
        let task = manager.retrieveImage(
            with: plan.sources[0], options: options,
            downloadTaskUpdated: { request.adopt($0) },
            referenceTaskIdentifierChecker: { request.isCurrent },
            completionHandler: { [clockwork] outcome in
                request.complete(outcome, on: clockwork.current)
            })
        // A later attempt may have told of its own handle by now; that is the newer one.
        request.adoptFirst(task)
        return request
    }
}

/// Makes an image at once, or none.
private struct ScriptedProcessor: ImageProcessor {
    let identifier: String
    let fails: Bool
    let image: KFCrossPlatformImage

    func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        fails ? nil : image
    }
}

/// Answers some time later, or at once, once or twice.
private struct ScriptedRetryStrategy: RetryStrategy {
    let retries: Int
    let answersTwice: Bool
    let answersAtOnce: Bool
    let clockwork: VirtualClockwork

    func retry(
        context: RetryContext, retryHandler: @escaping @Sendable (RetryDecision) -> Void
    ) {
        let decision = context.retriedCount < retries
        for _ in 0..<(answersTwice ? 2 : 1) {
            let answer: @Sendable () -> Void = {
                retryHandler(decision ? .retry(userInfo: nil) : .stop)
            }
            if answersAtOnce { answer() } else { clockwork.add("decide", answer) }
        }
    }
}
