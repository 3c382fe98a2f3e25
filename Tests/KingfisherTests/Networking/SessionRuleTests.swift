import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Sessions and their events", .timeLimit(.minutes(1)))
struct SessionRuleTests {
    private let downloader = ImageDownloader(name: "sessions")

    @Test("5.12: who cancels before any response hears of no progress")
    func noProgressAfterCancel() async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: ["/a": .data(testBody).held(at: gate)])
        let calls = Locked(0)
        let cancelled = downloader.downloadImage(
            with: server.url("/a"), options: anyBytes,
            progressBlock: { _, _ in calls.withLock { $0 += 1 } }, completionHandler: nil)
        async let other = downloader.outcome(server.url("/a"))
        await server.waitForRequests()
        cancelled.cancel()
        gate.open()
        #expect(await other.body == testBody)
        await MainActor.run {}
        #expect(calls.withLock { $0 } == 0)
    }

    @Test("6.1.1: a subclass may keep the metrics to itself")
    func overriddenMetrics() async throws {
        final class Silent: SessionDelegate, @unchecked Sendable {
            let count = Locked(0)
            override func urlSession(
                _ session: URLSession, task: URLSessionTask,
                didFinishCollecting metrics: URLSessionTaskMetrics
            ) { count.withLock { $0 += 1 } }
        }
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let delegate = Silent()
        downloader.sessionDelegate = delegate
        let result = try await downloader.outcome(server.url("/a")).get()
        #expect(result.originalData == testBody && result.metrics == nil)
        #expect(delegate.count.withLock { $0 } == 1)
    }

    @Test("12.4, 6.1.1: a new session delegate hears of what is downloaded from then on")
    func overriddenData() async throws {
        final class Counting: SessionDelegate, @unchecked Sendable {
            let bytes = Locked(0)
            override func urlSession(
                _ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
            ) {
                bytes.withLock { $0 += data.count }
                super.urlSession(session, dataTask: dataTask, didReceive: data)
            }
        }
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        _ = await downloader.outcome(server.url("/a"))
        let delegate = Counting()
        downloader.sessionDelegate = delegate
        #expect(await downloader.outcome(server.url("/a")).body == testBody)
        #expect(delegate.bytes.withLock { $0 } == testBody.count)
    }

    @Test("12.4: a session delegate may use the downloader while it is let go of")
    func releasedDelegate() {
        final class Reading: SessionDelegate, @unchecked Sendable {
            let downloader: ImageDownloader
            let seen: Recorder<TimeInterval>
            init(_ downloader: ImageDownloader, _ seen: Recorder<TimeInterval>) {
                self.downloader = downloader
                self.seen = seen
            }
            deinit { seen.record(downloader.downloadTimeout) }
        }
        let seen = Recorder<TimeInterval>()
        downloader.sessionDelegate = Reading(downloader, seen)
        downloader.sessionDelegate = SessionDelegate()
        #expect(seen.values == [15])
    }

    @Test(
        "6.1.1, 6.2.3: a subclass may refuse a response, with and without asking first",
        arguments: TransportKind.allCases, [true, false])
    func overriddenResponse(kind: TransportKind, asksFirst: Bool) async throws {
        final class Refusing: SessionDelegate, @unchecked Sendable {
            let asksFirst: Bool
            init(asksFirst: Bool) { self.asksFirst = asksFirst }
            override func urlSession(
                _ session: URLSession, dataTask: URLSessionDataTask,
                didReceive response: URLResponse
            ) async -> URLSession.ResponseDisposition {
                if asksFirst {
                    _ = await super.urlSession(session, dataTask: dataTask, didReceive: response)
                }
                return .cancel
            }
        }
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let downloader = kind.downloader()
        downloader.sessionDelegate = Refusing(asksFirst: asksFirst)
        #expect(await downloader.outcome(server.url("/a")).transferCode == .cancelled)
    }

    @Test(
        "6.2.2, 6.2.3: the transfer of a refused response ends", arguments: TransportKind.allCases,
        [404, 200])
    func refusedTransferEnds(kind: TransportKind, status: Int) async throws {
        let head = LoopbackResponse.head(status, [("Content-Length", "600000")])
        let server = try LoopbackServer(routes: [
            "/a": LoopbackResponse(steps: [.send(head + Data(count: 1000)), .stall])
        ])
        let downloader = kind.downloader()
        let delegate = DelegateSpy(disposition: .cancel)
        downloader.delegate = delegate
        #expect(await downloader.outcome(server.url("/a")).failure != nil)
        await server.waitForNoConnections()
    }

    @Test("6.1.2: events of unknown tasks are ignored")
    func unknownTask() async throws {
        let server = try LoopbackServer(routes: ["/a": .silence])
        let task = downloader.downloadImage(
            with: server.url("/a"), options: anyBytes, completionHandler: nil)
        let stranger = SessionDataTask.standalone().task
        let (delegate, session) = (downloader.sessionDelegate, downloader.session.transport.session)
        delegate.urlSession(session, dataTask: stranger, didReceive: Data([1]))
        delegate.urlSession(session, task: stranger, didCompleteWithError: nil)
        let response = URLResponse(
            url: server.url("/a"), mimeType: nil, expectedContentLength: 1, textEncodingName: nil)
        let disposition = await delegate.urlSession(
            session, dataTask: stranger, didReceive: response)
        #expect(disposition == .cancel)
        #expect(task.sessionTask?.mutableDataCount == 0)
        #expect(task.sessionTask?.containsCallbacks == true)
        stranger.cancel()
        downloader.cancelAll()
    }

    @Test("6.2.1: a response that is not one of HTTP ends the download")
    func foreignResponse() async throws {
        let server = try LoopbackServer(routes: ["/a": .silence])
        let outcomes = Recorder<DownloadOutcome>()
        let task = downloader.downloadImage(
            with: server.url("/a"), options: anyBytes, completionHandler: outcomes.record)
        let response = URLResponse(
            url: server.url("/a"), mimeType: nil, expectedContentLength: 1, textEncodingName: nil)
        let transfer = try #require(task.sessionTask?.task)
        let disposition = await downloader.sessionDelegate.urlSession(
            downloader.session.transport.session, dataTask: transfer, didReceive: response)
        #expect(disposition == .cancel)
        guard
            case .responseError(reason: .invalidURLResponse(let refused)) =
                await outcomes.wait()[0].failure
        else {
            Issue.record("Unexpected \(outcomes.values)")
            return
        }
        #expect(refused === response)
        transfer.cancel()
    }

    @Test(
        "6.2.5, 6.2.6: a refused response is told to every caller once, on its own queue",
        arguments: TransportKind.allCases)
    func refusedForAll(kind: TransportKind) async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: ["/a": .status(404).held(at: gate)])
        let downloader = kind.downloader()
        let key = DispatchSpecificKey<Int>()
        let queues = (0..<3).map { number in
            let queue = DispatchQueue(label: "tests.refused.\(number)")
            queue.setSpecific(key: key, value: number)
            return queue
        }
        let seen = Recorder<[Int?]>()
        for (number, queue) in queues.enumerated() {
            downloader.downloadImage(
                with: server.url("/a"), options: [.callbackQueue(.dispatch(queue))]
            ) { outcome in
                seen.record([
                    number, outcome.refusedStatus, DispatchQueue.getSpecific(key: key),
                ])
            }
        }
        gate.open()
        let all = await seen.wait(3).sorted { ($0[0] ?? 0) < ($1[0] ?? 0) }
        #expect(all == [[0, 404, 0], [1, 404, 1], [2, 404, 2]])
        for queue in queues { queue.sync {} }
        #expect(seen.values.count == 3)
    }

    @Test("6.3.2, 9.4: each caller's progress hears of the chunks since it joined")
    func sideEffectsOfEach() async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: [
            "/a": .halves(testBody, after: 1000, gate: gate)
        ])
        let first = Recorder<Int64>()
        let second = Recorder<Int64>()
        let outcomes = Recorder<DownloadOutcome>()
        let ask: @Sendable (Recorder<Int64>) -> Void = { [downloader] sizes in
            downloader.downloadImage(
                with: server.url("/a"), options: [.processor(AnyBytesProcessor())],
                progressBlock: { received, _ in sizes.record(received) },
                completionHandler: outcomes.record)
        }
        ask(first)
        await first.wait()
        ask(second)
        gate.open()
        await outcomes.wait(2)
        #expect(first.values.count > second.values.count && !second.values.isEmpty)
        #expect(second.values.allSatisfy { $0 > 1000 })
        #expect(second.values.last == Int64(testBody.count))
    }

    @Test("6.3.6: the end of a download leaves a newer one of its URL in the table")
    func newerStays() throws {
        var table = TaskTable()
        let url = try #require(URL(string: "http://127.0.0.1/a"))
        let (old, new) = (SessionDataTask(url), SessionDataTask(url))
        _ = old.addCallback(.silent)
        let inserts = [table.insert(old, for: url), table.insert(new, for: url)]
        #expect(inserts == [true, true])
        table.remove(old)
        #expect(table.join(url, .silent)?.task === new)
        #expect(table.find(old.task) == nil && table.find(new.task) === new)
    }

    @Test("6.3.7, 21: the error of a missing response exists, with its code, and is never made")
    func noResponse() {
        let error = KingfisherError.responseError(reason: .noURLResponse(task: .standalone()))
        #expect(error.errorCode == 2005)
    }

    @Test("W10: settings may be read and changed on all threads at once")
    func settingsOnAllThreads() async {
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { [downloader] in
                    for _ in 0..<200 {
                        downloader.trustedHosts = ["\(number)"]
                        downloader.requestsUsePipelining.toggle()
                        downloader.downloadTimeout = TimeInterval(number)
                        downloader.delegate = nil
                        downloader.authenticationChallengeResponder = downloader
                        _ = downloader.trustedHosts?.count
                        _ = downloader.sessionConfiguration
                        _ = downloader.delegate
                    }
                }
            }
        }
        #expect(downloader.trustedHosts?.count == 1)
        #expect(downloader.authenticationChallengeResponder === downloader)
    }

    @Test("12.1, 12.6: the default configuration is ephemeral, and none of a background session")
    func ephemeral() {
        #expect(downloader.sessionConfiguration.identifier == nil)
        #expect(downloader.sessionConfiguration !== URLSessionConfiguration.default)
        #expect(downloader.sessionConfiguration.urlCache?.diskCapacity ?? 0 == 0)
    }

    @Test("12.3: a change inside the configuration counts once it is assigned")
    func configurationInPlace() async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        _ = await downloader.outcome(server.url("/a"))
        let configuration = downloader.sessionConfiguration
        configuration.httpAdditionalHeaders = ["X-Added": "yes"]
        _ = await downloader.outcome(server.url("/a"))
        downloader.sessionConfiguration = configuration
        _ = await downloader.outcome(server.url("/a"))
        #expect(server.requests.map { $0.header("X-Added") } == [nil, nil, "yes"])
    }

    @Test("12.5, 4.9: downloaders share nothing, and one that is released is gone")
    func separateDownloaders() async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: ["/a": .data(testBody).held(at: gate)])
        let outcomes = Recorder<DownloadOutcome>()
        var first: ImageDownloader? = ImageDownloader(name: "first")
        let one = first?.downloadImage(
            with: server.url("/a"), options: anyBytes, completionHandler: outcomes.record)
        let two = downloader.downloadImage(
            with: server.url("/a"), options: anyBytes, completionHandler: outcomes.record)
        #expect(one?.sessionTask !== two.sessionTask)
        await server.waitForRequests(2)
        weak let released = first
        first = nil
        #expect(await outcomes.wait()[0].transferCode == .cancelled)
        #expect(released == nil)
        gate.open()
        #expect(await outcomes.wait(2)[1].body == testBody)
    }
}

extension SessionDataTask {
    /// A task of a URL outside any downloader.
    fileprivate convenience init(_ url: URL) {
        self.init(task: URLSession.shared.dataTask(with: URLRequest(url: url)))
    }
}
