import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Request modifiers", .timeLimit(.minutes(1)))
struct RequestModifierTests {
    let server: LoopbackServer
    let downloader = ImageDownloader(name: "modifiers")

    init() throws {
        server = try LoopbackServer(routes: ["/a": .data(testBody), "/b": .data(Data([1]))])
    }

    @Test("3.4: a changed URL counts from then on")
    func changedURL() async throws {
        let target = server.url("/b")
        let modifier = AnyModifier { _ in URLRequest(url: target) }
        let outcome = await downloader.outcome(server.url("/a"), [.requestModifier(modifier)])
        #expect(try outcome.get().url == target)
        #expect(outcome.body == Data([1]))
        #expect(server.requestCount(path: "/a") == 0)
    }

    @Test("3.3: a modifier that returns nil fails the download", arguments: [true, false])
    func vetoed(isAsync: Bool) async throws {
        let modifier: any AsyncImageDownloadRequestModifier =
            isAsync ? AsyncModifier { _ in nil } : AnyModifier { _ in nil }
        let outcome = await downloader.outcome(server.url("/a"), [.requestModifier(modifier)])
        guard case .requestError(reason: .emptyRequest) = outcome.failure else {
            Issue.record("expected an empty request, got \(outcome)")
            return
        }
        #expect(server.requestCount == 0)
    }

    @Test("3.2: with a synchronous modifier the handle is ready at once")
    func synchronousHandle() {
        let task = downloader.downloadImage(
            with: server.url("/a"), options: anyBytes + [.requestModifier(StartModifier { _ in })]
        ) { _ in }
        #expect(task.isInitialized && task.cancelToken == 0)
    }

    @Test(
        "3.5, 3.6: the start is told once, with the returned handle, before completion",
        arguments: [true, false])
    func startIsTold(isAsync: Bool) async throws {
        let events = Recorder<String>()
        let handles = Recorder<DownloadTask?>()
        let onStart: @Sendable (DownloadTask?) -> Void = { task in
            handles.record(task)
            events.record(task?.isInitialized == true ? "started" : "not ready")
        }
        let modifier: any AsyncImageDownloadRequestModifier =
            isAsync ? AsyncModifier(onStart: onStart) { $0 } : StartModifier(onStart: onStart)
        let task = downloader.downloadImage(
            with: server.url("/a"), options: anyBytes + [.requestModifier(modifier)]
        ) { _ in events.record("completed") }
        await events.wait(2)
        #expect(events.values == ["started", "completed"])
        #expect(handles.values.count == 1 && handles.values[0] === task)
    }

    @Test("3.6: the start is told before completion, also of a load that was cancelled before")
    func startIsToldOfCancelled() async {
        let events = Recorder<String>()
        let (released, release) = AsyncStream<Void>.makeStream()
        let modifier = AsyncModifier(onStart: { _ in events.record("started") }) { request in
            for await _ in released {}
            return request
        }
        let task = downloader.downloadImage(
            with: server.url("/a"), options: anyBytes + [.requestModifier(modifier)]
        ) { events.record($0.isCancelled ? "cancelled" : "completed") }
        task.cancel()
        release.finish()
        #expect(await events.wait(2) == ["started", "cancelled"])
    }

    @Test("3.6: a cancellation on another thread waits until the start was told")
    func cancelledWhileStartIsTold() async {
        let events = Recorder<String>()
        let downloader = downloader
        let modifier = StartModifier { _ in
            let finished = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                downloader.cancelAll()
                finished.signal()
            }
            finished.wait()
            events.record("started")
        }
        downloader.downloadImage(
            with: server.url("/a"), options: anyBytes + [.requestModifier(modifier)]
        ) { events.record($0.isCancelled ? "cancelled" : "completed") }
        #expect(await events.wait(2) == ["started", "cancelled"])
        #expect(server.requestCount == 0)
    }

    @Test("5.5: on the main thread a cancellation arrives inside cancel(), even when starting")
    @MainActor func cancelledInsideStartOnMain() {
        let events = Recorder<String>()
        let modifier = StartModifier { task in
            task?.cancel()
            events.record("started")
        }
        downloader.downloadImage(
            with: server.url("/a"),
            options: [.processor(AnyBytesProcessor()), .requestModifier(modifier)]
        ) { events.record($0.isCancelled ? "cancelled" : "completed") }
        #expect(events.values == ["cancelled", "started"])
    }

    @Test("W2: cancelling everything while a modified request starts misses nothing")
    func cancelAllWhileStarting() async throws {
        let outcomes = Recorder<DownloadOutcome>()
        let server = try LoopbackServer { _ in .silence }
        for number in 0..<500 {
            let modifier = AsyncModifier { $0 }
            downloader.downloadImage(
                with: server.url("/\(number)"),
                options: anyBytes + [.requestModifier(modifier)]
            ) { outcomes.record($0) }
            downloader.cancelAll()
        }
        #expect(await outcomes.wait(500).allSatisfy(\.isCancelled))
        #expect(outcomes.values.count == 500)
    }

    @Test("3.1: headers that a modifier sets are sent")
    func headersAreSent() async throws {
        let modifier = AnyModifier { request in
            var request = request
            request.setValue("secret", forHTTPHeaderField: "X-Token")
            request.setValue("a\r\nInjected: yes", forHTTPHeaderField: "X-Broken")
            return request
        }
        _ = await downloader.outcome(server.url("/a"), [.requestModifier(modifier)])
        let request = try #require(server.requests.first)
        #expect(request.header("X-Token") == "secret")
        #expect(request.header("Injected") == nil)
    }

    @Test("3.1: a body and a method that a modifier sets are sent")
    func bodyIsSent() async throws {
        let modifier = AnyModifier { request in
            var request = request
            request.httpMethod = "POST"
            request.httpBody = Data("query".utf8)
            return request
        }
        let outcome = await downloader.outcome(server.url("/a"), [.requestModifier(modifier)])
        #expect(outcome.body == testBody)
        #expect(server.requests.first?.method == "POST")
        #expect(server.requests.first?.body == Data("query".utf8))
    }

    @Test("12.1: additional headers of the configuration are sent")
    func additionalHeaders() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["X-From": "configuration"]
        downloader.sessionConfiguration = configuration
        _ = await downloader.outcome(server.url("/a"))
        #expect(server.requests.first?.header("x-from") == "configuration")
    }
}
