import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("What delegates and callers of a download are told", .timeLimit(.minutes(1)))
struct DelegateRuleTests {
    private let downloader = ImageDownloader(name: "delegates")

    /// Answers what it is made with, and writes down on which threads it was asked.
    private final class Hooks: ImageDownloaderDelegate, Sendable {
        let isMain = Recorder<Bool>()
        let images = Recorder<KFCrossPlatformImage>()
        let data: Data?

        init(data: Data? = nil) { self.data = data }

        func imageDownloader(
            _ downloader: ImageDownloader, willDownloadImageForURL url: URL,
            with request: URLRequest?
        ) { isMain.record(Thread.isMainThread) }

        func imageDownloader(
            _ downloader: ImageDownloader, didDownload received: Data, for url: URL
        ) -> Data? {
            isMain.record(Thread.isMainThread)
            return data ?? received
        }

        func imageDownloader(
            _ downloader: ImageDownloader, didDownload image: KFCrossPlatformImage, for url: URL,
            with response: URLResponse?
        ) {
            isMain.record(Thread.isMainThread)
            images.record(image)
        }
    }

    @Test("7.4, 7.6, DEC-9: the decoded form is another image than the plain one")
    func backgroundDecode() async throws {
        let gate = LoopbackGate()
        let png = try TestPicture.png()
        let server = try LoopbackServer(routes: ["/a": .data(png).held(at: gate)])
        let images = Recorder<KFCrossPlatformImage>()
        for options in [[], [.backgroundDecode]] as [KingfisherOptionsInfo] {
            downloader.downloadImage(
                with: server.url("/a"), options: options + [.callbackQueue(.untouch)]
            ) { outcome in
                if let image = try? outcome.get().image { images.record(image) }
            }
        }
        gate.open()
        let both = await images.wait(2)
        #expect(both[0] !== both[1])
        #expect(both.allSatisfy { $0.cgImage?.width == 8 })
        #expect(server.requestCount == 1)
    }

    @Test("7.9: an image that is ready is delivered without waiting for the others")
    func noWaiting() async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: ["/a": .data(testBody).held(at: gate)])
        let processor = HeldProcessor()
        let outcomes = Recorder<DownloadOutcome>()
        downloader.downloadImage(
            with: server.url("/a"), options: processor.options, completionHandler: outcomes.record)
        async let fast = downloader.outcome(server.url("/a"))
        await server.waitForRequests()
        gate.open()
        #expect(await fast.body == testBody)
        #expect(outcomes.values.isEmpty)
        processor.release()
        #expect(await outcomes.wait()[0].body == testBody)
    }

    @Test("7.10, 7.11: the downloader caches nothing, and options of caches mean nothing to it")
    func noCaching() async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody), "/missing": .status(404)])
        let options: KingfisherOptionsInfo = [.onlyFromCache, .fromMemoryCacheOrRefresh]
        for _ in 0..<2 {
            #expect(await downloader.outcome(server.url("/a"), options).body == testBody)
        }
        #expect(server.requestCount == 2)
    }

    @Test("17.4.4: the downloader itself neither retries nor takes alternatives")
    func noRetry() async throws {
        let server = try LoopbackServer(routes: ["/missing": .status(404), "/a": .data(testBody)])
        let outcome = await downloader.outcome(
            server.url("/missing"),
            [
                .retryStrategy(DelayRetryStrategy(maxRetryCount: 3, retryInterval: .seconds(0))),
                .alternativeSources([.network(server.url("/a"))]),
            ])
        #expect(outcome.refusedStatus == 404)
        #expect(server.requestCount == 1)
    }

    @Test("8.3: the response waits for the delegate's decision")
    func asynchronousDecision() async throws {
        final class Patient: ImageDownloaderDelegate, Sendable {
            let asked = Recorder<Void>()
            let answer = AsyncStream<Void>.makeStream()

            func imageDownloader(
                _ downloader: ImageDownloader, didReceive response: URLResponse
            ) async -> URLSession.ResponseDisposition {
                asked.record(())
                for await _ in answer.stream {}
                return .allow
            }
        }
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let delegate = Patient()
        downloader.delegate = delegate
        let outcomes = Recorder<DownloadOutcome>()
        downloader.downloadImage(
            with: server.url("/a"), options: anyBytes, completionHandler: outcomes.record)
        await delegate.asked.wait()
        #expect(outcomes.values.isEmpty)
        delegate.answer.continuation.finish()
        #expect(await outcomes.wait()[0].body == testBody)
    }

    @Test("8.4, 8.5: the older spelling of the data hook is asked where only it is there")
    func olderDataHook() async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let hooks = Hooks(data: Data([9]))
        downloader.delegate = hooks
        #expect(await downloader.outcome(server.url("/a")).body == Data([9]))
    }

    @Test("8.7, 8.12: each successful caller's image is told, and is the one that it gets")
    func imageOfEach() async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: ["/a": .data(testBody).held(at: gate)])
        let hooks = Hooks()
        downloader.delegate = hooks
        let received = Recorder<KFCrossPlatformImage?>()
        for identifier in ["one", "two", "two"] {
            downloader.downloadImage(
                with: server.url("/a"),
                options: [
                    .processor(AnyBytesProcessor(identifier: identifier)),
                    .callbackQueue(.untouch),
                ]
            ) { received.record(try? $0.get().image) }
        }
        gate.open()
        let images = await received.wait(3).compactMap { $0.map(ObjectIdentifier.init) }
        #expect(hooks.images.values.map(ObjectIdentifier.init).sorted() == images.sorted())
        #expect(Set(images).count == 2)
    }

    @Test("8.9: only a new transfer is announced, with the request that is sent")
    func willDownload() async throws {
        final class Announced: ImageDownloaderDelegate, Sendable {
            let requests = Recorder<URLRequest?>()
            func imageDownloader(
                _ downloader: ImageDownloader, willDownloadImageForURL url: URL,
                with request: URLRequest?
            ) { requests.record(request) }
        }
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: ["/b": .data(testBody).held(at: gate)])
        let target = server.url("/b")
        let delegate = Announced()
        downloader.delegate = delegate
        let outcomes = Recorder<DownloadOutcome>()
        for path in ["/a", "/b"] {
            downloader.downloadImage(
                with: server.url(path),
                options: anyBytes + [
                    .requestModifier(AnyModifier { _ in URLRequest(url: target) })
                ],
                completionHandler: outcomes.record)
        }
        gate.open()
        await outcomes.wait(2)
        #expect(delegate.requests.values.map { $0?.url } == [target])
    }

    @Test("8.11: who cancels while others wait is no end of the download")
    func cancelIsNoEnd() async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: ["/a": .data(testBody).held(at: gate)])
        let spy = DelegateSpy()
        downloader.delegate = spy
        let cancelled = downloader.downloadImage(
            with: server.url("/a"), options: anyBytes, completionHandler: nil)
        async let other = downloader.outcome(server.url("/a"))
        await server.waitForRequests()
        cancelled.cancel()
        gate.open()
        #expect(await other.body == testBody)
        #expect(spy.events.values.filter { $0.hasPrefix("finish") } == ["finish ok response"])
    }

    @Test("8.13: the delegate is not asked on the main thread, whatever the callback queue")
    func threads() async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let hooks = Hooks()
        downloader.delegate = hooks
        let outcome = await downloader.outcome(server.url("/a"), [.callbackQueue(.mainAsync)])
        #expect(outcome.body == testBody)
        #expect(hooks.isMain.values.count == 3 && !hooks.isMain.values.contains(true))
    }

    @Test("8.14: the delegate is read at each event, and may be changed in between")
    func changedDelegate() async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: ["/a": .data(testBody).held(at: gate)])
        let (first, second) = (DelegateSpy(), DelegateSpy())
        downloader.delegate = first
        async let outcome = downloader.outcome(server.url("/a"))
        await server.waitForRequests()
        downloader.delegate = second
        gate.open()
        #expect(await outcome.body == testBody)
        #expect(first.events.values == ["will /a"])
        #expect(second.events.values.first == "status 200" && second.events.values.last == "image")
    }

    @Test("8.15, 11.2: what a subclass names like a default is not the default")
    func subclassHasNoSay() async throws {
        final class Strict: ImageDownloader, @unchecked Sendable {
            func isValidStatusCode(_ code: Int, for downloader: ImageDownloader) -> Bool { false }
        }
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        #expect(await Strict(name: "strict").outcome(server.url("/a")).body == testBody)
    }

    @Test("9.6, 9.7: a side effect is asked before it acts, and a progress block comes besides it")
    func sideEffects() async throws {
        final class Effect: DataReceivingSideEffect, @unchecked Sendable {
            // Unchecked: set before the download starts.
            var onShouldApply: () -> Bool = { true }
            let bytes = Recorder<Int>()
            func onDataReceived(_ session: URLSession, task: SessionDataTask, data: Data) {
                bytes.record(data.count)
            }
        }
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let effect = Effect()
        let silenced = ImageLoadingProgressSideEffect { _, _ in Issue.record("superseded") }
        silenced.onShouldApply = { false }
        let sizes = Recorder<Int64>()
        var options = KingfisherParsedOptionsInfo([.processor(AnyBytesProcessor())])
        options.onDataReceived = [effect, silenced]
        let progress = ImageLoadingProgressSideEffect { received, _ in sizes.record(received) }
        options.onDataReceived?.append(progress)
        _ = try await downloader.downloadImage(with: server.url("/a"), options: options)
        #expect(effect.bytes.values.reduce(0, +) == testBody.count)
        #expect(await sizes.wait().last == Int64(testBody.count))
    }

    @Test("W22: progress that was on its way when the caller cancelled is not reported")
    @MainActor func noProgressAfterCancel() async throws {
        let server = try LoopbackServer(routes: ["/a": .stalled(testBody, after: 100)])
        let calls = Locked(0)
        cancelWhenBytesArrived(server.url("/a")) { calls.withLock { $0 += 1 } }
        // Comes after the report, which waited for the main thread.
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
        #expect(calls.withLock { $0 } == 0)
    }

    /// Holds the thread until bytes have arrived, then cancels.
    private func cancelWhenBytesArrived(_ url: URL, onProgress: @escaping @Sendable () -> Void) {
        final class Arrival: DataReceivingSideEffect, @unchecked Sendable {
            // Unchecked: set before the download starts.
            var onShouldApply: () -> Bool = { true }
            let arrived = DispatchSemaphore(value: 0)
            func onDataReceived(_ session: URLSession, task: SessionDataTask, data: Data) {
                arrived.signal()
            }
        }
        let arrival = Arrival()
        var options = KingfisherParsedOptionsInfo(anyBytes)
        options.onDataReceived = [
            ImageLoadingProgressSideEffect { _, _ in onProgress() }, arrival,
        ]
        let task = downloader.downloadImage(with: url, options: options)
        arrival.arrived.wait()
        task.cancel()
    }

    @Test("9.8: who watches the bytes sees the body grow without copying it")
    func partialData() async throws {
        final class Watching: DataReceivingSideEffect, @unchecked Sendable {
            var onShouldApply: () -> Bool = { true }
            let prefixes = Recorder<Data>()
            func onDataReceived(_ session: URLSession, task: SessionDataTask, data: Data) {
                prefixes.record(task.sharedData)
            }
        }
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: ["/a": .halves(testBody, after: 1000, gate: gate)])
        let effect = Watching()
        var options = KingfisherParsedOptionsInfo(anyBytes)
        options.onDataReceived = [effect]
        let outcomes = Recorder<DownloadOutcome>()
        downloader.downloadImage(
            with: server.url("/a"), options: options, completionHandler: outcomes.record)
        #expect(await effect.prefixes.wait()[0] == testBody.prefix(1000))
        gate.open()
        await outcomes.wait()
        #expect(effect.prefixes.values.last == testBody)
        // What was seen before has not changed since.
        #expect(effect.prefixes.values[0] == testBody.prefix(1000))
    }

    @Test("9.9: neither providers nor caches report progress")
    func noProgressOfProviders() async throws {
        let fixture = try ManagerFixture()
        let calls = Locked(0)
        let provider = RawImageDataProvider(data: try TestPicture.png(), cacheKey: "raw")
        for _ in 0..<2 {
            _ = try await fixture.manager.retrieveImage(
                with: .provider(provider), progressBlock: { _, _ in calls.withLock { $0 += 1 } })
        }
        await MainActor.run {}
        #expect(calls.withLock { $0 } == 0)
    }
}
