import Foundation
import LoopbackHTTP
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Faults of servers and connections, over every transport", .timeLimit(.minutes(1)))
struct TransportFaultTests {
    @Test(
        "6.2.2: a refused status is the error, and the body is not read",
        arguments: TransportKind.allCases, [400, 404, 500, 503])
    func refusedStatus(kind: TransportKind, status: Int) async throws {
        let server = try LoopbackServer(routes: ["/a": .status(status)])
        let outcome = await kind.downloader().outcome(server.url("/a"))
        #expect(outcome.refusedStatus == status)
        #expect(outcome.failure?.isInvalidResponseStatusCode(status) == true)
    }

    @Test(
        "6.3.3: a refused connection is a transfer error that names the URL",
        arguments: TransportKind.allCases)
    func refusedConnection(kind: TransportKind) async throws {
        let port = try RefusingPort()
        let url = port.url("/a")
        let outcome = await kind.downloader().outcome(url)
        withExtendedLifetime(port) {}
        #expect(outcome.transferCode == .cannotConnectToHost)
        #expect(outcome.failingURL == url)
    }

    @Test("6.3.3: a reset in mid-body is a lost connection", arguments: TransportKind.allCases)
    func resetInMidBody(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .reset(testBody, after: 20_000)])
        let outcome = await kind.downloader().outcome(server.url("/a"))
        #expect(kind.isLostConnection(outcome.transferCode))
    }

    @Test(
        "6.3.3: a body shorter than announced is a lost connection",
        arguments: TransportKind.allCases)
    func shortBody(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .truncated(testBody, after: 20_000)])
        let outcome = await kind.downloader().outcome(server.url("/a"))
        #expect(kind.isLostConnection(outcome.transferCode))
        #expect(outcome.failingURL == server.url("/a"))
    }

    @Test(
        "6.3.1: bytes beyond the announced length are not part of the body",
        arguments: TransportKind.allCases)
    func extraBody(kind: TransportKind) async throws {
        let response = LoopbackResponse(body: testBody, declaredLength: 100).thenClosing()
        let server = try LoopbackServer(routes: ["/a": response])
        let outcome = await kind.downloader().outcome(server.url("/a"))
        #expect(outcome.body == testBody.prefix(100))
    }

    @Test("6.3.5: an empty body is a processing error", arguments: TransportKind.allCases)
    func emptyBody(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .data(Data())])
        #expect(await kind.downloader().outcome(server.url("/a")).isProcessingFailure)
    }

    @Test(
        "6.2.4: 204 is accepted and ends in a processing error", arguments: TransportKind.allCases)
    func noContent(kind: TransportKind) async throws {
        let head = LoopbackResponse.head(204, [])
        let server = try LoopbackServer(routes: ["/a": LoopbackResponse(steps: [.send(head)])])
        #expect(await kind.downloader().outcome(server.url("/a")).isProcessingFailure)
    }

    @Test(
        "6.2.2: 206 that nobody asked for is an accepted status",
        arguments: TransportKind.allCases)
    func unaskedPartialContent(kind: TransportKind) async throws {
        let response = LoopbackResponse(
            status: 206, headers: [("Content-Range", "bytes 0-49999/50000")], body: testBody)
        let server = try LoopbackServer(routes: ["/a": response])
        #expect(await kind.downloader().outcome(server.url("/a")).body == testBody)
    }

    @Test("6.3.3: silence before the head times out", arguments: TransportKind.strict)
    func stallBeforeHead(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .silence])
        let outcome = await kind.downloader(timeout: 1).outcome(server.url("/a"))
        #expect(outcome.transferCode == .timedOut)
        #expect(outcome.failingURL == server.url("/a"))
    }

    @Test("6.3.3: silence in mid-body times out", arguments: TransportKind.strict)
    func stallInMidBody(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .stalled(testBody, after: 100)])
        let outcome = await kind.downloader(timeout: 1).outcome(server.url("/a"))
        #expect(outcome.transferCode == .timedOut)
    }

    @Test("6.3.3: a connection closed without an answer is lost", arguments: TransportKind.allCases)
    func droppedConnection(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .drop])
        let outcome = await kind.downloader().outcome(server.url("/a"))
        #expect(kind.isLostConnection(outcome.transferCode))
    }

    @Test("6.3.1: chunked bodies are joined", arguments: TransportKind.allCases)
    func chunkedBody(kind: TransportKind) async throws {
        let chunks =
            [testBody.prefix(10), testBody.dropFirst(10).prefix(30_000)]
            + [testBody.dropFirst(30_010)]
        let server = try LoopbackServer(routes: ["/a": .chunked(chunks.map { Data($0) })])
        #expect(await kind.downloader().outcome(server.url("/a")).body == testBody)
    }

    @Test("6.3.3: a broken chunk is a transfer error", arguments: TransportKind.allCases)
    func brokenChunk(kind: TransportKind) async throws {
        let head = LoopbackResponse.head(200, [("Transfer-Encoding", "chunked")])
        let response = LoopbackResponse(
            steps: [.send(head), .send(Data("5\r\nhello\r\nzz\r\nworld".utf8)), .close])
        let server = try LoopbackServer(routes: ["/a": response])
        #expect(await kind.downloader().outcome(server.url("/a")).transferCode != nil)
    }

    @Test("6.3.1: compressed bodies arrive decoded", arguments: TransportKind.allCases)
    func gzippedBody(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .gzip(testBody)])
        #expect(await kind.downloader().outcome(server.url("/a")).body == testBody)
    }

    @Test("W24: a gzip bomb fails at the limit on bodies", arguments: TransportKind.allCases)
    func gzipBomb(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .gzipBomb(size: 20 << 20)])
        let downloader = kind.downloader()
        downloader.maximumBodySize = 1 << 20
        let outcome = await downloader.outcome(server.url("/a"))
        #expect(outcome.transferCode == .dataLengthExceedsMaximum)
        #expect(outcome.failingURL == server.url("/a"))
    }

    @Test(
        "W24: a body announced as too large fails before it is read",
        arguments: TransportKind.allCases)
    func announcedTooLarge(kind: TransportKind) async throws {
        let response = LoopbackResponse(
            steps: [.send(LoopbackResponse.head(200, [("Content-Length", "600000000")])), .stall])
        let server = try LoopbackServer(routes: ["/a": response])
        let outcome = await kind.downloader().outcome(server.url("/a"))
        #expect(outcome.transferCode == .dataLengthExceedsMaximum)
        await server.waitForNoConnections()
    }

    @Test(
        "6.2: provisional answers before the response do not count",
        arguments: TransportKind.strict)
    func provisionalAnswers(kind: TransportKind) async throws {
        let early = LoopbackResponse.head(103, [("Link", "</style.css>; rel=preload")])
        var response = LoopbackResponse.data(testBody)
        response.steps.insert(.send(early), at: 0)
        let server = try LoopbackServer(routes: ["/a": response])
        #expect(await kind.downloader().outcome(server.url("/a")).body == testBody)
    }

    @Test("6.3.3: an unknown host is an error of its own", arguments: TransportKind.allCases)
    func unknownHost(kind: TransportKind) async throws {
        let url = try #require(URL(string: "http://no-such-host.invalid/a.png"))
        let outcome = await kind.downloader().outcome(url)
        #expect(outcome.transferCode == .cannotFindHost)
        #expect(outcome.failingURL == url)
    }

    @Test(
        "6.3.3: a connection that was closed while it was idle is not an error",
        arguments: TransportKind.allCases)
    func closedIdleConnection(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody).thenClosing()])
        let downloader = kind.downloader()
        for _ in 0..<5 {
            #expect(await downloader.outcome(server.url("/a")).body == testBody)
            await server.waitForNoConnections()
        }
    }

    @Test(
        "4.9: a server that restarted in between is asked again", arguments: TransportKind.allCases)
    func restartedServer(kind: TransportKind) async throws {
        let downloader = kind.downloader()
        let first = try LoopbackServer(routes: ["/a": .data(testBody)])
        #expect(await downloader.outcome(first.url("/a")).body == testBody)
        first.stop()
        await first.waitUntilStopped()
        let second = try LoopbackServer(port: first.port, routes: ["/a": .data(Data([1]))])
        #expect(await downloader.outcome(second.url("/a")).body == Data([1]))
    }
}
