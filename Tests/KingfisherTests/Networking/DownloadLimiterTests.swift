import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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

    /// How a caller cancels before its transfer begins.
    enum EarlyCancellation: CaseIterable {
        case whenStarted
        case whileModifying
    }

    @Test(
        "3.7: what is cancelled before it begins takes no place from others",
        arguments: EarlyCancellation.allCases)
    func cancelledBeforeBeginning(way: EarlyCancellation) async throws {
        let server = try LoopbackServer { _ in .data(testBody) }
        let downloader = ImageDownloader(name: "limited")
        downloader.maxConcurrentDownloads = 1
        let outcomes = Recorder<DownloadOutcome>()
        let (released, release) = AsyncStream<Void>.makeStream()
        let modifier: any AsyncImageDownloadRequestModifier =
            switch way {
            case .whenStarted: StartModifier { $0?.cancel() }
            case .whileModifying:
                AsyncModifier { request in
                    for await _ in released {}
                    return request
                }
            }
        let task = downloader.downloadImage(
            with: server.url("/cancelled"), options: anyBytes + [.requestModifier(modifier)]
        ) { outcomes.record($0) }
        if way == .whileModifying { task.cancel() }
        release.finish()
        #expect(await outcomes.wait()[0].isCancelled)
        #expect(await downloader.outcome(server.url("/a")).body == testBody)
        #expect(server.requests.map(\.path) == ["/a"])
    }

    @Test("a load of the manager that is cancelled while it looks into the cache takes no place")
    func cancelledDuringLookUp() async throws {
        let png = try TestPicture.png()
        let server = try LoopbackServer { _ in .data(png) }
        let fixture = try ManagerFixture()
        fixture.downloader.maxConcurrentDownloads = 1
        let options: KingfisherOptionsInfo = [
            .downloader(fixture.downloader), .targetCache(fixture.cache), .asyncCacheTypeCheck,
            .callbackQueue(.untouch),
        ]
        let ends = Recorder<Bool>()
        for number in 0..<50 {
            let task = fixture.manager.retrieveImage(
                with: server.url("/\(number)"), options: options
            ) { ends.record($0.isSuccess) }
            task?.cancel()
        }
        await ends.wait(50)
        _ = fixture.manager.retrieveImage(with: server.url("/last"), options: options) {
            ends.record($0.isSuccess)
        }
        #expect(await ends.wait(51).last == true)
    }

    @Test("what is closed already is not admitted, and what is cancelled does not go on waiting")
    func closedAndCancelled() throws {
        var limiter = DownloadLimiter()
        func start(_ name: String) throws -> DownloadLimiter.Start {
            let url = try #require(URL(string: "http://127.0.0.1/\(name)"))
            return .init(task: .standalone(), url: url, request: URLRequest(url: url))
        }
        let closed = try start("closed")
        closed.task.completeAndRemoveAllCallbacks()
        let isAdmitted = limiter.admit(closed, limit: 1)
        #expect(!isAdmitted)
        let (first, second, third) = (try start("1"), try start("2"), try start("3"))
        let admitted = [first, second, third].map { limiter.admit($0, limit: 1) }
        #expect(admitted == [true, false, false])
        #expect(limiter.waitingCount == 2)
        second.task.completeAndRemoveAllCallbacks()
        limiter.finish(second.task)
        #expect(limiter.waitingCount == 1)
        limiter.finish(first.task)
        let next = limiter.next(limit: 1)
        #expect(next.map(\.url.path) == ["/3"] && limiter.waitingCount == 0)
    }
}

extension Result {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
