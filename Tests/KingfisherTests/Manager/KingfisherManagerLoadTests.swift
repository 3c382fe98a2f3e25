import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

@Suite("KingfisherManager and its loads", .timeLimit(.minutes(1)))
struct KingfisherManagerLoadTests {
    @Test("4.4: a hundred concurrent requests are one download and a hundred completions")
    func concurrentRequestsShareOneDownload() async throws {
        let gate = LoopbackGate()
        let fixture = try ManagerFixture(
            routes: ["/a.png": .data(TestPicture.png()).held(at: gate)])
        let images = try await withThrowingTaskGroup(of: Int?.self) { group in
            let started = Locked(0)
            for _ in 0..<100 {
                group.addTask {
                    try await withCheckedThrowingContinuation { continuation in
                        fixture.manager.retrieveImage(with: fixture.url) { result in
                            continuation.resume(with: result.map(\.pixelWidth))
                        }
                        // The answer is let through once everybody has joined.
                        let count = started.withLock { started in
                            started += 1
                            return started
                        }
                        if count == 100 { gate.open() }
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(images.count == 100)
        #expect(images.allSatisfy { $0 == 8 })
        #expect(fixture.server.requestCount(path: "/a.png") == 1)
    }

    @Test("7.1, 7.2: a load has a handle, a hit has none")
    func handles() async throws {
        let fixture = try ManagerFixture()
        let (task, result) = await withCheckedContinuation { continuation in
            let task = Locked<DownloadTask?>(nil)
            let delivered = Locked<Result<RetrieveImageResult, KingfisherError>?>(nil)
            let done: @Sendable () -> Void = {
                guard let task = task.withLock({ $0 }), let result = delivered.withLock({ $0 })
                else { return }
                let isFirst = delivered.withLock { delivered in
                    defer { delivered = nil }
                    return delivered != nil
                }
                if isFirst { continuation.resume(returning: (task, result)) }
            }
            let handle = fixture.manager.retrieveImage(
                with: fixture.url, options: [.waitForCache]
            ) { result in
                delivered.withLock { $0 = result }
                done()
            }
            task.withLock { $0 = handle }
            done()
        }
        #expect(try result.get().cacheType == .none)
        #expect(task.isInitialized)
        #expect(task.sessionTask?.originalURL == fixture.url)
        let hit = await withCheckedContinuation { continuation in
            let handle = Locked<DownloadTask??>(nil)
            let task = fixture.manager.retrieveImage(with: fixture.url) { _ in }
            handle.withLock { $0 = .some(task) }
            continuation.resume(returning: task)
        }
        #expect(hit == nil)
    }

    @Test(
        "6 (gate 3), 7.13, 19.11: cancelling completes once as cancelled and tries no alternative")
    func cancellation() async throws {
        let fixture = try ManagerFixture(routes: ["/slow.png": .silence])
        let alternative = try ManagerFixture()
        let completions = Locked(0)
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<RetrieveImageResult, KingfisherError>, Never>)
            in
            let task = fixture.manager.retrieveImage(
                with: fixture.server.url("/slow.png"),
                options: [.alternativeSources([.network(alternative.url)])]
            ) { result in
                completions.withLock { $0 += 1 }
                continuation.resume(returning: result)
            }
            task?.cancel()
            task?.cancel()
        }
        #expect(result.failure?.isTaskCancelled == true)
        #expect(completions.withLock { $0 } == 1)
        #expect(alternative.server.requestCount == 0)
    }

    @Test("6.4: alternatives are tried in order; the result names both sources")
    func alternativesSucceed() async throws {
        let fixture = try ManagerFixture()
        let missing = Source.network(fixture.server.url("/missing.png"))
        let alsoMissing = Source.network(fixture.server.url("/also-missing.png"))
        let good = Source.network(fixture.url)
        let result = try await fixture.retrieve(
            missing, [.alternativeSources([alsoMissing, good])]
        ).get()
        #expect(result.source == good)
        #expect(result.originalSource == missing)
        #expect(
            fixture.server.requests.map(\.path) == ["/missing.png", "/also-missing.png", "/a.png"])
    }

    @Test("6 (gates 5 and 6): when every source fails, every failure is reported in order")
    func alternativesExhausted() async throws {
        let fixture = try ManagerFixture()
        let sources = ["/1", "/2", "/3"].map { Source.network(fixture.server.url($0)) }
        let result = await fixture.retrieve(
            sources[0], [.alternativeSources(Array(sources.dropFirst()))])
        guard
            case .imageSettingError(reason: .alternativeSourcesExhausted(let errors)) =
                result.failure
        else {
            Issue.record("Unexpected \(result)")
            return
        }
        #expect(errors.map(\.source) == sources)
        #expect(errors.allSatisfy { $0.error.isInvalidResponseStatusCode(404) })
    }

    @Test("6 (gate 6): without alternatives left and none used, the failure comes unchanged")
    func emptyAlternatives() async throws {
        let fixture = try ManagerFixture()
        let result = await fixture.retrieve(
            fixture.server.url("/missing"), [.alternativeSources([])])
        #expect(result.failure?.isInvalidResponseStatusCode(404) == true)
    }

    @Test("6.1: a strategy sees growing counts and its own user info, and its stop is final")
    func retryStrategyIsConsulted() async throws {
        let fixture = try ManagerFixture()
        let strategy = RecordingRetryStrategy(retries: 2)
        let updates = Locked(0)
        let result = await withCheckedContinuation { continuation in
            fixture.manager.retrieveImage(
                with: fixture.server.url("/missing"), options: [.retryStrategy(strategy)],
                downloadTaskUpdated: { task in
                    if task != nil { updates.withLock { $0 += 1 } }
                },
                completionHandler: { continuation.resume(returning: $0) })
        }
        #expect(result.failure?.isInvalidResponseStatusCode(404) == true)
        #expect(strategy.counts == [0, 1, 2])
        #expect(strategy.userInfos == [nil, "try 0", "try 1"])
        #expect(fixture.server.requestCount == 3)
        #expect(updates.withLock { $0 } == 2)
    }

    @Test("W6: a strategy that answers twice is heard once")
    func doubleAnswersAreIgnored() async throws {
        let fixture = try ManagerFixture()
        let completions = Locked(0)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            fixture.manager.retrieveImage(
                with: fixture.server.url("/missing"),
                options: [.retryStrategy(DoubleStopStrategy())]
            ) { _ in
                completions.withLock { $0 += 1 }
                continuation.resume()
            }
        }
        #expect(completions.withLock { $0 } == 1)
    }

    @Test("8.1, 1.8: a downloader that completes twice fails an attempt once")
    func downloaderThatCompletesTwice() async throws {
        let fixture = try ManagerFixture()
        let observer = EventRecorder()
        let good = Source.network(fixture.url)
        // Were the second failure heard, nothing would be left to try.
        let result = try await fixture.retrieve(
            fixture.server.url("/missing"),
            [
                .downloader(DoubleDownloader(name: "double")), .alternativeSources([good]),
                .eventObserver(observer),
            ]
        ).get()
        #expect(result.source == good)
        #expect(observer.names.count { $0.hasPrefix("failed") } == 1)
    }

    @Test("7.8, 19.11: a later attempt is announced before its outcome, even if that is immediate")
    func laterAttemptsAreAnnouncedFirst() async throws {
        let fixture = try ManagerFixture()
        let events = Locked<[String]>([])
        let missing = Source.network(fixture.server.url("/missing"))
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            fixture.manager.retrieveImage(
                with: missing,
                options: [
                    .alternativeSources([.provider(InlineProvider()), .network(fixture.url)])
                ],
                downloadTaskUpdated: { task in
                    events.withLock { $0.append(task == nil ? "nil" : "task") }
                },
                completionHandler: { _ in
                    events.withLock { $0.append("done") }
                    continuation.resume()
                })
        }
        #expect(events.withLock { $0 } == ["task", "task", "done"])
    }

    @Test("6.3, 7.6: an alternative that is cached is served from there and announced as nil")
    func cachedAlternatives() async throws {
        let fixture = try ManagerFixture()
        _ = try await fixture.retrieve(fixture.url).get()
        let updates = Locked<[Bool]>([])
        let result = await withCheckedContinuation { continuation in
            fixture.manager.retrieveImage(
                with: .network(fixture.server.url("/missing")),
                options: [.alternativeSources([.network(fixture.url)])],
                downloadTaskUpdated: { task in updates.withLock { $0.append(task != nil) } },
                completionHandler: { continuation.resume(returning: $0) })
        }
        #expect(try result.get().cacheType == .memory)
        #expect(updates.withLock { $0 } == [false])
    }

    @Test("7.9: cancelling inside the announcement ends the request with one cancellation")
    func cancelInsideAnnouncement() async throws {
        let fixture = try ManagerFixture(routes: ["/slow.png": .silence])
        let result = await withCheckedContinuation { continuation in
            fixture.manager.retrieveImage(
                with: .network(fixture.server.url("/missing")),
                options: [.alternativeSources([.network(fixture.server.url("/slow.png"))])],
                downloadTaskUpdated: { $0?.cancel() },
                completionHandler: { continuation.resume(returning: $0) })
        }
        #expect(result.failure?.isTaskCancelled == true)
    }

    @Test("3.4.3, 3.4.4, 3.8, W1: a vetoing modifier ends the request, the original is not sent")
    func vetoedRequestsAreNotSent() async throws {
        let fixture = try ManagerFixture()
        let result = await fixture.retrieve(
            fixture.url, [.requestModifier(AnyModifier { _ in nil })])
        guard case .requestError(reason: .emptyRequest) = result.failure else {
            Issue.record("Unexpected \(result)")
            return
        }
        #expect(fixture.server.requestCount == 0)
    }

    @Test("3.4.5: downloaded data is processed once, by the downloader, on the processing queue")
    func processedByTheDownloader() async throws {
        let fixture = try ManagerFixture()
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "processing")
        queue.setSpecific(key: key, value: true)
        let runs = Locked<[Bool]>([])
        let processor = AnyBytesProcessor(identifier: "tests.on-queue") {
            runs.withLock { $0.append(DispatchQueue.getSpecific(key: key) == true) }
        }
        let result = await fixture.retrieve(
            fixture.url, [.processor(processor), .processingQueue(.dispatch(queue))])
        #expect(try result.get().cacheType == .none)
        #expect(runs.withLock { $0 } == [true])
    }

    @Test("8.4: completions arrive on the callback queue: loads, hits and errors")
    func completionsHopToTheCallbackQueue() async throws {
        let fixture = try ManagerFixture()
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "callback")
        queue.setSpecific(key: key, value: true)
        for (path, extra) in [
            ("/a.png", []), ("/a.png", []), ("/other.png", [.onlyFromCache]),
        ] as [(String, KingfisherOptionsInfo)] {
            let isOnQueue = await withCheckedContinuation { continuation in
                fixture.manager.retrieveImage(
                    with: fixture.server.url(path),
                    options: [.callbackQueue(.dispatch(queue))] + extra
                ) { _ in
                    continuation.resume(
                        returning: DispatchQueue.getSpecific(key: key) ?? false)
                }
            }
            #expect(isOnQueue)
        }
    }

    @Test(
        "6 (gate 1), 9.1, 9.4, 19.11: a stale request neither loads nor retries, and completes once"
    )
    func staleRequests() async throws {
        let fixture = try ManagerFixture()
        let strategy = RecordingRetryStrategy(retries: 5)
        _ = try await fixture.retrieve(fixture.url).get()
        fixture.cache.clearMemoryCache()
        var options = fixture.manager.parsedOptions([.retryStrategy(strategy)])
        options.alternativeSources = [.network(fixture.server.url("/b.png"))]
        let result = await withCheckedContinuation { continuation in
            _ = fixture.manager.retrieveImage(
                with: .network(fixture.url), options: options,
                referenceTaskIdentifierChecker: { false },
                completionHandler: { continuation.resume(returning: $0) })
        }
        guard case .cacheError(reason: .imageNotExisting) = result.failure else {
            Issue.record("Unexpected \(result)")
            return
        }
        #expect(strategy.counts.isEmpty)
        #expect(fixture.server.requestCount == 1)
        #expect(
            fixture.cache.imageCachedType(forKey: fixture.url.absoluteString) == .disk)
    }

    @Test("2.5: without a completion handler the image is still loaded and cached")
    func worksWithoutHandler() async throws {
        let fixture = try ManagerFixture()
        fixture.manager.retrieveImage(with: fixture.url, completionHandler: nil)
        #expect(await eventually { fixture.cache.isCached(forKey: fixture.url.absoluteString) })
        #expect(fixture.server.requestCount == 1)
    }
}

/// Retries a number of times, then stops, and remembers what it was asked.
final class RecordingRetryStrategy: RetryStrategy {
    private let retries: Int
    private let consultations = Locked<[(count: Int, userInfo: String?)]>([])

    init(retries: Int) { self.retries = retries }

    var counts: [Int] { consultations.withLock { $0.map(\.count) } }
    var userInfos: [String?] { consultations.withLock { $0.map(\.userInfo) } }

    func retry(
        context: RetryContext, retryHandler: @escaping @Sendable (RetryDecision) -> Void
    ) {
        let count = context.retriedCount
        let userInfo = context.userInfo as? String
        consultations.withLock { $0.append((count, userInfo)) }
        retryHandler(count < retries ? .retry(userInfo: "try \(count)") : .stop)
    }
}

private struct DoubleStopStrategy: RetryStrategy {
    func retry(
        context: RetryContext, retryHandler: @escaping @Sendable (RetryDecision) -> Void
    ) {
        retryHandler(.stop)
        retryHandler(.stop)
    }
}

// Unchecked, as its superclass is: it adds no state.
/// Fails twice for what is missing.
private final class DoubleDownloader: ImageDownloader, @unchecked Sendable {
    override func downloadImage(
        with url: URL, options: KingfisherParsedOptionsInfo,
        completionHandler: (@Sendable (Result<ImageLoadingResult, KingfisherError>) -> Void)?
    ) -> DownloadTask {
        guard url.lastPathComponent == "missing" else {
            return super.downloadImage(
                with: url, options: options, completionHandler: completionHandler)
        }
        for _ in 0..<2 { completionHandler?(.failure(.requestError(reason: .emptyRequest))) }
        return DownloadTask()
    }
}

/// Fails at once.
private struct InlineProvider: ImageDataProvider {
    let cacheKey = "inline"
    func data(handler: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        handler(.failure(CocoaError(.fileNoSuchFile)))
    }
}
