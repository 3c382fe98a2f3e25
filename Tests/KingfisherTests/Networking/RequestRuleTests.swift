import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("How requests are made", .timeLimit(.minutes(1)))
struct RequestRuleTests {
    let server: LoopbackServer
    let downloader = ImageDownloader(name: "requests")

    init() throws {
        server = try LoopbackServer(routes: ["/a": .data(testBody)])
    }

    @Test("1.2.3: a downloader without a name ends the program")
    func emptyName() async {
        await #expect(processExitsWith: .failure) {
            _ = ImageDownloader(name: "")
        }
    }

    @Test("1.2.4: a progress block takes received and total bytes")
    func progressBlock() {
        let seen = Locked<[Int64]>([])
        let block: DownloadProgressBlock = { received, total in
            seen.withLock { $0 = [received, total] }
        }
        block(1, 2)
        #expect(seen.withLock { $0 } == [1, 2])
    }

    @Test("2.5, 2.6, 16.2: a source for low data mode changes nothing else of the request")
    func lowDataMode() async throws {
        let requests = Recorder<URLRequest>()
        let modifier = AnyModifier { request in
            requests.record(request)
            return request
        }
        let substitute = Source.network(server.url("/small"))
        for mode in [nil, substitute] {
            _ = await downloader.outcome(
                server.url("/a"), [.requestModifier(modifier), .lowDataMode(mode)])
        }
        let (plain, saving) = (requests.values[0], requests.values[1])
        #expect(plain.url == saving.url && plain.httpMethod == saving.httpMethod)
        #expect(plain.cachePolicy == saving.cachePolicy)
        #expect(plain.timeoutInterval == saving.timeoutInterval)
        #expect(plain.networkServiceType == saving.networkServiceType)
        #expect(plain.allowsCellularAccess && saving.allowsCellularAccess)
    }

    @Test("2.9: a request that cannot be made has no task, no progress and no delegate calls")
    func noTask() async throws {
        let spy = DelegateSpy()
        downloader.delegate = spy
        let calls = Locked(0)
        let outcomes = Recorder<DownloadOutcome>()
        let task = downloader.downloadImage(
            with: server.url("/a"), options: anyBytes + [.requestModifier(AnyModifier { _ in nil })]
        ) { _, _ in
            calls.withLock { $0 += 1 }
        } completionHandler: {
            outcomes.record($0)
        }
        await outcomes.wait()
        await MainActor.run {}
        #expect(!task.isInitialized && task.sessionTask == nil && task.cancelToken == nil)
        #expect(spy.events.values.isEmpty && calls.withLock { $0 } == 0)
    }

    @Test("2.10: on the main thread such a failure is there before the call returns")
    @MainActor func synchronousFailure() {
        let isDone = Locked(false)
        downloader.downloadImage(
            with: server.url("/a"), options: [.requestModifier(AnyModifier { _ in nil })]
        ) { _ in isDone.withLock { $0 = true } }
        #expect(isDone.withLock { $0 })
    }

    @Test("3.9: the builder's closure changes the request in place, synchronously")
    @MainActor func builderModifier() throws {
        let builder = KF.url(server.url("/a")).requestModifier {
            $0.setValue("yes", forHTTPHeaderField: "X-Built")
        }
        let modifier = try #require(
            builder.options.requestModifier as? any ImageDownloadRequestModifier)
        let request = modifier.modified(for: URLRequest(url: server.url("/a")))
        #expect(request?.value(forHTTPHeaderField: "X-Built") == "yes")
    }

    @Test("4.1, W11: requests of one URL that differ otherwise share the first one's answer")
    func keyIsTheURL() async throws {
        let gate = LoopbackGate()
        let held = try LoopbackServer(routes: ["/a": .data(testBody).held(at: gate)])
        let outcomes = Recorder<DownloadOutcome>()
        for number in 0..<3 {
            let modifier = AnyModifier { request in
                var request = request
                request.setValue("\(number)", forHTTPHeaderField: "X-Number")
                return request
            }
            downloader.downloadImage(
                with: held.url("/a"), options: anyBytes + [.requestModifier(modifier)],
                completionHandler: outcomes.record)
        }
        gate.open()
        #expect(await outcomes.wait(3).allSatisfy { $0.body == testBody })
        #expect(held.requests.map { $0.header("X-Number") } == ["0"])
    }

    @Test("4.1: URLs that differ in the query or the fragment are different downloads")
    func differentKeys() async throws {
        let paths = ["/a", "/a?1", "/a#1"]
        let gate = LoopbackGate()
        let held = try LoopbackServer { _ in .data(testBody).held(at: gate) }
        let outcomes = Recorder<DownloadOutcome>()
        let tasks = paths.map { path in
            downloader.downloadImage(
                with: held.url(path), options: anyBytes, completionHandler: outcomes.record)
        }
        #expect(Set(tasks.compactMap { $0.sessionTask.map(ObjectIdentifier.init) }).count == 3)
        gate.open()
        await outcomes.wait(3)
        #expect(held.requestCount == 3)
    }

    @Test("4.5: the priority of the options is the task's, and may be changed later")
    func priority() throws {
        let silent = try LoopbackServer { _ in .silence }
        let first = downloader.downloadImage(
            with: silent.url("/a"), options: anyBytes + [.downloadPriority(0.7)])
        let second = downloader.downloadImage(
            with: silent.url("/a"), options: anyBytes + [.downloadPriority(0.2)])
        #expect(first.sessionTask?.task.priority == 0.7)
        second.sessionTask?.task.priority = 0.3
        #expect(first.sessionTask?.task.priority == 0.3)
        downloader.cancelAll()
    }

    @Test("4.6: a task is resumed once, from however many threads")
    func resumesOnce() async throws {
        let task = SessionDataTask.standalone()
        _ = task.addCallback(.silent)
        #expect(!task.started)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask { task.resume() }
            }
        }
        #expect(task.started)
        #expect(task.task.state != .suspended)
        task.task.cancel()
    }
}
