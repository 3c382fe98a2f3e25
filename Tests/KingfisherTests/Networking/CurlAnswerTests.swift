#if os(Linux)
import Foundation
import FoundationNetworking
import LoopbackHTTP
import Testing

@testable import Kingfisher

@Suite("Unusual answers and cookies, over libcurl", .timeLimit(.minutes(1)))
struct CurlAnswerTests {
    private func downloader(
        _ configure: (URLSessionConfiguration) -> Void = { _ in }
    ) -> ImageDownloader {
        let configuration = URLSessionConfiguration.ephemeral
        configure(configuration)
        let downloader = ImageDownloader(name: "answers")
        downloader.sessionConfiguration = configuration
        return downloader
    }

    @Test("6.3.3: an answer that is not HTTP is a bad answer, not a bad URL")
    func garbage() async throws {
        let server = try LoopbackServer(routes: [
            "/a": LoopbackResponse(steps: [
                .send(Data("this is no HTTP at all\r\n\r\n".utf8)), .close,
            ])
        ])
        let outcome = await downloader().outcome(server.url("/a"))
        #expect(outcome.transferCode == .badServerResponse)
    }

    @Test(
        "6.3.1: a coding that nobody can undo leaves the bytes as they are",
        arguments: ["aws-chunked", "binary", "utf-8", "gzip, utf-8"])
    func unknownCoding(coding: String) async throws {
        let server = try LoopbackServer { _ in
            .data(testBody, headers: [("Content-Encoding", coding)])
        }
        let spy = DelegateSpy()
        let downloader = downloader()
        downloader.delegate = spy
        #expect(await downloader.outcome(server.url("/a")).body == testBody)
        #expect(server.requests.map { $0.header("Accept-Encoding") }.last == "identity")
        #expect(spy.events.values.filter { $0 == "response" }.count == 1)
    }

    @Test("6.3.3: a damaged body of a known coding stays an error")
    func damagedBody() async throws {
        let server = try LoopbackServer { _ in
            .data(testBody, headers: [("Content-Encoding", "gzip")])
        }
        #expect(await downloader().outcome(server.url("/a")).transferCode == .cannotDecodeRawData)
        #expect(server.requestCount == 1)
    }

    @Test("6.2: provisional answers without end are no answer")
    func endlessProvisionalAnswers() async throws {
        let early = LoopbackResponse.head(103, [("Link", "</style.css>; rel=preload")])
        let server = try LoopbackServer(routes: [
            "/few": LoopbackResponse(
                steps: Array(repeating: .send(early), count: 100)
                    + LoopbackResponse.data(testBody).steps
            ),
            "/many": LoopbackResponse(
                steps: Array(repeating: .send(early), count: 101) + [.stall]),
        ])
        #expect(await downloader().outcome(server.url("/few")).body == testBody)
        let outcome = await downloader().outcome(server.url("/many"))
        #expect(outcome.transferCode == .badServerResponse)
    }

    @Test("4.5: the priority of what waits for a connection can be changed")
    func changedPriority() async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer { request in
            request.path == "/first" ? .data(testBody).held(at: gate) : .data(testBody)
        }
        let downloader = downloader { $0.httpMaximumConnectionsPerHost = 1 }
        let outcomes = Recorder<DownloadOutcome>()
        let tasks = ["/first", "/a", "/b", "/c"].map { path in
            downloader.downloadImage(with: server.url(path), options: anyBytes) {
                outcomes.record($0)
            }
        }
        await server.waitForRequests()
        // All have reached the engine when others, to another server, have passed it.
        let other = try LoopbackServer(routes: ["/": .data(testBody)])
        for _ in 0..<20 { _ = await downloader.outcome(other.url("/?\(UUID())")) }
        tasks[3].sessionTask?.task.priority = 0.9
        tasks[1].sessionTask?.task.priority = 0.1
        for _ in 0..<20 { _ = await downloader.outcome(other.url("/?\(UUID())")) }
        gate.open()
        await outcomes.wait(4)
        #expect(server.requests.map(\.path) == ["/first", "/c", "/b", "/a"])
    }

    // MARK: The engine

    /// How an exchange of a GET ends.
    private func end(
        _ engine: CurlEngine, _ configuration: CurlConfiguration, _ url: URL,
        timeout: TimeInterval = 15
    ) async throws -> Result<CurlMeasurements, CurlFailure> {
        let request = try CurlRequest(
            URLRequest(url: url, timeoutInterval: timeout), configuration: configuration,
            priority: 0.5, firstURL: url)
        let exchange = CurlExchange(request, totalDeadline: nil, totalTimeout: 0)
        engine.send(.start(exchange))
        while true {
            for event in await exchange.nextEvents() {
                if case .end(let end) = event { return end }
            }
        }
    }

    @Test("an engine that cannot start says why, and the next download tries again")
    func failingStart() async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let attempts = Recorder<Int>()
        let configuration = CurlConfiguration(.ephemeral)
        let engine = CurlEngine(configuration) { connections in
            attempts.record(connections)
            return attempts.values.count == 1 ? nil : CurlMulti(connectionsPerHost: connections)
        }
        defer { engine.stop() }
        guard case .failure(let failure) = try await end(engine, configuration, server.url("/a"))
        else {
            Issue.record("The first engine cannot have worked.")
            return
        }
        let error = failure.urlError(nil)
        #expect(error.code != .cancelled)
        #expect(error.localizedDescription.lowercased().contains("memory"))
        _ = try await end(engine, configuration, server.url("/a")).get()
    }

    /// The ends of several exchanges that libcurl, but not the engine, has wait for one connection.
    private func endsOverOneConnection(
        _ server: LoopbackServer, count: Int, timeout: TimeInterval
    ) async throws -> [Bool] {
        let sessionConfiguration = URLSessionConfiguration.ephemeral
        sessionConfiguration.httpMaximumConnectionsPerHost = count
        let configuration = CurlConfiguration(sessionConfiguration)
        let engine = CurlEngine(configuration) { _ in CurlMulti(connectionsPerHost: 1) }
        defer { engine.stop() }
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<count {
                group.addTask {
                    let end = try await end(
                        engine, configuration, server.url("/\(number)"), timeout: timeout)
                    guard case .success = end else { return false }
                    return true
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test("what waits inside libcurl is not idle while its server serves others")
    func waitingInsideIsNotIdle() async throws {
        // Slower together than the timeout, and each far faster than it.
        let server = try LoopbackServer { _ in
            Thread.sleep(forTimeInterval: 0.5)
            return .data(testBody)
        }
        let ends = try await endsOverOneConnection(server, count: 8, timeout: 3)
        #expect(ends == Array(repeating: true, count: 8))
        #expect(server.peakRequestCount == 1)
    }

    @Test("what waits inside libcurl for a silent server times out")
    func waitingForSilence() async throws {
        let server = try LoopbackServer { _ in .silence }
        let ends = try await endsOverOneConnection(server, count: 3, timeout: 0.5)
        #expect(ends == [false, false, false])
    }

    // MARK: Cookies

    @Test(
        "cookies are neither kept nor sent against the configuration or the request",
        arguments: ["policy", "request", "nothing"])
    func cookiePolicies(refuser: String) async throws {
        let server = try LoopbackServer { _ in
            .data(testBody, headers: [("Set-Cookie", "session=abc; Path=/")])
        }
        let downloader = downloader {
            if refuser == "policy" { $0.httpCookieAcceptPolicy = .never }
        }
        let modifier = AnyModifier { request in
            var request = request
            request.httpShouldHandleCookies = refuser != "request"
            return request
        }
        _ = await downloader.outcome(server.url("/a"), [.requestModifier(modifier)])
        _ = await downloader.outcome(server.url("/b"))
        #expect(
            server.requests.last?.header("Cookie") == (refuser == "nothing" ? "session=abc" : nil))
    }

    @Test("a cookie goes to its path only, and one for encrypted connections to no other")
    func cookiePaths() async throws {
        let server = try LoopbackServer { _ in .data(testBody) }
        let storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
        for (name, path, isSecure) in [("a", "/pics", false), ("b", "/", false), ("c", "/", true)] {
            var properties: [HTTPCookiePropertyKey: Any] = [
                .name: name, .value: "1", .path: path, .domain: "127.0.0.1",
            ]
            if isSecure { properties[.secure] = "TRUE" }
            storage.setCookie(try #require(HTTPCookie(properties: properties)))
        }
        let downloader = downloader { $0.httpCookieStorage = storage }
        for path in ["/pics/1", "/pics", "/picsel", "/"] {
            _ = await downloader.outcome(server.url(path))
        }
        let sent = server.requests.map { request in
            Set((request.header("Cookie") ?? "").split(separator: "; ").map(String.init))
        }
        #expect(sent == [["a=1", "b=1"], ["a=1", "b=1"], ["b=1"], ["b=1"]])
    }

    @Test(
        "a cookie's path is compared whole name by whole name",
        arguments: [
            ("/a/b", "/a", true), ("/a/b", "/a/", true), ("/a", "/a", true), ("/ab", "/a", false),
            ("/", "/a", false), ("/a", "/", true), ("/a", "/a/", false), ("/a", "", true),
        ])
    func cookiePathMatching(path: String, cookiePath: String, matches: Bool) {
        #expect(CurlConfiguration.matches(path, cookiePath) == matches)
    }
}
#endif
