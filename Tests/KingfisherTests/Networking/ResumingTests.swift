import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Interrupted downloads", .timeLimit(.minutes(1)))
struct ResumingTests {
    /// Breaks the first answer off, then answers as `rest` says.
    private func server(
        _ validators: [(String, String)] = [("ETag", "\"v1\"")],
        rest: @escaping @Sendable (LoopbackRequest) -> LoopbackResponse
    ) throws -> LoopbackServer {
        let count = Locked(0)
        return try LoopbackServer { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            guard number == 1 else { return rest(request) }
            let headers =
                [("Accept-Ranges", "bytes"), ("Content-Length", "\(testBody.count)")] + validators
            return LoopbackResponse(steps: [
                .send(LoopbackResponse.head(200, headers) + testBody.prefix(20_000)), .reset,
            ])
        }
    }

    /// Answers a request for the rest as a server should.
    @Sendable private static func ranged(_ request: LoopbackRequest) -> LoopbackResponse {
        guard
            let range = request.header("Range"), range.hasPrefix("bytes="),
            let start = Int(range.dropFirst(6).dropLast()), request.header("If-Range") == "\"v1\""
        else { return .data(testBody) }
        return LoopbackResponse(
            status: 206,
            headers: [
                ("Content-Range", "bytes \(start)-\(testBody.count - 1)/\(testBody.count)"),
                ("ETag", "\"v1\""),
            ], body: testBody.dropFirst(start))
    }

    /// How many bytes of a body that breaks off arrive is the network's affair; at least these do.
    private func brokenOff(_ downloader: ImageDownloader, _ url: URL) async {
        #expect(await downloader.outcome(url).transferCode != nil)
    }

    @Test(
        "the rest of a body is asked for with its validator, and joined",
        arguments: TransportKind.allCases)
    func continues(kind: TransportKind) async throws {
        let server = try server(rest: Self.ranged)
        let downloader = kind.downloader()
        downloader.delegate = nil
        await brokenOff(downloader, server.url("/a"))
        #expect(await downloader.outcome(server.url("/a")).body == testBody)
        let request = try #require(server.requests.last)
        #expect(request.header("Range")?.hasPrefix("bytes=") == true)
        #expect(request.header("If-Range") == "\"v1\"")
        #expect(request.header("Accept-Encoding") == "identity")
    }

    @Test("a body that has changed meanwhile comes whole", arguments: TransportKind.allCases)
    func changed(kind: TransportKind) async throws {
        let changed = Data(testBody.reversed())
        let server = try server { _ in .data(changed, headers: [("ETag", "\"v2\"")]) }
        let downloader = kind.downloader()
        await brokenOff(downloader, server.url("/a"))
        #expect(await downloader.outcome(server.url("/a")).body == changed)
    }

    @Test("a date of modification serves as a validator, a weak tag does not")
    func validators() async throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        for (validators, expected) in [
            ([("Last-Modified", date)], date), ([("ETag", "W/\"v1\"")], nil), ([], nil),
            ([("ETag", "W/\"v1\""), ("Last-Modified", date)], date),
        ] {
            let server = try server(validators) { _ in .data(testBody) }
            let downloader = ImageDownloader(name: "validators")
            await brokenOff(downloader, server.url("/a"))
            #expect(await downloader.outcome(server.url("/a")).body == testBody)
            #expect(server.requests.last?.header("If-Range") == expected)
        }
    }

    @Test("another part than was asked for is an error, and the next attempt starts over")
    func wrongPart() async throws {
        let count = Locked(0)
        let server = try server { _ in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            return isFirst
                ? LoopbackResponse(
                    status: 206, headers: [("Content-Range", "bytes 5-9/50000")],
                    body: Data(count: 5))
                : .data(testBody)
        }
        let downloader = ImageDownloader(name: "wrong")
        await brokenOff(downloader, server.url("/a"))
        #expect(await downloader.outcome(server.url("/a")).transferCode == .badServerResponse)
        #expect(await downloader.outcome(server.url("/a")).body == testBody)
        #expect(server.requests.last?.header("Range") == nil)
    }

    @Test("switched off, every attempt starts over")
    func switchedOff() async throws {
        let server = try server(rest: Self.ranged)
        let downloader = ImageDownloader(name: "off")
        #expect(downloader.resumesInterruptedDownloads)
        downloader.resumesInterruptedDownloads = false
        await brokenOff(downloader, server.url("/a"))
        #expect(await downloader.outcome(server.url("/a")).body == testBody)
        #expect(server.requests.last?.header("Range") == nil)
    }

    @Test("a cancelled download is continued too, and its progress counts the whole body")
    func cancelled() async throws {
        let sent = LoopbackGate()
        let count = Locked(0)
        let server = try LoopbackServer { request in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            guard isFirst else { return Self.ranged(request) }
            let headers = [
                ("Accept-Ranges", "bytes"), ("ETag", "\"v1\""),
                ("Content-Length", "\(testBody.count)"),
            ]
            return LoopbackResponse(steps: [
                .send(LoopbackResponse.head(200, headers) + testBody.prefix(20_000)), .wait(sent),
            ])
        }
        let downloader = ImageDownloader(name: "cancelled")
        let received = Recorder<Int64>()
        let task = downloader.downloadImage(
            with: server.url("/a"), options: anyBytes,
            progressBlock: { size, _ in received.record(size) }, completionHandler: nil)
        while received.values.last ?? 0 < 20_000 { await received.wait(received.values.count + 1) }
        task.cancel()
        let totals = Recorder<Int64>()
        let result = try await downloader.downloadImage(
            with: server.url("/a"), options: anyBytes,
            progressBlock: { _, total in totals.record(total) })
        #expect(result.originalData == testBody)
        await MainActor.run {}
        #expect(Set(totals.values) == [Int64(testBody.count)])
        #expect(server.requests.last?.header("Range") == "bytes=20000-")
    }

    @Test("8.2: a delegate that accepts 200 only accepts a continued body")
    func strictDelegate() async throws {
        let server = try server(rest: Self.ranged)
        let downloader = ImageDownloader(name: "strict")
        let delegate = DelegateSpy()
        downloader.delegate = delegate
        await brokenOff(downloader, server.url("/a"))
        #expect(await downloader.outcome(server.url("/a")).body == testBody)
    }
}

@Suite("PartialBodies")
struct PartialBodiesTests {
    private let now = Date(timeIntervalSinceReferenceDate: 0)

    private func body(_ size: Int) throws -> PartialBody {
        let url = URL(fileURLWithPath: "/a")
        let response = try #require(
            HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: nil,
                headerFields: ["ETag": "\"a\"", "Accept-Ranges": "bytes"]))
        return try #require(PartialBody(Data(count: size), of: response, expected: -1))
    }

    @Test("the oldest bodies go when there is no room")
    func bounded() throws {
        var bodies = PartialBodies(capacity: 10_000)
        let urls = (0..<4).map { URL(fileURLWithPath: "/\($0)") }
        for url in urls { bodies.insert(try body(4000), for: url, now: now) }
        #expect(bodies.size == 8000)
        var kept: [URL] = []
        for url in urls where bodies.take(url, now: now) != nil { kept.append(url) }
        #expect(kept == Array(urls.suffix(2)))
        bodies.insert(try body(10_001), for: urls[0], now: now)
        #expect(bodies.size == 0)
    }

    @Test("a body is handed out once, and not when it is old")
    func handedOutOnce() throws {
        var bodies = PartialBodies()
        let url = URL(fileURLWithPath: "/a")
        bodies.insert(try body(2000), for: url, now: now)
        bodies.insert(try body(3000), for: url, now: now)
        #expect(bodies.size == 3000)
        let first = bodies.take(url, now: now)
        let second = bodies.take(url, now: now)
        #expect(first?.data.count == 3000 && second == nil)
        bodies.insert(try body(2000), for: url, now: now)
        let late = bodies.take(url, now: now.addingTimeInterval(PartialBodies.lifetime))
        #expect(late == nil && bodies.size == 0)
    }
}

@Suite("The limit on a downloader's transfers", .timeLimit(.minutes(1)))
struct DownloadLimiterTests {
    @Test(
        "no more transfers run than allowed, and the most urgent one goes next",
        arguments: TransportKind.allCases)
    func limited(kind: TransportKind) async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer { request in
            request.path == "/first" ? .data(testBody).held(at: gate) : .data(testBody)
        }
        let downloader = kind.downloader()
        downloader.maxConcurrentDownloads = 1
        let outcomes = Recorder<DownloadOutcome>()
        for (path, priority) in [("/first", Float(0.5)), ("/low", 0.1), ("/high", 0.9)] {
            downloader.downloadImage(
                with: server.url(path), options: anyBytes + [.downloadPriority(priority)]
            ) { outcomes.record($0) }
        }
        gate.open()
        await outcomes.wait(3)
        #expect(server.requests.map(\.path) == ["/first", "/high", "/low"])
        #expect(server.peakRequestCount == 1)
    }

    @Test("what is cancelled while it waits neither begins nor blocks others")
    func cancelledWhileWaiting() async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer { request in
            request.path == "/first" ? .data(testBody).held(at: gate) : .data(testBody)
        }
        let delegate = DelegateSpy()
        let downloader = ImageDownloader(name: "waiting")
        downloader.delegate = delegate
        downloader.maxConcurrentDownloads = 1
        let outcomes = Recorder<DownloadOutcome>()
        let tasks = ["/first", "/second", "/third"].map { path in
            downloader.downloadImage(with: server.url(path), options: anyBytes) {
                outcomes.record($0)
            }
        }
        await server.waitForRequests()
        tasks[1].cancel()
        gate.open()
        await outcomes.wait(3)
        #expect(server.requests.map(\.path) == ["/first", "/third"])
        #expect(
            delegate.events.values.filter { $0.hasPrefix("will") } == [
                "will /first", "will /third",
            ])
    }

    @Test("cancelAll begins nothing that waits")
    func cancelAll() async throws {
        let server = try LoopbackServer { _ in .silence }
        let delegate = DelegateSpy()
        let downloader = ImageDownloader(name: "all")
        downloader.delegate = delegate
        downloader.maxConcurrentDownloads = 2
        let outcomes = Recorder<DownloadOutcome>()
        for number in 0..<20 {
            downloader.downloadImage(with: server.url("/\(number)"), options: anyBytes) {
                outcomes.record($0)
            }
        }
        downloader.cancelAll()
        #expect(await outcomes.wait(20).allSatisfy(\.isCancelled))
        #expect(delegate.events.values.filter { $0.hasPrefix("will") }.count == 2)
    }

    @Test("raising the limit begins what waits")
    func raisedLimit() async throws {
        let server = try LoopbackServer { _ in .silence }
        let downloader = ImageDownloader(name: "raised")
        downloader.maxConcurrentDownloads = 1
        for number in 0..<3 {
            downloader.downloadImage(with: server.url("/\(number)"), options: anyBytes) { _ in }
        }
        await server.waitForRequests(1)
        downloader.maxConcurrentDownloads = nil
        await server.waitForRequests(3)
    }
}
