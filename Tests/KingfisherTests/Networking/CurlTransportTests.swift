#if os(Linux)
import Foundation
import FoundationNetworking
import LoopbackHTTP
import Testing

@testable import Kingfisher

@Suite("CurlTransport", .timeLimit(.minutes(1)))
struct CurlTransportTests {
    private func downloader(
        _ configure: (URLSessionConfiguration) -> Void = { _ in }
    ) -> ImageDownloader {
        let configuration = URLSessionConfiguration.ephemeral
        configure(configuration)
        let downloader = ImageDownloader(name: "curl")
        downloader.sessionConfiguration = configuration
        return downloader
    }

    @Test("a host gets as many connections at once as the configuration allows")
    func connectionsPerHost() async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer { _ in .data(testBody).held(at: gate) }
        let downloader = downloader { $0.httpMaximumConnectionsPerHost = 3 }
        let outcomes = Recorder<DownloadOutcome>()
        for number in 0..<10 {
            downloader.downloadImage(with: server.url("/\(number)"), options: anyBytes) {
                outcomes.record($0)
            }
        }
        await server.waitForRequests(3)
        gate.open()
        await outcomes.wait(10)
        #expect(server.peakRequestCount == 3)
        #expect(server.acceptedConnectionCount == 3)
    }

    @Test("4.5: what waits for a connection goes by priority")
    func priority() async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer { request in
            request.path == "/first" ? .data(testBody).held(at: gate) : .data(testBody)
        }
        let downloader = downloader { $0.httpMaximumConnectionsPerHost = 1 }
        let outcomes = Recorder<DownloadOutcome>()
        func start(_ path: String, _ priority: Float) {
            downloader.downloadImage(
                with: server.url(path), options: anyBytes + [.downloadPriority(priority)]
            ) { outcomes.record($0) }
        }
        start("/first", 0.5)
        await server.waitForRequests()
        for (path, priority) in [("/low", Float(0.1)), ("/middle", 0.5), ("/high", 0.9)] {
            start(path, priority)
        }
        // All three have reached the engine when a fourth, to another server, has passed it.
        let other = try LoopbackServer(routes: ["/": .data(testBody)])
        for _ in 0..<20 { _ = await downloader.outcome(other.url("/?\(UUID())")) }
        gate.open()
        await outcomes.wait(4)
        #expect(server.requests.map(\.path) == ["/first", "/high", "/middle", "/low"])
    }

    @Test("12.1: one connection serves one request after another")
    func keepAlive() async throws {
        let server = try LoopbackServer { _ in .data(testBody) }
        let downloader = downloader()
        for number in 0..<20 {
            #expect(await downloader.outcome(server.url("/\(number)")).body == testBody)
        }
        #expect(server.acceptedConnectionCount == 1)
    }

    @Test("a refused response does not cost the connections of others")
    func redirectKeepsConnection() async throws {
        let server = try LoopbackServer { request in
            request.path == "/target" ? .data(testBody) : .redirect(to: "/target")
        }
        let downloader = downloader()
        for number in 0..<5 { _ = await downloader.outcome(server.url("/\(number)")) }
        #expect(server.acceptedConnectionCount == 1)
        #expect(server.requestCount == 10)
    }

    @Test(
        "cookies are kept and sent back, unless the configuration says no",
        arguments: [true, false])
    func cookies(sendsCookies: Bool) async throws {
        let server = try LoopbackServer { _ in
            .data(testBody, headers: [("Set-Cookie", "session=abc; Path=/")])
        }
        let downloader = downloader { $0.httpShouldSetCookies = sendsCookies }
        _ = await downloader.outcome(server.url("/a"))
        _ = await downloader.outcome(server.url("/b"))
        #expect(server.requests.first?.header("Cookie") == nil)
        #expect(server.requests.last?.header("Cookie") == (sendsCookies ? "session=abc" : nil))
    }

    @Test("a proxy of the configuration is asked for the whole URL")
    func proxy() async throws {
        let proxy = try LoopbackServer { _ in .data(testBody) }
        let downloader = downloader {
            $0.connectionProxyDictionary = [
                "HTTPEnable": 1, "HTTPProxy": "127.0.0.1", "HTTPPort": Int(proxy.port),
            ]
        }
        let url = try #require(URL(string: "http://pictures.invalid/a.png"))
        #expect(await downloader.outcome(url).body == testBody)
        #expect(proxy.requests.first?.path == "http://pictures.invalid/a.png")
        #expect(proxy.requests.first?.header("Host") == "pictures.invalid")
    }

    @Test("the time for the whole task ends a body that trickles")
    func resourceTimeout() async throws {
        let server = try LoopbackServer(routes: ["/a": .stalled(testBody, after: 10)])
        let downloader = downloader { $0.timeoutIntervalForResource = 0.3 }
        let outcome = await downloader.outcome(server.url("/a"))
        #expect(outcome.transferCode == .timedOut)
        #expect(outcome.failure?.errorDescription?.contains("in all") == true)
    }

    @Test("waiting for a connection does not count as silence of the server")
    func queueingIsNotIdle() async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer { request in
            request.path == "/slow" ? .data(testBody).held(at: gate) : .data(testBody)
        }
        let downloader = downloader { $0.httpMaximumConnectionsPerHost = 1 }
        let outcomes = Recorder<DownloadOutcome>()
        downloader.downloadImage(with: server.url("/slow"), options: anyBytes) { _ in }
        await server.waitForRequests()
        downloader.downloadTimeout = 0.2
        downloader.downloadImage(with: server.url("/queued"), options: anyBytes) {
            outcomes.record($0)
        }
        // A timeout that would pass on another server shows that more than 0.2 seconds went by.
        let other = try LoopbackServer(routes: ["/": .silence])
        #expect(await downloader.outcome(other.url("/")).transferCode == .timedOut)
        gate.open()
        #expect(await outcomes.wait()[0].body == testBody)
    }

    @Test("11: a login is asked for, tried, and asked for again when it is wrong")
    func basicLogin() async throws {
        let server = try LoopbackServer { request in
            request.header("Authorization") == "Basic dXNlcjpwYXNz"
                ? .data(testBody)
                : LoopbackResponse(
                    status: 401, headers: [("WWW-Authenticate", "Basic realm=\"pictures\"")])
        }
        let responder = LoginResponder(passwords: ["wrong", "pass"])
        let downloader = downloader()
        downloader.authenticationChallengeResponder = responder
        #expect(await downloader.outcome(server.url("/a")).body == testBody)
        #expect(
            responder.seen.values == [
                "NSURLAuthenticationMethodHTTPBasic pictures 0",
                "NSURLAuthenticationMethodHTTPBasic pictures 1",
            ])
    }

    @Test("11: a digest login is calculated from the server's question")
    func digestLogin() async throws {
        let question = "Digest realm=\"pictures\", nonce=\"abc\", qop=\"auth\", algorithm=MD5"
        let server = try LoopbackServer { request in
            let answer = request.header("Authorization") ?? ""
            return answer.hasPrefix("Digest username=\"user\"") && answer.contains("response=\"")
                ? .data(testBody)
                : LoopbackResponse(status: 401, headers: [("WWW-Authenticate", question)])
        }
        let responder = LoginResponder(passwords: ["pass"])
        let downloader = downloader()
        downloader.authenticationChallengeResponder = responder
        #expect(await downloader.outcome(server.url("/a")).body == testBody)
    }

    @Test("11.5: without a login the 401 is the result")
    func noLogin() async throws {
        let server = try LoopbackServer { _ in
            LoopbackResponse(status: 401, headers: [("WWW-Authenticate", "Basic realm=\"a\"")])
        }
        #expect(await downloader().outcome(server.url("/a")).refusedStatus == 401)
    }

    @Test("11: cancelling a challenge ends the download")
    func cancelledChallenge() async throws {
        let server = try LoopbackServer { _ in
            LoopbackResponse(status: 401, headers: [("WWW-Authenticate", "Basic realm=\"a\"")])
        }
        let responder = LoginResponder(passwords: [])
        let downloader = downloader()
        downloader.authenticationChallengeResponder = responder
        #expect(await downloader.outcome(server.url("/a")).transferCode == .cancelled)
    }

    @Test("a body that is read slowly does not fill the memory")
    func backPressure() async throws {
        let body = Data(count: 32 << 20)
        let server = try LoopbackServer(routes: ["/a": .data(body)])
        #expect(await downloader().outcome(server.url("/a")).body?.count == body.count)
    }
}

/// Answers login challenges with one password after another, then cancels.
private final class LoginResponder: AuthenticationChallengeResponsible, Sendable {
    let seen = Recorder<String>()
    let passwords: [String]

    init(passwords: [String]) { self.passwords = passwords }

    func downloader(
        _ downloader: ImageDownloader, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        let space = challenge.protectionSpace
        let failures = challenge.previousFailureCount
        seen.record("\(space.authenticationMethod) \(space.realm ?? "") \(failures)")
        guard failures < passwords.count else { return (.cancelAuthenticationChallenge, nil) }
        return (
            .useCredential,
            URLCredential(user: "user", password: passwords[failures], persistence: .none)
        )
    }
}
#endif
