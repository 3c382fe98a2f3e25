#if os(Linux)
import Foundation
import FoundationNetworking
import LoopbackHTTP
import Testing

@testable import Kingfisher

@Suite("AuthenticationDemand")
struct AuthenticationDemandTests {
    @Test("the scheme is found in any case, and its realm with it")
    func reads() throws {
        let basic = try #require(
            AuthenticationDemand("bAsIc charset=\"UTF-8\", Realm=\"a, \\\"b\\\"\""))
        #expect(basic.scheme == .basic && basic.realm == "a, \"b\"")
        let bare = try #require(AuthenticationDemand("Basic"))
        #expect(bare.scheme == .basic && bare.realm == nil)
        let token = try #require(AuthenticationDemand("Basic realm=plain"))
        #expect(token.realm == "plain")
    }

    @Test("of several challenges Digest goes first, with its own realm")
    func several() throws {
        let demand = try #require(
            AuthenticationDemand(
                "Negotiate abc==, Basic realm=\"first\", Digest qop=\"auth\", realm=\"second\""))
        #expect(demand.scheme == .digest && demand.realm == "second")
        let basic = try #require(
            AuthenticationDemand("Basic charset=\"UTF-8\", Bearer realm=\"other\""))
        #expect(basic.scheme == .basic && basic.realm == nil)
    }

    @Test(
        "what only looks like a scheme is none, and no text stops the process",
        arguments: [
            "", ",", "Bearer realm=\"basic\"", "Bearer realm=\"a, Basic b\"", "Bearer basic=1",
            "\u{130}\u{130}\u{130}\u{130}\u{130}\u{130}basic", "\u{130}\u{130}, \u{212A}basic",
            "Negotiate \"digest", "\"\\", "Bearer x=\"\\\", Basic\"", "basic\u{301} realm=\"a\"",
        ])
    func refuses(header: String) {
        #expect(AuthenticationDemand(header) == nil)
    }

    @Test("letters that change their length with their case do no harm before and in a realm")
    func foreignLetters() throws {
        let demand = try #require(
            AuthenticationDemand(
                "\u{130}\u{130}\u{212A} x=\"\u{130}\", basic realm=\"\u{212A}\u{130}\""))
        #expect(demand.scheme == .basic && demand.realm == "\u{212A}\u{130}")
    }
}

@Suite("Logins, over libcurl", .timeLimit(.minutes(1)))
struct LoginTests {
    /// Refuses everybody but `user` with `pass`.
    private func server(_ question: String = "Basic realm=\"a\"") throws -> LoopbackServer {
        try LoopbackServer { request in
            request.header("Authorization") == "Basic dXNlcjpwYXNz"
                ? .data(testBody)
                : LoopbackResponse(status: 401, headers: [("WWW-Authenticate", question)])
        }
    }

    private func outcome(
        _ server: LoopbackServer, _ modify: (@Sendable (inout URLRequest) -> Void)? = nil,
        password: @escaping @Sendable (Int) -> String
    ) async -> (outcome: DownloadOutcome, questions: Int) {
        let responder = PasswordResponder(password: password)
        let downloader = ImageDownloader(name: "login")
        downloader.authenticationChallengeResponder = responder
        let modifier = AnyModifier { request in
            var request = request
            modify?(&request)
            return request
        }
        let outcome = await downloader.outcome(
            server.url("/a"), [.requestModifier(modifier)])
        return (outcome, responder.questions.values.count)
    }

    @Test("11: who insists on a refused login gets the refusal")
    func insisting() async throws {
        let (outcome, questions) = await outcome(try server()) { _ in "wrong" }
        #expect(outcome.refusedStatus == 401)
        #expect(questions == 2)
    }

    @Test("11: nobody is asked for ever")
    func guessing() async throws {
        let (outcome, questions) = await outcome(try server()) { "wrong \($0)" }
        #expect(outcome.refusedStatus == 401)
        #expect(questions == 5)
    }

    @Test("11: a login takes the place of a header that the server has refused")
    func ownHeader() async throws {
        let server = try server()
        let (outcome, questions) = await outcome(
            server, { $0.setValue("Bearer old", forHTTPHeaderField: "Authorization") }
        ) { _ in "pass" }
        #expect(outcome.body == testBody)
        #expect(questions == 1)
        #expect(server.requests.first?.header("Authorization") == "Bearer old")
    }

    @Test("11: a server cannot stop the process with the name of a scheme")
    func hostileQuestion() async throws {
        let question = String(repeating: "\u{130}", count: 6) + "basic"
        let (outcome, questions) = await outcome(try server(question)) { _ in "pass" }
        #expect(outcome.refusedStatus == 401)
        #expect(questions == 0)
    }
}

/// Answers every question for a login.
private final class PasswordResponder: AuthenticationChallengeResponsible, Sendable {
    let questions = Recorder<Int>()
    private let password: @Sendable (Int) -> String

    init(password: @escaping @Sendable (Int) -> String) { self.password = password }

    func downloader(
        _ downloader: ImageDownloader, task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        let failures = challenge.previousFailureCount
        questions.record(failures)
        return (
            .useCredential,
            URLCredential(user: "user", password: password(failures), persistence: .none)
        )
    }
}
#endif
