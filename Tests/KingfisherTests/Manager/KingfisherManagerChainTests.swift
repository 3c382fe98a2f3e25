import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("KingfisherManager and its chains of attempts", .timeLimit(.minutes(1)))
struct KingfisherManagerChainTests {
    private let fixture: ManagerFixture

    init() throws { fixture = try ManagerFixture() }

    @Test("6.6: every attempt has the options of the request")
    func sameOptions() async throws {
        let paths = Locked<[String]>([])
        let modifier = AnyModifier { request in
            paths.withLock { $0.append(request.url?.path ?? "") }
            var request = request
            request.setValue("yes", forHTTPHeaderField: "X-Modified")
            return request
        }
        let processor = CountingProcessor()
        let result = try await fixture.retrieve(
            fixture.server.url("/missing"),
            [
                .requestModifier(modifier), .processor(processor),
                .alternativeSources([.network(fixture.url)]),
            ]
        ).get()
        #expect(result.pixelWidth == 3)
        #expect(paths.withLock { $0 } == ["/missing", "/a.png"])
        #expect(fixture.server.requests.allSatisfy { $0.header("X-Modified") == "yes" })
    }

    @Test("6.7: a delay of nothing is answered at once")
    func noDelay() {
        let strategy = DelayRetryStrategy(maxRetryCount: 1, retryInterval: .seconds(0))
        let context = RetryContext(
            source: .network(fixture.url),
            error: .responseError(reason: .URLSessionError(error: URLError(.timedOut))))
        let answers = Locked(0)
        strategy.retry(context: context) { decision in
            if case .retry = decision { answers.withLock { $0 += 1 } }
        }
        #expect(answers.withLock { $0 } == 1)
    }

    @Test("6.8: prefetching uses no alternatives")
    func prefetching() async throws {
        let options: KingfisherOptionsInfo = [
            .targetCache(fixture.cache), .downloader(fixture.downloader),
            .alternativeSources([.network(fixture.url)]),
        ]
        let missing = fixture.server.url("/missing")
        let failed = await withCheckedContinuation { continuation in
            let prefetcher = ImagePrefetcher(
                urls: [missing], options: options, progressBlock: nil,
                completionHandler: { _, failed, _ in continuation.resume(returning: failed.count) }
            )
            prefetcher.start()
        }
        #expect(failed == 1)
        #expect(fixture.server.requests.map(\.path) == ["/missing"])
    }

    @Test("6.9: an empty answer is a failure of the processor, which fallbacks follow")
    func emptyAnswers() async throws {
        let server = try LoopbackServer(routes: ["/empty": .data(Data())])
        let alone = await fixture.retrieve(server.url("/empty"))
        guard case .processorError(reason: .processingFailed) = alone.failure else {
            Issue.record("Unexpected \(alone)")
            return
        }
        let result = try await fixture.retrieve(
            server.url("/empty"), [.alternativeSources([.network(fixture.url)])]
        ).get()
        #expect(result.source == .network(fixture.url))
    }

    @Test("7.4: with an asynchronous modifier the modifier alone gets the handle")
    func asynchronousModifier() async throws {
        let (handles, continuation) = AsyncStream<DownloadTask?>.makeStream()
        let modifier = LaterModifier { continuation.yield($0) }
        let (manager, url) = (fixture.manager, fixture.url)
        let result = await withCheckedContinuation { completion in
            let task = manager.retrieveImage(with: url, options: [.requestModifier(modifier)]) {
                completion.resume(returning: $0)
            }
            #expect(task == nil)
        }
        #expect(try result.get().cacheType == .none)
        let handle = await handles.first { _ in true } ?? nil
        #expect(handle?.sessionTask?.originalURL == url)
    }

    @Test("7.11: cancelling a shell before its load is known is kept and applied")
    func earlyCancellation() async throws {
        let fixture = try ManagerFixture(routes: ["/slow.png": .silence])
        let result = await withCheckedContinuation { continuation in
            let task = fixture.manager.retrieveImage(
                with: fixture.server.url("/slow.png"), options: [.asyncCacheTypeCheck]
            ) { continuation.resume(returning: $0) }
            task?.cancel()
        }
        #expect(result.failure?.isTaskCancelled == true)
    }

    @Test("7.12: a later attempt is announced on the thread that starts it")
    func announcingThread() async throws {
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "deciding")
        queue.setSpecific(key: key, value: true)
        let isOnQueue = Locked<[Bool]>([])
        let (manager, server) = (fixture.manager, fixture.server)
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            manager.retrieveImage(
                with: .network(server.url("/missing")),
                options: [.retryStrategy(QueueStrategy(queue: queue))],
                downloadTaskUpdated: { _ in
                    isOnQueue.withLock {
                        $0.append(DispatchQueue.getSpecific(key: key) ?? false)
                    }
                },
                completionHandler: { _ in continuation.resume() })
        }
        #expect(isOnQueue.withLock { $0 } == [true])
    }

    @Test("8.3, 10.1: progress comes on the main queue, whatever the callback queue is")
    func progressQueue() async throws {
        let places = Locked<[Bool]>([])
        let (manager, url) = (fixture.manager, fixture.url)
        let result = await withCheckedContinuation { continuation in
            manager.retrieveImage(
                with: url, options: [.callbackQueue(.dispatch(.global()))],
                progressBlock: { _, _ in places.withLock { $0.append(MainQueue.isCurrent) } },
                completionHandler: { continuation.resume(returning: $0) })
        }
        _ = try result.get()
        #expect(await eventually { !places.withLock { $0.isEmpty } })
        #expect(places.withLock { $0 }.allSatisfy { $0 })
    }

    @Test("8.6, W3: stores, retries and alternatives complete on the callback queue too")
    func callbackQueue() async throws {
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "callback")
        queue.setSpecific(key: key, value: true)
        let missing = fixture.server.url("/missing")
        let cases: [(URL, KingfisherOptionsInfo)] = [
            (fixture.url, [.cacheOriginalImage, .processor(CountingProcessor()), .waitForCache]),
            (missing, [.retryStrategy(RecordingRetryStrategy(retries: 1))]),
            (missing, [.alternativeSources([.network(fixture.url)])]),
        ]
        let manager = fixture.manager
        for (url, options) in cases {
            let isOnQueue = await withCheckedContinuation { continuation in
                manager.retrieveImage(
                    with: url, options: [.callbackQueue(.dispatch(queue))] + options
                ) { _ in
                    continuation.resume(returning: DispatchQueue.getSpecific(key: key) ?? false)
                }
            }
            #expect(isOnQueue, "\(url)")
        }
    }

    @Test("10.4: side effects hear of bytes in order: the caller's, then progress")
    func sideEffectOrder() async throws {
        let order = Locked<[String]>([])
        var options = fixture.manager.parsedOptions([.callbackQueue(.untouch)])
        options.onDataReceived = [NotingSideEffect { order.withLock { $0.append("caller") } }]
        let manager = fixture.manager
        let source = Source.network(fixture.url)
        let result = await withCheckedContinuation { [options] continuation in
            _ = manager.retrieveImage(
                with: source, options: options,
                progressBlock: { _, _ in order.withLock { $0.append("progress") } },
                completionHandler: { continuation.resume(returning: $0) })
        }
        _ = try result.get()
        #expect(await eventually { order.withLock { $0.contains("progress") } })
        #expect(order.withLock { $0.first } == "caller")
    }

    @Test("10.3, 10.4: one list serves all attempts: the caller's, progress, then progressive")
    func sideEffectsOfAttempts() async throws {
        let downloader = InlineDownloader(name: "side effects")
        var options = fixture.manager.parsedOptions([
            .callbackQueue(.untouch), .downloader(downloader), .progressiveJPEG(ImageProgressive()),
            .alternativeSources([.network(fixture.url)]),
        ])
        options.onDataReceived = [NotingSideEffect {}]
        let (manager, source) = (fixture.manager, Source.network(fixture.server.url("/missing")))
        let result = await withCheckedContinuation { [options] continuation in
            _ = manager.retrieveImage(
                with: source, options: options, progressBlock: { _, _ in },
                completionHandler: { continuation.resume(returning: $0) })
        }
        #expect(try result.get().source == .network(fixture.url))
        let lists = downloader.asked.values.map { $0.options.onDataReceived ?? [] }
        #expect(lists.count == 2)
        for list in lists {
            #expect(
                list.map { String(describing: type(of: $0)) } == [
                    "NotingSideEffect", "ImageLoadingProgressSideEffect",
                    "ProgressiveImageSideEffect",
                ])
            #expect(list.map(ObjectIdentifier.init) == lists[0].map(ObjectIdentifier.init))
        }
    }

    @Test("6.1, W6: a strategy that says twice to try again is heard once")
    func doubleRetries() async throws {
        let completions = Recorder<Result<RetrieveImageResult, KingfisherError>>()
        fixture.manager.retrieveImage(
            with: fixture.server.url("/missing"), options: [.retryStrategy(DoubleRetryStrategy())],
            completionHandler: completions.record)
        #expect(await completions.wait()[0].failure?.isInvalidResponseStatusCode(404) == true)
        // A load that comes after anything that the second answer could have started.
        _ = try await fixture.retrieve(fixture.url).get()
        #expect(fixture.server.requestCount(path: "/missing") == 2)
        #expect(completions.values.count == 1)
    }

    @Test("10.5: a data provider reports no progress")
    func noProgress() async throws {
        let calls = Locked(0)
        let provider = RawImageDataProvider(data: try TestPicture.png(), cacheKey: "raw")
        let result = try await fixture.manager.retrieveImage(
            with: .provider(provider), options: nil,
            progressBlock: { _, _ in calls.withLock { $0 += 1 } })
        await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
        #expect(result.metrics == nil)
        #expect(calls.withLock { $0 } == 0)
    }

    @Test("3.5.5: without a handler a provider is not even asked")
    func unwantedProvider() {
        let provider = RawImageDataProvider(data: Data(), cacheKey: "raw")
        let task = fixture.manager.provideImage(
            provider: provider, options: .init(nil), completionHandler: nil)
        #expect(task == nil)
    }
}

/// Answers some time later and passes the handle on.
private struct LaterModifier: AsyncImageDownloadRequestModifier {
    let onDownloadTaskStarted: (@Sendable (DownloadTask?) -> Void)?

    init(_ started: @escaping @Sendable (DownloadTask?) -> Void) {
        onDownloadTaskStarted = started
    }

    func modified(for request: URLRequest) async -> URLRequest? {
        await Task.yield()
        return request
    }
}

/// Retries once; answers on a queue.
private struct QueueStrategy: RetryStrategy {
    let queue: DispatchQueue

    func retry(
        context: RetryContext, retryHandler: @escaping @Sendable (RetryDecision) -> Void
    ) {
        let goesOn = context.retriedCount < 1
        queue.async { retryHandler(goesOn ? .retry(userInfo: nil) : .stop) }
    }
}

/// Retries once, and says so twice.
private struct DoubleRetryStrategy: RetryStrategy {
    func retry(
        context: RetryContext, retryHandler: @escaping @Sendable (RetryDecision) -> Void
    ) {
        let decision: RetryDecision = context.retriedCount < 1 ? .retry(userInfo: nil) : .stop
        for _ in 0..<2 { retryHandler(decision) }
    }
}

// Unchecked: the closure is set before the download starts and never again.
private final class NotingSideEffect: DataReceivingSideEffect, @unchecked Sendable {
    var onShouldApply: () -> Bool = { true }
    private let note: @Sendable () -> Void

    init(_ note: @escaping @Sendable () -> Void) { self.note = note }

    func onDataReceived(_ session: URLSession, task: SessionDataTask, data: Data) { note() }
}
