import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Handles and cancellation, over every transport", .timeLimit(.minutes(1)))
struct CancellationTests {
    @Test("5.1, 5.2: cancelling one of two leaves the other", arguments: TransportKind.allCases)
    func cancelOneOfTwo(kind: TransportKind) async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: ["/a": .data(testBody).held(at: gate)])
        let downloader = kind.downloader()
        let first = Recorder<DownloadOutcome>()
        let second = Recorder<DownloadOutcome>()
        let one = downloader.downloadImage(with: server.url("/a"), options: anyBytes) {
            first.record($0)
        }
        let two = downloader.downloadImage(with: server.url("/a"), options: anyBytes) {
            second.record($0)
        }
        #expect(one.sessionTask?.task == two.sessionTask?.task)
        #expect(one.cancelToken == 0 && two.cancelToken == 1)
        one.cancel()
        guard
            case .requestError(reason: .taskCancelled(let task, let token)) =
                await first.wait()[0].failure
        else {
            Issue.record("expected a cancellation")
            return
        }
        #expect(task === one.sessionTask && token == 0)
        gate.open()
        #expect(await second.wait()[0].body == testBody)
        #expect(first.values.count == 1 && server.requestCount == 1)
    }

    @Test("5.3: cancelling the last caller ends the transfer", arguments: TransportKind.allCases)
    func cancelLast(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .stalled(testBody, after: 100)])
        let downloader = kind.downloader()
        let outcomes = Recorder<DownloadOutcome>()
        let task = downloader.downloadImage(with: server.url("/a"), options: anyBytes) {
            outcomes.record($0)
        }
        await server.waitForRequests(path: "/a")
        task.cancel()
        #expect(await outcomes.wait()[0].isCancelled)
        await server.waitForNoConnections()
        #expect(outcomes.values.count == 1)
    }

    @Test(
        "5.4: cancelling twice, and after completion, changes nothing",
        arguments: TransportKind.allCases)
    func cancelIsIdempotent(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody), "/b": .silence])
        let downloader = kind.downloader()
        let outcomes = Recorder<DownloadOutcome>()
        let handle = Locked<DownloadTask?>(nil)
        let task = downloader.downloadImage(with: server.url("/a"), options: anyBytes) {
            handle.withLock { $0 }?.cancel()
            outcomes.record($0)
        }
        handle.withLock { $0 = task }
        #expect(await outcomes.wait()[0].body == testBody)
        task.cancel()
        let waiting = downloader.downloadImage(with: server.url("/b"), options: anyBytes) {
            outcomes.record($0)
        }
        waiting.cancel()
        waiting.cancel()
        await outcomes.wait(2)
        #expect(outcomes.values.count == 2)
    }

    @Test("5.5: on the main thread the cancellation arrives inside cancel()")
    @MainActor func cancelOnMainIsSynchronous() throws {
        let server = try LoopbackServer(routes: ["/a": .silence])
        let downloader = ImageDownloader(name: "main")
        let count = Locked(0)
        let task = downloader.downloadImage(with: server.url("/a"), options: .empty) { _ in
            count.withLock { $0 += 1 }
        }
        task.cancel()
        #expect(count.withLock { $0 } == 1)
    }

    @Test(
        "5.7: a cancelled URL that is asked for again gets a new transfer",
        arguments: TransportKind.allCases)
    func cancelThenAgain(kind: TransportKind) async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: ["/a": .data(testBody).held(at: gate)])
        let downloader = kind.downloader()
        let outcomes = Recorder<DownloadOutcome>()
        let first = downloader.downloadImage(with: server.url("/a"), options: anyBytes) {
            outcomes.record($0)
        }
        first.cancel()
        let second = downloader.downloadImage(with: server.url("/a"), options: anyBytes) {
            outcomes.record($0)
        }
        #expect(first.sessionTask !== second.sessionTask)
        gate.open()
        await outcomes.wait(2)
        #expect(outcomes.values[0].isCancelled)
        #expect(outcomes.values[1].body == testBody)
    }

    @Test(
        "5.6, W3: a request made by a cancellation's handler is a new transfer",
        arguments: TransportKind.allCases)
    func againFromCancellation(kind: TransportKind) async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: ["/a": .data(testBody).held(at: gate)])
        let downloader = kind.downloader()
        let url = server.url("/a")
        let outcomes = Recorder<DownloadOutcome>()
        let task = downloader.downloadImage(with: url, options: anyBytes) { outcome in
            outcomes.record(outcome)
            downloader.downloadImage(with: url, options: anyBytes) { outcomes.record($0) }
            gate.open()
        }
        task.cancel()
        await outcomes.wait(2)
        #expect(outcomes.values[1].body == testBody)
    }

    @Test(
        "5.8: cancel(url:) ends every caller of that URL and no other",
        arguments: TransportKind.allCases)
    func cancelURL(kind: TransportKind) async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: [
            "/a": .silence, "/b": .data(testBody).held(at: gate),
        ])
        let downloader = kind.downloader()
        let cancelled = Recorder<DownloadOutcome>()
        let other = Recorder<DownloadOutcome>()
        for _ in 0..<3 {
            downloader.downloadImage(with: server.url("/a"), options: anyBytes) {
                cancelled.record($0)
            }
        }
        downloader.downloadImage(with: server.url("/b"), options: anyBytes) { other.record($0) }
        downloader.cancel(url: server.url("/unknown"))
        downloader.cancel(url: server.url("/a"))
        let tokens = await cancelled.wait(3).compactMap { outcome -> Int? in
            guard case .requestError(reason: .taskCancelled(_, let token)) = outcome.failure else {
                return nil
            }
            return token
        }
        #expect(tokens == [0, 1, 2])
        gate.open()
        #expect(await other.wait()[0].body == testBody)
    }

    @Test("5.9: cancelAll ends every caller once", arguments: TransportKind.allCases)
    func cancelAll(kind: TransportKind) async throws {
        let server = try LoopbackServer { _ in .silence }
        let downloader = kind.downloader()
        let outcomes = Recorder<DownloadOutcome>()
        for number in 0..<20 {
            downloader.downloadImage(with: server.url("/\(number % 5)"), options: anyBytes) {
                outcomes.record($0)
            }
        }
        downloader.cancelAll()
        #expect(await outcomes.wait(20).filter(\.isCancelled).count == 20)
        #expect(outcomes.values.count == 20)
    }

    @Test(
        "3.7: cancelling inside onDownloadTaskStarted keeps the request from going out",
        arguments: TransportKind.allCases)
    func cancelInsideStart(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let delegate = DelegateSpy()
        let downloader = kind.downloader()
        downloader.delegate = delegate
        let modifier = StartModifier { $0?.cancel() }
        let outcome = await downloader.outcome(server.url("/a"), [.requestModifier(modifier)])
        #expect(outcome.isCancelled)
        #expect(delegate.events.values.isEmpty)
        // A second download proves that the server is reachable, and comes after the first.
        #expect(await downloader.outcome(server.url("/a?2")).body == testBody)
        #expect(server.requestCount == 1)
    }

    enum EarlyCancellation: CaseIterable {
        case handle
        case url
        case all
    }

    @Test(
        "5.14, W2: a cancellation while an asynchronous modifier runs is kept",
        arguments: EarlyCancellation.allCases)
    func cancelDuringModification(way: EarlyCancellation) async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let downloader = ImageDownloader(name: "early")
        let (began, begin) = AsyncStream<Void>.makeStream()
        let (released, release) = AsyncStream<Void>.makeStream()
        let modifier = AsyncModifier { request in
            begin.finish()
            for await _ in released {}
            return request
        }
        let outcomes = Recorder<DownloadOutcome>()
        let task = downloader.downloadImage(
            with: server.url("/a"), options: anyBytes + [.requestModifier(modifier)]
        ) { outcomes.record($0) }
        #expect(!task.isInitialized && task.sessionTask == nil && task.cancelToken == nil)
        for await _ in began {}
        switch way {
        case .handle: task.cancel()
        case .url: downloader.cancel(url: server.url("/a"))
        case .all: downloader.cancelAll()
        }
        release.finish()
        #expect(await outcomes.wait()[0].isCancelled)
        #expect(outcomes.values.count == 1)
        #expect(server.requestCount == 0)
    }

    @Test("5.13, 19.10: a handle linked to another one stands for it")
    func linkedHandle() {
        let outer = DownloadTask()
        #expect(!outer.isInitialized)
        let (session, token, outcomes) = standaloneCaller()
        let inner = DownloadTask(sessionTask: session, cancelToken: token)
        outer.linkToTask(inner)
        #expect(outer.isInitialized)
        #expect(outer.sessionTask === session && outer.cancelToken == token)
        outer.cancel()
        #expect(outcomes.values.count == 1)
    }

    @Test("W2: a handle that was cancelled before it was linked cancels what it is linked to")
    func cancelledBeforeLinking() {
        let outer = DownloadTask()
        outer.cancel()
        let (session, token, outcomes) = standaloneCaller()
        outer.linkToTask(DownloadTask(sessionTask: session, cancelToken: token))
        #expect(outcomes.values.first?.isCancelled == true)
    }

    @Test("5.15: a provider's handle cancels the provider's task")
    func providerHandle() async {
        let (started, start) = AsyncStream<Void>.makeStream()
        let work = Task {
            start.finish()
            while !Task.isCancelled { await Task.yield() }
        }
        let handle = DownloadTask(providerTask: work)
        #expect(handle.isInitialized && handle.sessionTask == nil)
        for await _ in started {}
        DownloadTask.WrappedTask.dataProviding(handle).cancel()
        await work.value
    }

    private func standaloneCaller() -> (
        SessionDataTask, SessionDataTask.CancelToken, Recorder<DownloadOutcome>
    ) {
        let outcomes = Recorder<DownloadOutcome>()
        let session = SessionDataTask.standalone()
        let callback = SessionDataTask.TaskCallback.recording(outcomes)
        return (session, session.addCallback(callback) ?? -1, outcomes)
    }
}
