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
            return number == 1 ? Self.breakingOff(validators) : rest(request)
        }
    }

    private static func breakingOff(_ validators: [(String, String)]) -> LoopbackResponse {
        let headers =
            [("Accept-Ranges", "bytes"), ("Content-Length", "\(testBody.count)")] + validators
        return LoopbackResponse(steps: [
            .send(LoopbackResponse.head(200, headers) + testBody.prefix(20_000)), .reset,
        ])
    }

    /// The first byte that a request asks for, if it asks for the rest.
    private static func start(_ request: LoopbackRequest) -> Int? {
        request.header("Range").flatMap { Int($0.dropFirst("bytes=".count).dropLast()) }
    }

    /// Answers a request for the rest as a server should.
    @Sendable private static func ranged(_ request: LoopbackRequest) -> LoopbackResponse {
        guard let start = start(request), request.header("If-Range") == "\"v1\"" else {
            return .data(testBody)
        }
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

    @Test("a date that is old enough serves as a validator, one in place of a weak tag does not")
    func validators() async throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        let old = [("Last-Modified", date), ("Date", "Sun, 06 Nov 1994 08:50:37 GMT")]
        let fresh = [("Last-Modified", date), ("Date", "Sun, 06 Nov 1994 08:50:36 GMT")]
        for (validators, expected) in [
            (old, date), (fresh, nil), ([("Last-Modified", date)], nil),
            ([("ETag", "W/\"v1\"")], nil), ([], nil), (old + [("ETag", "W/\"v1\"")], nil),
        ] {
            let server = try server(validators) { _ in .data(testBody) }
            let downloader = ImageDownloader(name: "validators")
            await brokenOff(downloader, server.url("/a"))
            #expect(await downloader.outcome(server.url("/a")).body == testBody)
            #expect(server.requests.last?.header("If-Range") == expected)
        }
    }

    /// Answers to a request for the rest that are of no use.
    enum Useless: CaseIterable {
        case otherPart
        case otherTag
        case otherTotal
        case notSatisfiable

        func answer(_ start: Int) -> LoopbackResponse {
            let end = testBody.count - 1
            let (status, range, tag) =
                switch self {
                case .otherPart: (206, "bytes 5-9/50000", "\"v1\"")
                case .otherTag: (206, "bytes \(start)-\(end)/\(end + 1)", "\"v2\"")
                case .otherTotal: (206, "bytes \(start)-\(end)/\(end + 2)", "\"v1\"")
                case .notSatisfiable: (416, "bytes */\(end + 1)", "\"v1\"")
                }
            return LoopbackResponse(
                status: status, headers: [("Content-Range", range), ("ETag", tag)],
                body: Data(count: end + 1 - start))
        }
    }

    @Test(
        "a useless answer to the request for the rest has the whole body asked for instead",
        arguments: TransportKind.allCases, Useless.allCases)
    func useless(kind: TransportKind, answer: Useless) async throws {
        let server = try server { request in
            Self.start(request).map(answer.answer) ?? .data(testBody)
        }
        let delegate = DelegateSpy()
        let downloader = kind.downloader()
        await brokenOff(downloader, server.url("/a"))
        downloader.delegate = delegate
        #expect(await downloader.outcome(server.url("/a")).body == testBody)
        #expect(server.requests.count == 3)
        #expect(server.requests.last?.header("Range") == nil)
        #expect(
            delegate.events.values == [
                "will /a", "status 200", "response", "data", "finish ok response", "image",
            ])
    }

    @Test("a download that starts over can still be cancelled")
    func cancelledAfterStartingOver() async throws {
        let server = try server { request in
            Self.start(request) == nil ? .silence : .status(416)
        }
        let downloader = ImageDownloader(name: "over")
        await brokenOff(downloader, server.url("/a"))
        let outcomes = Recorder<DownloadOutcome>()
        let task = downloader.downloadImage(
            with: server.url("/a"), options: anyBytes, completionHandler: outcomes.record)
        await server.waitForRequests(3)
        task.cancel()
        #expect(await outcomes.wait()[0].isCancelled)
        await server.waitForNoConnections()
    }

    @Test("cancelling while downloads start over loses neither completions nor their places")
    func cancelledWhileStartingOver() async throws {
        let seen = Locked<Set<String>>([])
        let server = try LoopbackServer { request in
            if Self.start(request) != nil { return .status(416) }
            let isFirst = seen.withLock { $0.insert(request.path).inserted }
            return isFirst ? Self.breakingOff([("ETag", "\"v1\"")]) : .data(testBody)
        }
        let downloader = ImageDownloader(name: "storm")
        downloader.maxConcurrentDownloads = 4
        for number in 0..<60 { await brokenOff(downloader, server.url("/\(number)")) }
        let ends = Recorder<DownloadOutcome>()
        for number in 0..<60 {
            let task = downloader.downloadImage(
                with: server.url("/\(number)"), options: anyBytes, completionHandler: ends.record)
            DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(number * 300)) {
                task.cancel()
            }
        }
        let all = await ends.wait(60)
        #expect(all.allSatisfy { $0.isCancelled || $0.body == testBody })
        for number in 0..<8 {
            #expect(await downloader.outcome(server.url("/\(number)")).body == testBody)
        }
        #expect(ends.values.count == 60)
    }

    @Test("a rest that ends before the end is a lost connection, and is continued in turn")
    func shortRest() async throws {
        let server = try server { request in
            guard let start = Self.start(request), start < 30_000 else {
                return Self.ranged(request)
            }
            return LoopbackResponse(
                status: 206,
                headers: [
                    ("Content-Range", "bytes \(start)-34999/\(testBody.count)"),
                    ("ETag", "\"v1\""),
                ], body: testBody[start..<35_000])
        }
        let downloader = ImageDownloader(name: "short")
        await brokenOff(downloader, server.url("/a"))
        let outcome = await downloader.outcome(server.url("/a"))
        #expect(outcome.transferCode == .networkConnectionLost)
        #expect(await downloader.outcome(server.url("/a")).body == testBody)
        #expect(server.requests.last?.header("Range") == "bytes=35000-")
    }

    @Test(
        "what was kept stays when the next attempt gets no answer of use",
        arguments: TransportKind.allCases)
    func keptThroughFailures(kind: TransportKind) async throws {
        let count = Locked(0)
        let first = try server { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number == 1 ? .status(503) : .silence
        }
        let downloader = kind.downloader()
        await brokenOff(downloader, first.url("/a"))
        #expect(await downloader.outcome(first.url("/a")).refusedStatus == 503)
        let outcomes = Recorder<DownloadOutcome>()
        let task = downloader.downloadImage(
            with: first.url("/a"), options: anyBytes, completionHandler: outcomes.record)
        await first.waitForRequests(3)
        task.cancel()
        #expect(await outcomes.wait()[0].isCancelled)
        first.stop()
        await first.waitUntilStopped()
        #expect(await downloader.outcome(first.url("/a")).transferCode != nil)
        let second = try LoopbackServer(port: first.port, handler: Self.ranged)
        #expect(await downloader.outcome(second.url("/a")).body == testBody)
        #expect(second.requests.map { $0.header("Range") != nil } == [true])
    }

    @Test("a request that asks for something particular leaves what was kept to the next one")
    func keptBesideOwnRange() async throws {
        let server = try server(rest: Self.ranged)
        let downloader = ImageDownloader(name: "own")
        await brokenOff(downloader, server.url("/a"))
        let modifier = AnyModifier { request in
            var request = request
            request.setValue("bytes=100-", forHTTPHeaderField: "Range")
            return request
        }
        let own = await downloader.outcome(server.url("/a"), [.requestModifier(modifier)])
        #expect(own.body == testBody)
        #expect(await downloader.outcome(server.url("/a")).body == testBody)
        let ranges = server.requests.map { $0.header("Range") ?? "" }
        #expect(ranges.count == 3 && ranges[1] == "bytes=100-")
        #expect(ranges[2].hasPrefix("bytes=") && ranges[2] != "bytes=100-")
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

@Suite("ContentRange")
struct ContentRangeTests {
    @Test("ranges of bytes are read, with and without a total")
    func reads() {
        #expect(ContentRange("bytes 2-9/10") == ContentRange(start: 2, end: 9, total: 10))
        #expect(ContentRange("Bytes 0-0/*") == ContentRange(start: 0, end: 0, total: nil))
    }

    @Test(
        "what contradicts itself, overflows or is no range of bytes is none",
        arguments: [
            "", "bytes", "bytes */10", "bytes 5-4/10", "bytes 0-10/10", "bytes -1-4/10",
            "bytes 0-4", "bytes 0-4/", "bytes 0-4/10/10", "items 0-4/10", "bytes +0-4/10",
            "bytes 0-99999999999999999999/*", "bytes \u{0661}-4/10",
        ])
    func refuses(header: String) {
        #expect(ContentRange(header) == nil)
    }
}
