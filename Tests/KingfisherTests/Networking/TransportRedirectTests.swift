import Foundation
import LoopbackHTTP
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Redirects, over every transport", .timeLimit(.minutes(1)))
struct TransportRedirectTests {
    @Test(
        "10.1: redirects are followed without a handler",
        arguments: TransportKind.allCases, [301, 302, 303, 307, 308])
    func followedByDefault(kind: TransportKind, status: Int) async throws {
        let server = try LoopbackServer(routes: [
            "/a": .redirect(to: "/b", status: status), "/b": .data(testBody),
        ])
        let outcome = await kind.downloader().outcome(server.url("/a"))
        #expect(outcome.body == testBody)
        #expect(try outcome.get().url == server.url("/a"))
    }

    @Test("10.3: the handler is asked once for each hop", arguments: TransportKind.allCases)
    func handlerForEachHop(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: [
            "/a": .redirect(to: "/b"), "/b": .redirect(to: "/c"), "/c": .data(testBody),
        ])
        let asked = Recorder<String>()
        let handler = AnyRedirectHandler { task, response, request, next in
            asked.record("\(response.statusCode) \(request.url?.path ?? "")")
            next(request)
        }
        let outcome = await kind.downloader().outcome(
            server.url("/a"), [.redirectHandler(handler)])
        #expect(outcome.body == testBody)
        #expect(asked.values == ["302 /b", "302 /c"])
    }

    @Test("10.2: the handler's request is the one that is sent", arguments: TransportKind.allCases)
    func handlerChangesRequest(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: [
            "/a": .redirect(to: "/b"), "/b": .status(500), "/c": .data(testBody),
        ])
        let target = server.url("/c")
        let handler = AnyRedirectHandler { _, _, request, next in
            var request = request
            request.url = target
            request.setValue("yes", forHTTPHeaderField: "X-Changed")
            next(request)
        }
        let outcome = await kind.downloader().outcome(
            server.url("/a"), [.redirectHandler(handler)])
        #expect(outcome.body == testBody)
        #expect(server.requests.last?.header("X-Changed") == "yes")
    }

    @Test(
        "10.2: refusing a redirect makes its answer the result", arguments: TransportKind.allCases)
    func handlerRefuses(kind: TransportKind) async throws {
        let redirect = LoopbackResponse(
            status: 302, headers: [("Location", "/b")], body: Data("moved".utf8))
        let server = try LoopbackServer(routes: ["/a": redirect, "/b": .data(testBody)])
        let handler = AnyRedirectHandler { _, _, _, next in next(nil) }
        let outcome = await kind.downloader().outcome(
            server.url("/a"), [.redirectHandler(handler)])
        #expect(outcome.body == Data("moved".utf8))
        #expect(server.requestCount(path: "/b") == 0)
    }

    @Test("W14: a handler's second answer is ignored", arguments: TransportKind.allCases)
    func secondAnswerIgnored(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: [
            "/a": .redirect(to: "/b"), "/b": .data(testBody),
        ])
        let handler = AnyRedirectHandler { _, _, request, next in
            next(request)
            next(nil)
        }
        let outcome = await kind.downloader().outcome(
            server.url("/a"), [.redirectHandler(handler)])
        #expect(outcome.body == testBody)
    }

    @Test(
        "W14: a handler that never answers refuses the redirect", arguments: TransportKind.allCases)
    func noAnswer(kind: TransportKind) async throws {
        let redirect = LoopbackResponse(
            status: 302, headers: [("Location", "/b")], body: Data("moved".utf8))
        let server = try LoopbackServer(routes: ["/a": redirect, "/b": .data(testBody)])
        let outcome = await kind.downloader().outcome(
            server.url("/a"), [.redirectHandler(AnyRedirectHandler { _, _, _, _ in })])
        #expect(outcome.body == Data("moved".utf8))
        #expect(server.requestCount(path: "/b") == 0)
    }

    @Test(
        "W13: of several callers the first one with a handler is asked",
        arguments: TransportKind.allCases)
    func firstHandlerIsAsked(kind: TransportKind) async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: [
            "/a": .redirect(to: "/b").held(at: gate), "/b": .data(testBody),
        ])
        let asked = Recorder<Int>()
        let downloader = kind.downloader()
        let outcomes = Recorder<DownloadOutcome>()
        for number in 0..<8 {
            let handler = AnyRedirectHandler { _, _, request, next in
                asked.record(number)
                next(request)
            }
            downloader.downloadImage(
                with: server.url("/a"), options: anyBytes + [.redirectHandler(handler)]
            ) { outcomes.record($0) }
        }
        gate.open()
        await outcomes.wait(8)
        #expect(asked.values == [0])
    }

    @Test("10.1: a loop ends after twenty redirects", arguments: [TransportKind.platform])
    func loopEnds(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: [
            "/a": .redirect(to: "/b"), "/b": .redirect(to: "/a"),
        ])
        let outcome = await kind.downloader().outcome(server.url("/a"))
        #expect(outcome.transferCode == .httpTooManyRedirects)
        #expect(outcome.failingURL == server.url("/a"))
        #expect(server.requestCount == 21)
    }

    @Test("10.1: a redirect to another scheme fails", arguments: [TransportKind.platform])
    func otherSchemeFails(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .redirect(to: "file:///etc/hostname")])
        let outcome = await kind.downloader().outcome(server.url("/a"))
        #expect(outcome.transferCode == .unsupportedURL)
    }

    @Test("10.1: credentials do not go along to another host", arguments: [TransportKind.platform])
    func credentialsStay(kind: TransportKind) async throws {
        let other = try LoopbackServer(routes: ["/b": .data(testBody)])
        let server = try LoopbackServer(routes: [
            "/a": .redirect(to: other.url("/b").absoluteString), "/here": .redirect(to: "/c"),
            "/c": .data(testBody),
        ])
        let modifier = AnyModifier { request in
            var request = request
            request.setValue("Bearer secret", forHTTPHeaderField: "Authorization")
            request.setValue("plain", forHTTPHeaderField: "X-Other")
            return request
        }
        let downloader = kind.downloader()
        _ = await downloader.outcome(server.url("/a"), [.requestModifier(modifier)])
        _ = await downloader.outcome(server.url("/here"), [.requestModifier(modifier)])
        let foreign = try #require(other.requests.first)
        #expect(foreign.header("Authorization") == nil)
        #expect(foreign.header("X-Other") == "plain")
        #expect(server.requests.last?.header("Authorization") == "Bearer secret")
    }

    @Test(
        "10.1: secrets of the configuration and the name of the host stay with the first origin",
        arguments: [TransportKind.platform])
    func configurationStays(kind: TransportKind) async throws {
        let other = try LoopbackServer(routes: ["/b": .data(testBody)])
        let server = try LoopbackServer(routes: [
            "/a": .redirect(to: other.url("/b").absoluteString), "/here": .redirect(to: "/c"),
            "/c": .data(testBody),
        ])
        let downloader = kind.downloader()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = [
            "authorization": "Bearer secret", "Cookie": "a=b", "Proxy-Authorization": "Basic x",
            "X-Other": "plain",
        ]
        downloader.sessionConfiguration = configuration
        let modifier = AnyModifier { request in
            var request = request
            request.setValue("pictures.example", forHTTPHeaderField: "Host")
            return request
        }
        _ = await downloader.outcome(server.url("/a"), [.requestModifier(modifier)])
        _ = await downloader.outcome(server.url("/here"), [.requestModifier(modifier)])
        let foreign = try #require(other.requests.first)
        for name in ["Authorization", "Cookie", "Proxy-Authorization"] {
            #expect(foreign.header(name) == nil)
        }
        #expect(foreign.header("X-Other") == "plain")
        #expect(foreign.header("Host") == "127.0.0.1:\(other.port)")
        let own = try #require(server.requests.last)
        #expect(own.header("Authorization") == "Bearer secret" && own.header("Cookie") == "a=b")
        #expect(own.header("Host") == "pictures.example")
    }

    @Test(
        "10.1: what is known of one URL is no condition for another, but a caller's condition is",
        arguments: TransportKind.allCases)
    func conditions(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: [
            "/a": .redirect(to: "/b"), "/b": .data(testBody),
        ])
        var options = KingfisherParsedOptionsInfo(anyBytes)
        options.condition = RequestCondition(entityTag: "\"v1\"", lastModified: "yesterday")
        options.requestModifier = AnyModifier { request in
            var request = request
            request.setValue("today", forHTTPHeaderField: "If-Modified-Since")
            return request
        }
        let result = try await kind.downloader().downloadImage(
            with: server.url("/a"), options: options)
        #expect(result.originalData == testBody)
        let requests = server.requests
        #expect(requests.map { $0.header("If-None-Match") } == ["\"v1\"", nil])
        #expect(requests.map { $0.header("If-Modified-Since") } == ["today", "today"])
    }

    @Test(
        "10.1: a redirect is followed though its short body does not come",
        arguments: [TransportKind.platform])
    func stalledRedirect(kind: TransportKind) async throws {
        let head = LoopbackResponse.head(302, [("Location", "/b"), ("Content-Length", "10")])
        let server = try LoopbackServer(routes: [
            "/a": LoopbackResponse(steps: [.send(head), .stall]), "/b": .data(testBody),
        ])
        // The time limit of the suite is far below this.
        let downloader = kind.downloader(timeout: 600)
        #expect(await downloader.outcome(server.url("/a")).body == testBody)
    }

    @Test(
        "10.3: a fragment survives redirects and is never sent", arguments: [TransportKind.platform]
    )
    func fragmentSurvives(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: [
            "/a": .redirect(to: "/b"), "/b": .data(testBody),
        ])
        let asked = Recorder<String?>()
        let handler = AnyRedirectHandler { _, _, request, next in
            asked.record(request.url?.fragment)
            next(request)
        }
        let outcome = await kind.downloader().outcome(
            server.url("/a#part"), [.redirectHandler(handler)])
        #expect(outcome.body == testBody)
        #expect(asked.values == ["part"])
        #expect(server.requests.map(\.path) == ["/a", "/b"])
    }
}
