import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Delegate, processing and progress, over every transport", .timeLimit(.minutes(1)))
struct DelegateAndProcessingTests {
    @Test("8.8: the delegate hears of a success in order", arguments: TransportKind.allCases)
    func orderOfSuccess(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let delegate = DelegateSpy()
        let downloader = kind.downloader()
        downloader.delegate = delegate
        #expect(await downloader.outcome(server.url("/a")).body == testBody)
        #expect(
            delegate.events.values == [
                "will /a", "status 200", "response", "data", "finish ok response", "image",
            ])
    }

    @Test(
        "8.10: a refused status is one finish event with the error",
        arguments: TransportKind.allCases)
    func orderOfRefusal(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .status(404)])
        let delegate = DelegateSpy()
        let downloader = kind.downloader()
        downloader.delegate = delegate
        #expect(await downloader.outcome(server.url("/a")).refusedStatus == 404)
        #expect(delegate.events.values == ["will /a", "status 404", "finish error -"])
    }

    @Test("6.2.3: the delegate can refuse a response", arguments: TransportKind.allCases)
    func delegateRefuses(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let delegate = DelegateSpy(disposition: .cancel)
        let downloader = kind.downloader()
        downloader.delegate = delegate
        let outcome = await downloader.outcome(server.url("/a"))
        guard case .responseError(reason: .cancelledByDelegate) = outcome.failure else {
            Issue.record("expected a refusal, got \(outcome)")
            return
        }
        #expect(delegate.events.values.last == "finish error -")
    }

    @Test("6.3.4: the delegate's data is what counts", arguments: TransportKind.allCases)
    func delegateChangesData(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let delegate = DelegateSpy { _ in Data([1, 2, 3]) }
        let downloader = kind.downloader()
        downloader.delegate = delegate
        #expect(await downloader.outcome(server.url("/a")).body == Data([1, 2, 3]))
    }

    @Test(
        "8.10: no data from the delegate is one finish event with the error",
        arguments: TransportKind.allCases)
    func delegateGivesNoData(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let delegate = DelegateSpy { _ in nil }
        let downloader = kind.downloader()
        downloader.delegate = delegate
        let outcome = await downloader.outcome(server.url("/a"))
        guard case .responseError(reason: .dataModifyingFailed) = outcome.failure else {
            Issue.record("expected an error about data, got \(outcome)")
            return
        }
        #expect(delegate.events.values.suffix(2) == ["data", "finish error -"])
    }

    @Test(
        "5.16, W5: N cancelled callers make one pair of will and finish",
        arguments: TransportKind.allCases)
    func oneFinishForAllCancelled(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .silence])
        let delegate = DelegateSpy()
        let downloader = kind.downloader()
        downloader.delegate = delegate
        let outcomes = Recorder<DownloadOutcome>()
        let tasks = (0..<5).map { _ in
            downloader.downloadImage(with: server.url("/a"), options: anyBytes) {
                outcomes.record($0)
            }
        }
        await server.waitForRequests()
        for task in tasks { task.cancel() }
        await outcomes.wait(5)
        #expect(delegate.events.values == ["will /a", "finish cancelled -"])
    }

    @Test("7.2, 7.3, PRC-5: different processors give different images, equal ones share one run")
    func processorsAreShared() async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: ["/a": .data(testBody).held(at: gate)])
        let downloader = ImageDownloader(name: "shared")
        let runs = Recorder<String>()
        let images = Recorder<KFCrossPlatformImage>()
        for identifier in ["one", "two", "one", "one", "two"] {
            let processor = AnyBytesProcessor(identifier: identifier) { runs.record(identifier) }
            downloader.downloadImage(
                with: server.url("/a"),
                options: [.processor(processor), .callbackQueue(.untouch)]
            ) { outcome in
                if let image = try? outcome.get().image { images.record(image) }
            }
        }
        gate.open()
        let distinct = Set(await images.wait(5).map(ObjectIdentifier.init))
        #expect(runs.values.sorted() == ["one", "two"])
        #expect(distinct.count == 2)
    }

    @Test("W12: equal processors with different scales do not share an image")
    func scaleIsPartOfTheKey() async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: ["/a": .data(testBody).held(at: gate)])
        let downloader = ImageDownloader(name: "scales")
        let runs = Recorder<Int>()
        let outcomes = Recorder<DownloadOutcome>()
        for scale in [1, 2] {
            let processor = AnyBytesProcessor { runs.record(scale) }
            downloader.downloadImage(
                with: server.url("/a"),
                options: [
                    .processor(processor), .scaleFactor(CGFloat(scale)), .callbackQueue(.untouch),
                ]
            ) { outcomes.record($0) }
        }
        gate.open()
        await outcomes.wait(2)
        #expect(runs.values.sorted() == [1, 2])
    }

    @Test("7.1, INT-1: the processing queue of a request is used instead of the common one")
    func processingQueue() async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let key = DispatchSpecificKey<Int>()
        let queue = DispatchQueue(label: "tests.processing")
        queue.setSpecific(key: key, value: 42)
        let seen = Recorder<Int?>()
        let processor = AnyBytesProcessor { seen.record(DispatchQueue.getSpecific(key: key)) }
        let outcome = await ImageDownloader(name: "queue").outcome(
            server.url("/a"), [.processor(processor), .processingQueue(.dispatch(queue))])
        #expect(outcome.body == testBody)
        #expect(seen.values == [42])
    }

    @Test("7.5: a failed processor fails its own caller only")
    func failingProcessor() async throws {
        struct Failing: ImageProcessor {
            let identifier = "tests.failing"
            func process(
                item: ImageProcessItem, options: KingfisherParsedOptionsInfo
            ) -> KFCrossPlatformImage? { nil }
        }
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: ["/a": .data(testBody).held(at: gate)])
        let downloader = ImageDownloader(name: "failing")
        async let failed = downloader.outcome(server.url("/a"), [.processor(Failing())])
        async let fine = downloader.outcome(server.url("/a"))
        await server.waitForRequests()
        gate.open()
        #expect(await failed.isProcessingFailure)
        #expect(await fine.body == testBody)
    }

    @Test("5.1: a caller that cancels while its image is made is completed by the cancellation")
    func cancelDuringProcessing() async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let downloader = ImageDownloader(name: "late")
        let handle = Locked<DownloadTask?>(nil)
        let processor = AnyBytesProcessor { handle.withLock { $0 }?.cancel() }
        let modifier = StartModifier { task in handle.withLock { $0 = task } }
        let outcome = await downloader.outcome(
            server.url("/a"), [.processor(processor), .requestModifier(modifier)])
        #expect(outcome.isCancelled)
    }

    @Test("7.7: image modifiers are not applied by the downloader")
    func imageModifierIsIgnored() async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let count = Locked(0)
        let modifier = AnyImageModifier { image in
            count.withLock { $0 += 1 }
            return image
        }
        _ = await ImageDownloader(name: "modifier").outcome(
            server.url("/a"), [.imageModifier(modifier)])
        #expect(count.withLock { $0 } == 0)
    }

    @Test(
        "9.1, 9.3, 9.5: progress is on the main thread, never falls, and ends before completion",
        arguments: TransportKind.allCases)
    func progress(kind: TransportKind) async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: ["/a": .halves(testBody, after: 100, gate: gate)])
        let events = Recorder<String>()
        let sizes = Recorder<Int64>()
        let downloader = kind.downloader()
        downloader.downloadImage(
            with: server.url("/a"), options: [.processor(AnyBytesProcessor())]
        ) { received, total in
            events.record(Thread.isMainThread ? "main" : "other")
            #expect(total == Int64(testBody.count))
            sizes.record(received)
            gate.open()
        } completionHandler: { _ in
            events.record("done")
        }
        while events.values.last != "done" { await events.wait(events.values.count + 1) }
        #expect(Set(events.values.dropLast()) == ["main"])
        #expect(sizes.values == sizes.values.sorted())
        #expect(sizes.values.last == Int64(testBody.count))
    }

    @Test("9.2: there is no progress without a length", arguments: TransportKind.allCases)
    func noProgressWithoutLength(kind: TransportKind) async throws {
        let server = try LoopbackServer(routes: ["/a": .chunked([testBody])])
        let calls = Locked(0)
        _ = try await kind.downloader().downloadImage(
            with: server.url("/a"), options: anyBytes,
            progressBlock: { _, _ in calls.withLock { $0 += 1 } })
        await MainActor.run {}
        #expect(calls.withLock { $0 } == 0)
    }
}
