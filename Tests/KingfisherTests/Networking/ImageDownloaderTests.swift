import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("ImageDownloader, over every transport", .timeLimit(.minutes(1)))
struct ImageDownloaderTests {
    @Test("7.8: a download gives the body and the effective URL", arguments: TransportKind.allCases)
    func downloadGivesBody(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a.png": .data(testBody)])
        let result = try await kind.downloader().downloadImage(
            with: server.url("/a.png"), options: anyBytes)
        #expect(result.originalData == testBody)
        #expect(result.url == server.url("/a.png"))
    }

    @Test(
        "4.1: a hundred concurrent callers of one URL make one request and get a hundred answers",
        arguments: TransportKind.allCases)
    func concurrentCallersShareOneRequest(kind: TransportKind) async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: ["/a.png": .data(testBody).held(at: gate)])
        let downloader = kind.downloader()
        let url = server.url("/a.png")
        let joined = Locked(0)
        let bodies = await withTaskGroup(of: Data?.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    let modifier = StartModifier { _ in
                        let count = joined.withLock { count in
                            count += 1
                            return count
                        }
                        if count == 100 { gate.open() }
                    }
                    return await downloader.outcome(url, [.requestModifier(modifier)]).body
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(bodies == Array(repeating: testBody, count: 100))
        #expect(server.requestCount(path: "/a.png") == 1)
    }

    @Test("1.2.1: all six forms of downloadImage coexist")
    func sixForms() async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let url = server.url("/a")
        let downloader = ImageDownloader(name: "forms")
        let outcomes = Recorder<Int>()
        let parsed = KingfisherParsedOptionsInfo(anyBytes)
        downloader.downloadImage(with: url, options: parsed) { _ in outcomes.record(0) }
        downloader.downloadImage(with: url) { _ in outcomes.record(1) }
        downloader.downloadImage(with: url, options: .empty) { _ in outcomes.record(2) }
        downloader.downloadImage(with: url, options: [], progressBlock: { _, _ in }) { _ in
            outcomes.record(3)
        }
        let discard = { _ = downloader.downloadImage(with: url) }
        discard()
        _ = try await downloader.downloadImage(with: url, options: parsed)
        _ = try await downloader.downloadImage(with: url, options: anyBytes)
        _ = try await downloader.downloadImage(
            with: url, options: anyBytes, progressBlock: { _, _ in })
        _ = try? await downloader.downloadImage(with: url)
        await outcomes.wait(4)
        #expect(outcomes.values.sorted() == [0, 1, 2, 3])
    }

    @Test("1.2.2: a subclass that overrides the parsed form controls all downloads")
    func parsedFormIsTheFunnel() async throws {
        final class Counting: ImageDownloader, @unchecked Sendable {
            let count = Locked(0)
            override func downloadImage(
                with url: URL, options: KingfisherParsedOptionsInfo,
                completionHandler: (@Sendable (DownloadOutcome) -> Void)? = nil
            ) -> DownloadTask {
                count.withLock { $0 += 1 }
                return super.downloadImage(
                    with: url, options: options, completionHandler: completionHandler)
            }
        }
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let downloader = Counting(name: "counting")
        let url = server.url("/a")
        _ = try await downloader.downloadImage(with: url, options: anyBytes)
        _ = try await downloader.downloadImage(
            with: url, options: anyBytes, progressBlock: { _, _ in })
        _ = await downloader.outcome(url)
        #expect(downloader.count.withLock { $0 } == 3)
    }

    @Test("2.1-2.4: the request is a plain GET with the downloader's timeout")
    func plainRequest() async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let downloader = ImageDownloader(name: "plain")
        #expect(downloader.downloadTimeout == 15)
        #expect(!downloader.requestsUsePipelining)
        downloader.downloadTimeout = 12
        let seen = Recorder<URLRequest>()
        let modifier = AnyModifier { request in
            seen.record(request)
            return request
        }
        _ = await downloader.outcome(server.url("/a"), [.requestModifier(modifier)])
        let request = try #require(seen.values.first)
        #expect(request.httpMethod == "GET")
        #expect(request.timeoutInterval == 12)
        #expect(request.cachePolicy == .reloadIgnoringLocalCacheData)
        #expect(request.allHTTPHeaderFields?.isEmpty ?? true)
        #expect(server.requests.first?.method == "GET")
    }

    @Test("2.8: an empty URL fails before any task is made", arguments: TransportKind.allCases)
    func emptyURL(kind: TransportKind) async throws {
        let delegate = DelegateSpy()
        let downloader = kind.downloader()
        downloader.delegate = delegate
        let modifier = AnyModifier { request in
            var request = request
            request.url = nil
            return request
        }
        let url = try #require(URL(string: "some_strange_url"))
        let handle = Locked<DownloadTask?>(nil)
        let outcome: DownloadOutcome = await withCheckedContinuation { continuation in
            let task = downloader.downloadImage(
                with: url, options: anyBytes + [.requestModifier(modifier)]
            ) { continuation.resume(returning: $0) }
            handle.withLock { $0 = task }
        }
        guard case .requestError(reason: .invalidURL(let request)) = outcome.failure else {
            Issue.record("expected an invalid URL, got \(outcome)")
            return
        }
        #expect(request.url == nil)
        #expect(delegate.events.values.isEmpty)
    }

    @Test("2.7: a URL without a scheme fails in the transport", arguments: [TransportKind.platform])
    func strangeURL(kind: TransportKind) async throws {
        for text in ["some_strange_url", "1234", "file:///a.png", "ftp://host/a", "http:///a"] {
            let url = try #require(URL(string: text))
            let outcome = await kind.downloader().outcome(url)
            #expect([.unsupportedURL, .badURL].contains(outcome.transferCode), "\(text)")
            #expect(outcome.failingURL == url)
        }
    }

    @Test(
        "13.2: cancelling the surrounding task gives the cancellation error",
        arguments: TransportKind.allCases)
    func cancelledTask(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .silence])
        let downloader = kind.downloader()
        let task = Task {
            try await downloader.downloadImage(with: server.url("/a"), options: anyBytes)
        }
        await server.waitForRequests(path: "/a")
        task.cancel()
        let error = await #expect(throws: KingfisherError.self) { try await task.value }
        #expect(error?.isTaskCancelled == true)
    }

    @Test("13.3: a task that is cancelled on entry ends with the cancellation error")
    func cancelledOnEntry() async throws {
        let server = try LoopbackServer(routes: ["/a": .silence])
        let downloader = ImageDownloader(name: "entry")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await downloader.downloadImage(with: server.url("/a"), options: anyBytes)
        }
        let error = await #expect(throws: KingfisherError.self) { try await task.value }
        #expect(error?.isTaskCancelled == true)
    }

    @Test(
        "12.2: a new configuration ends the downloads in flight with a transfer error",
        arguments: TransportKind.allCases)
    func newConfiguration(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .silence, "/b": .data(testBody)])
        let downloader = kind.downloader()
        let outcomes = Recorder<DownloadOutcome>()
        downloader.downloadImage(with: server.url("/a"), options: anyBytes) { outcomes.record($0) }
        await server.waitForRequests(path: "/a")
        downloader.sessionConfiguration = .ephemeral
        let outcome = await outcomes.wait()
        #expect(outcome[0].transferCode == .cancelled)
        #expect(await downloader.outcome(server.url("/b")).body == testBody)
    }

    @Test(
        "W9: releasing a downloader completes what was waiting", arguments: TransportKind.allCases)
    func releasedDownloader(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .silence])
        let outcomes = Recorder<DownloadOutcome>()
        var downloader: ImageDownloader? = kind.downloader()
        downloader?.downloadImage(with: server.url("/a"), options: anyBytes) { outcomes.record($0) }
        await server.waitForRequests(path: "/a")
        weak let released = downloader
        downloader = nil
        let outcome = await outcomes.wait()
        #expect(outcome[0].transferCode == .cancelled)
        #expect(released == nil)
        await server.waitForNoConnections()
    }

    @Test("14.1: a live photo's resource is downloaded without being decoded")
    func livePhotoResource() async throws {
        let server = try LoopbackServer(routes: ["/a.mov": .data(testBody, type: "video/mp4")])
        let result = try await ImageDownloader(name: "live").downloadLivePhotoResource(
            with: server.url("/a.mov"), options: KingfisherParsedOptionsInfo(nil))
        #expect(result.originalData == testBody)
        #expect(result.url == server.url("/a.mov"))
    }

    @Test(
        "15.1, 15.2, 15.5, W8: a fresh download has metrics, though nobody keeps the handle",
        arguments: [TransportKind.platform])
    func metrics(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: [
            "/a": .redirect(to: "/b"), "/b": .data(testBody),
        ])
        let metrics = try #require(
            try await kind.downloader().outcome(server.url("/a")).get().metrics)
        #expect(metrics.httpStatusCode == 200)
        #expect(metrics.redirectCount == 1)
        #expect(metrics.responseBodyBytesReceived == Int64(testBody.count))
        #expect(metrics.totalRequestDuration >= (metrics.retrieveImageDuration ?? .infinity))
        #expect(metrics.secureConnectionDuration == nil)
        #expect((metrics.downloadSpeed ?? 0) > 0)
    }
}
