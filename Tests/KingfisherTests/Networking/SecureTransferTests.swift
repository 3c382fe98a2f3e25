#if os(Linux)
import Foundation
import FoundationNetworking
import Testing

@testable import Kingfisher

@Suite(
    "TLS, trust and HTTP/2", .timeLimit(.minutes(1)),
    .enabled(if: NginxServer.isInstalled, "needs nginx"))
struct SecureTransferTests {
    @Test("11.3: a certificate that nobody has signed is refused")
    func untrusted() async throws {
        let server = try await NginxServer()
        let outcome = await ImageDownloader(name: "untrusted").outcome(server.url("/pic/a"))
        #expect(outcome.transferCode == .serverCertificateHasUnknownRoot)
        #expect(outcome.failingURL == server.url("/pic/a"))
        #expect(try server.log().isEmpty)
    }

    @Test("11.3, 11.4: trusted hosts are accepted unseen, others are not")
    func trustedHosts() async throws {
        let server = try await NginxServer()
        let downloader = ImageDownloader(name: "trusted")
        downloader.trustedHosts = ["example.org"]
        #expect(
            await downloader.outcome(server.url("/pic/a")).transferCode
                == .serverCertificateHasUnknownRoot)
        downloader.trustedHosts = ["127.0.0.1"]
        let result = try await downloader.outcome(server.url("/pic/a")).get()
        #expect(result.originalData == server.body)
        #expect(result.metrics?.secureConnectionDuration != nil)
        downloader.trustedHosts = nil
        #expect(
            await downloader.outcome(server.url("/pic/b")).transferCode
                == .serverCertificateHasUnknownRoot)
    }

    @Test("11.6: a responder that answers for itself decides instead of the trusted hosts")
    func ownResponder() async throws {
        let server = try await NginxServer()
        let downloader = ImageDownloader(name: "responder")
        downloader.trustedHosts = ["127.0.0.1"]
        let responder = TrustResponder(.cancelAuthenticationChallenge)
        downloader.authenticationChallengeResponder = responder
        #expect(await downloader.outcome(server.url("/pic/a")).transferCode == .cancelled)
        #expect(
            responder.seen.values
                == ["NSURLAuthenticationMethodServerTrust 127.0.0.1 \(server.port)"])
        let trusting = TrustResponder(.useCredential)
        downloader.authenticationChallengeResponder = trusting
        #expect(await downloader.outcome(server.url("/pic/a")).body == server.body)
    }

    @Test("two hundred streams share one HTTP/2 connection, with redirects among them")
    func multiplexing() async throws {
        let server = try await NginxServer()
        let downloader = ImageDownloader(name: "streams")
        downloader.trustedHosts = ["127.0.0.1"]
        let outcomes = Recorder<DownloadOutcome>()
        for number in 0..<200 {
            let path = number % 3 == 0 ? "/redirect/\(number)" : "/pic/\(number)"
            downloader.downloadImage(with: server.url(path), options: anyBytes) {
                outcomes.record($0)
            }
        }
        let bodies = await outcomes.wait(200).map(\.body)
        #expect(bodies == Array(repeating: server.body, count: 200))
        let log = try server.log()
        #expect(log.count == 267)
        #expect(Set(log.map(\.protocolName)) == ["HTTP/2.0"])
        #expect(Set(log.map(\.connection)).count == 1)
    }

    @Test("5.3: cancelling one stream leaves the connection and the others alone")
    func cancelledStream() async throws {
        let server = try await NginxServer()
        let downloader = ImageDownloader(name: "stream")
        downloader.trustedHosts = ["127.0.0.1"]
        #expect(await downloader.outcome(server.url("/pic/first")).body == server.body)
        let outcomes = Recorder<DownloadOutcome>()
        let tasks = (0..<50).map { number in
            downloader.downloadImage(with: server.url("/pic/\(number)"), options: anyBytes) {
                outcomes.record($0)
            }
        }
        for task in tasks.prefix(25) { task.cancel() }
        await outcomes.wait(50)
        let complete = outcomes.values.filter { $0.body == server.body }.count
        let cancelled = outcomes.values.filter(\.isCancelled).count
        #expect(complete >= 25 && complete + cancelled == 50)
        #expect(Set(try server.log().map(\.connection)).count == 1)
    }
}

/// Answers every question about trust in one way.
private final class TrustResponder: AuthenticationChallengeResponsible, Sendable {
    let seen = Recorder<String>()
    let disposition: URLSession.AuthChallengeDisposition

    init(_ disposition: URLSession.AuthChallengeDisposition) { self.disposition = disposition }

    func downloader(
        _ downloader: ImageDownloader, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        let space = challenge.protectionSpace
        seen.record("\(space.authenticationMethod) \(space.host) \(space.port)")
        return (disposition, nil)
    }
}
#endif
