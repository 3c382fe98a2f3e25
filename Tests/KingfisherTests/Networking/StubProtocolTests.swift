import Foundation
import Locking
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers requests inside the process, as stubbing libraries do.
private final class StubProtocol: URLProtocol {
    enum Answer: Sendable {
        case data(Int, Data)
        case error(NSError)
    }

    static let answers = Locked<[String: Answer]>([:])

    override class func canInit(with request: URLRequest) -> Bool {
        guard let url = request.url, url.scheme == "http", request.httpMethod == "GET" else {
            return false
        }
        return answers.withLock { $0[url.absoluteString] != nil }
    }

    override class func canInit(with task: URLSessionTask) -> Bool {
        task.currentRequest.map { canInit(with: $0) } ?? false
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url else { return }
        switch Self.answers.withLock({ $0[url.absoluteString] }) {
        case .data(let status, let data):
            let response = HTTPURLResponse(
                url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: nil)
            if let response {
                client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
            }
            client?.urlProtocol(self, didLoad: data)
            client?.urlProtocolDidFinishLoading(self)
        case .error(let error):
            client?.urlProtocol(self, didFailWithError: error)
        case nil:
            client?.urlProtocol(self, didFailWithError: URLError(.resourceUnavailable))
        }
    }

    override func stopLoading() {}
}

@Suite("Requests that a protocol class answers", .timeLimit(.minutes(1)))
struct StubProtocolTests {
    private let downloader = ImageDownloader(name: "stubs")
    private let base = "http://stub-\(UUID().uuidString.lowercased()).test"

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses =
            [StubProtocol.self] + (configuration.protocolClasses ?? [])
        downloader.sessionConfiguration = configuration
    }

    private func stub(_ path: String, _ answer: StubProtocol.Answer) throws -> URL {
        StubProtocol.answers.withLock { $0[base + path] = answer }
        return try #require(URL(string: base + path))
    }

    @Test("22.1.1, 4.7: a protocol class of the configuration answers, even while resuming")
    func answers() async throws {
        let url = try stub("/a.png", .data(200, testBody))
        #expect(await downloader.outcome(url).body == testBody)
    }

    @Test("22.1.2: the request is a GET of the whole URL, with its fragment")
    func wholeURL() async throws {
        let url = try stub("/a.png?q=1#part", .data(200, testBody))
        let outcome = await downloader.outcome(url)
        #expect(outcome.body == testBody)
        #expect(try outcome.get().url == url)
    }

    @Test("22.1.4, 6.3.3: an error of the stub comes out unchanged")
    func error() async throws {
        let url = try stub(
            "/error", .error(NSError(domain: "stub", code: 7, userInfo: ["why": "because"])))
        let outcome = await downloader.outcome(url)
        guard case .responseError(reason: .URLSessionError(let error)) = outcome.failure else {
            Issue.record("Unexpected \(outcome)")
            return
        }
        let received = error as NSError
        #expect(received.domain == "stub" && received.code == 7)
        #expect(received.userInfo["why"] as? String == "because")
    }

    @Test("4.10: after a failure the same URL can be asked for from within the handler")
    func againFromFailure() async throws {
        let url = try stub("/flaky", .data(500, Data()))
        let outcomes = Recorder<DownloadOutcome>()
        let (downloader, key) = (downloader, base + "/flaky")
        downloader.downloadImage(with: url, options: anyBytes) { outcome in
            outcomes.record(outcome)
            StubProtocol.answers.withLock { $0[key] = .data(200, testBody) }
            downloader.downloadImage(
                with: url, options: anyBytes, completionHandler: outcomes.record)
        }
        let both = await outcomes.wait(2)
        #expect(both[0].refusedStatus == 500 && both[1].body == testBody)
    }

    @Test("22.1.3, 22.1.5: cancelling everything and dropping the downloader does no harm")
    func tearDown() async throws {
        let outcomes = Recorder<DownloadOutcome>()
        let url = try stub("/tear-down", .data(200, testBody))
        for number in 1...20 {
            let configuration = downloader.sessionConfiguration
            let short = ImageDownloader(name: "short-lived")
            short.sessionConfiguration = configuration
            short.downloadImage(
                with: url, options: anyBytes, completionHandler: outcomes.record)
            await outcomes.wait(number)
            short.cancelAll()
        }
        #expect(outcomes.values.filter { $0.body == testBody }.count == 20)
    }
}
