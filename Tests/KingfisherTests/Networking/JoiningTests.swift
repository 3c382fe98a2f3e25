import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

/// Callers that come after the transfer, while the image is being made.
@Suite("Joining a download whose image is being made", .timeLimit(.minutes(1)))
struct JoiningTests {
    /// A download whose transfer is over and whose processor waits.
    private struct Making {
        let server: LoopbackServer
        let downloader: ImageDownloader
        let processor: HeldProcessor
        let outcomes = Recorder<DownloadOutcome>()
        let task: DownloadTask

        init(
            _ kind: TransportKind = .platform, _ processor: HeldProcessor = HeldProcessor()
        ) async throws {
            server = try LoopbackServer(routes: ["/a": .data(testBody)])
            downloader = kind.downloader()
            self.processor = processor
            task = downloader.downloadImage(
                with: server.url("/a"), options: processor.options,
                completionHandler: outcomes.record)
            await processor.begun.wait()
        }

        /// Asks for the same image.
        @discardableResult
        func again(_ options: KingfisherOptionsInfo = []) -> DownloadTask {
            downloader.downloadImage(
                with: server.url("/a"), options: processor.options + options,
                completionHandler: outcomes.record)
        }
    }

    @Test(
        "4.2, 7.3: an equal caller joins while the image is made, and shares it",
        arguments: TransportKind.allCases)
    func joins(kind: TransportKind) async throws {
        let making = try await Making(kind)
        let second = making.again()
        #expect(second.sessionTask === making.task.sessionTask && second.cancelToken == 1)
        making.processor.release()
        let images = await making.outcomes.wait(2).compactMap { try? $0.get().image }
        #expect(images.count == 2 && images.first === images.last)
        #expect(making.server.requestCount == 1 && making.processor.runCount == 1)
    }

    @Test("4.3: a caller with another processor starts a transfer of its own")
    func anotherProcessor() async throws {
        let making = try await Making()
        let other = await making.downloader.outcome(making.server.url("/a"))
        #expect(other.body == testBody)
        #expect(making.server.requestCount == 2)
        making.processor.release()
        #expect(await making.outcomes.wait()[0].body == testBody)
    }

    @Test("W12: a caller with another scale factor does not get the image of the first")
    func anotherScale() async throws {
        let making = try await Making()
        let second = making.again([.scaleFactor(3)])
        #expect(second.sessionTask !== making.task.sessionTask)
        making.processor.release()
        #expect(await making.outcomes.wait(2).count == 2)
        #expect(making.server.requestCount == 2 && making.processor.runCount == 2)
    }

    @Test("5.1, 5.2: who joined late can cancel, and the others get their image")
    func joinerCancels() async throws {
        let making = try await Making()
        let cancelled = Recorder<DownloadOutcome>()
        let second = making.downloader.downloadImage(
            with: making.server.url("/a"), options: making.processor.options,
            completionHandler: cancelled.record)
        second.cancel()
        #expect(await cancelled.wait()[0].isCancelled)
        making.processor.release()
        #expect(await making.outcomes.wait()[0].body == testBody)
        #expect(making.outcomes.values.count == 1 && cancelled.values.count == 1)
    }

    @Test("5.1: who joins after all others have cancelled gets the image they did not wait for")
    func joinsAfterCancellation() async throws {
        let making = try await Making()
        making.task.cancel()
        #expect(await making.outcomes.wait()[0].isCancelled)
        making.again()
        making.processor.release()
        #expect(await making.outcomes.wait(2)[1].body == testBody)
        #expect(making.server.requestCount == 1 && making.processor.runCount == 1)
    }

    @Test("7.5: who joins an image that cannot be made gets the error of the others")
    func sharedFailure() async throws {
        let making = try await Making(.platform, HeldProcessor("failing") { nil })
        making.again()
        making.processor.release()
        #expect(await making.outcomes.wait(2).filter(\.isProcessingFailure).count == 2)
        #expect(making.server.requestCount == 1 && making.processor.runCount == 1)
    }

    @Test("4.10: a download from within a completion handler is a new one")
    func fromCompletion() async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let downloader = ImageDownloader(name: "from completion")
        let outcomes = Recorder<DownloadOutcome>()
        let url = server.url("/a")
        downloader.downloadImage(with: url, options: anyBytes) { outcome in
            outcomes.record(outcome)
            downloader.downloadImage(
                with: url, options: anyBytes, completionHandler: outcomes.record)
        }
        #expect(await outcomes.wait(2).allSatisfy { $0.body == testBody })
        #expect(server.requestCount == 2)
    }

    @Test("3.6: a caller that joins late hears of its handle before its image")
    func startPrecedesCompletion() async throws {
        let making = try await Making()
        let order = Recorder<String>()
        let firstIsDone = DispatchSemaphore(value: 0)
        let processor = making.processor
        let outcomes = making.outcomes
        // The other caller is complete before this one's start handler returns.
        let modifier = StartModifier { _ in
            processor.release()
            Task {
                await outcomes.wait(1)
                firstIsDone.signal()
            }
            firstIsDone.wait()
            order.record("started")
        }
        let queue = DispatchQueue(label: "tests.late-joiner")
        queue.async {
            making.downloader.downloadImage(
                with: making.server.url("/a"),
                options: processor.options + [.requestModifier(modifier)]
            ) { _ in order.record("completed") }
        }
        #expect(await order.wait(2) == ["started", "completed"])
        #expect(making.server.requestCount == 1)
    }

    @Test("8.1, 8.6: one beginning and one end are told, however many join")
    func delegateEvents() async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let downloader = ImageDownloader(name: "events")
        let spy = DelegateSpy()
        downloader.delegate = spy
        let processor = HeldProcessor()
        let outcomes = Recorder<DownloadOutcome>()
        for _ in 0..<2 {
            downloader.downloadImage(
                with: server.url("/a"), options: processor.options,
                completionHandler: outcomes.record)
            await processor.begun.wait()
        }
        processor.release()
        await outcomes.wait(2)
        #expect(spy.events.values.filter { $0.hasPrefix("will") }.count == 1)
        #expect(spy.events.values.filter { $0.hasPrefix("finish") }.count == 1)
    }
}

@Suite("StartGate")
struct StartGateTests {
    @Test("3.6: an outcome waits for the gate, and later ones pass")
    func holds() {
        let gate = StartGate()
        let passed = Recorder<Int>()
        gate.pass { passed.record(1) }
        #expect(passed.values.isEmpty)
        gate.open()
        #expect(passed.values == [1])
        gate.pass { passed.record(2) }
        gate.open()
        #expect(passed.values == [1, 2])
    }

    @Test("5.5: from within the announcement an outcome passes, from other threads it waits")
    func announcement() {
        let gate = StartGate()
        let passed = Recorder<Int>()
        gate.announce {
            gate.pass { passed.record(1) }
            #expect(passed.values == [1])
            let finished = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                gate.pass { passed.record(2) }
                finished.signal()
            }
            finished.wait()
            #expect(passed.values == [1])
        }
        gate.open()
        #expect(passed.values == [1, 2])
    }
}
