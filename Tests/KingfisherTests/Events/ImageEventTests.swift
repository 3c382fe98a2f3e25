import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

@Suite("Events of requests", .timeLimit(.minutes(1)))
struct ImageEventTests {
    private let observer = EventRecorder()

    private var options: KingfisherOptionsInfo { [.eventObserver(observer)] }

    @Test("A load tells of look-up, transfer, decoding, processing, store and completion")
    func load() async throws {
        let fixture = try ManagerFixture()
        let bytes = try TestPicture.png().count
        _ = try await fixture.retrieve(fixture.url, options).get()
        #expect(
            observer.names == [
                "attempt /a.png", "look-up target none", "load", "first bytes", "loaded \(bytes)",
                "process", "decode", "decoded 48", "processed 48", "store", "stored target true",
                "completed",
            ])
    }

    @Test("A memory hit tells of the look-up alone")
    func memoryHit() async throws {
        let fixture = try ManagerFixture()
        _ = try await fixture.retrieve(fixture.url).get()
        _ = try await fixture.retrieve(fixture.url, options).get()
        #expect(observer.names == ["attempt /a.png", "look-up target memory", "completed"])
    }

    @Test(
        "A disk hit tells of reading and decoding, however it is read",
        arguments: [[], [.loadDiskFileSynchronously], [.asyncCacheTypeCheck]]
            as [KingfisherOptionsInfo])
    func diskHit(extra: KingfisherOptionsInfo) async throws {
        let fixture = try ManagerFixture()
        _ = try await fixture.retrieve(fixture.url).get()
        fixture.cache.clearMemoryCache()
        _ = try await fixture.retrieve(fixture.url, options + extra).get()
        #expect(
            observer.names == [
                "attempt /a.png", "look-up target disk", "read", "decode", "decoded 48",
                "completed",
            ])
    }

    @Test("A hit of the original tells of both look-ups, processing and the store")
    func originalHit() async throws {
        let fixture = try ManagerFixture()
        _ = try await fixture.retrieve(fixture.url).get()
        fixture.cache.clearMemoryCache()
        _ = try await fixture.retrieve(fixture.url, options + [.processor(CountingProcessor())])
            .get()
        #expect(
            observer.names == [
                "attempt /a.png", "look-up target none", "look-up original disk", "read",
                "decode", "decoded 48", "process", "processed 6", "store", "stored target true",
                "completed",
            ])
    }

    @Test("A failure is told of as such and as the completion")
    func failure() async throws {
        let fixture = try ManagerFixture()
        _ = await fixture.retrieve(fixture.server.url("/missing"), options)
        #expect(
            observer.names == [
                "attempt /missing", "look-up target none", "load", "failed 2002",
                "completed 2002",
            ])
    }

    @Test("Bytes that are no picture are told of as decoded and processed to nothing")
    func noPicture() async throws {
        let fixture = try ManagerFixture(routes: ["/text": .data(Data("text".utf8))])
        _ = await fixture.retrieve(fixture.server.url("/text"), options)
        #expect(
            observer.names.suffix(6) == [
                "process", "decode", "decoded -1", "processed -1", "failed 4001",
                "completed 4001",
            ])
    }

    @Test("A cancellation is told of once, and nothing after it")
    func cancellation() async throws {
        let fixture = try ManagerFixture(routes: ["/slow.png": .silence])
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let task = fixture.manager.retrieveImage(
                with: fixture.server.url("/slow.png"), options: options
            ) { _ in continuation.resume() }
            task?.cancel()
            task?.cancel()
        }
        #expect(
            observer.names == [
                "attempt /slow.png", "look-up target none", "load", "failed 1003",
                "completed 1003",
            ])
    }

    @Test("Each alternative source is an attempt of its own")
    func alternatives() async throws {
        let fixture = try ManagerFixture()
        let provider = RawImageDataProvider(data: try TestPicture.png(), cacheKey: "raw")
        let bytes = provider.data.count
        _ = try await fixture.retrieve(
            fixture.server.url("/missing"),
            options + [.alternativeSources([.provider(provider)])]
        ).get()
        #expect(
            observer.names == [
                "attempt /missing", "look-up target none", "load", "failed 2002", "attempt raw",
                "look-up target none", "load", "loaded \(bytes)", "process", "decode",
                "decoded 48", "processed 48", "store", "stored target true", "completed",
            ])
    }

    @Test("Each retry is an attempt of its own, with its own first bytes")
    func retries() async throws {
        let answers = Locked([
            LoopbackResponse(status: 503), .data(Data("text".utf8)), .data(try TestPicture.png()),
        ])
        let server = try LoopbackServer { _ in
            answers.withLock { $0.isEmpty ? .drop : $0.removeFirst() }
        }
        let fixture = try ManagerFixture()
        _ = try await fixture.retrieve(
            server.url("/a"), options + [.retryStrategy(RecordingRetryStrategy(retries: 2))]
        ).get()
        #expect(observer.names.count { $0 == "attempt /a" } == 3)
        #expect(observer.names.filter { $0.hasPrefix("failed") } == ["failed 2002", "failed 4001"])
        #expect(observer.names.count { $0 == "first bytes" } == 2)
        #expect(observer.completionCount == 1)
        #expect(observer.names.last == "completed")
    }

    @Test("Requests that share a download and its image all hear of it, each with its number")
    func sharedWork() async throws {
        let gate = LoopbackGate()
        let fixture = try ManagerFixture(
            routes: ["/a.png": .data(TestPicture.png()).held(at: gate)])
        let options = options
        await withTaskGroup(of: Void.self) { group in
            let started = Locked(0)
            for _ in 0..<8 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        fixture.manager.retrieveImage(with: fixture.url, options: options) { _ in
                            continuation.resume()
                        }
                        let count = started.withLock { started in
                            started += 1
                            return started
                        }
                        if count == 8 { gate.open() }
                    }
                }
            }
        }
        let requests = Dictionary(grouping: observer.events, by: \.requestNumber)
        #expect(requests.count == 8)
        for events in requests.values {
            let names = events.map(\.kind.name)
            for name in ["decoded 48", "processed 48", "completed"] {
                #expect(names.count { $0 == name } == 1, "\(names)")
            }
            #expect(events.map(\.time) == events.map(\.time).sorted())
        }
    }

    @Test("The observer of the manager and that of the request both hear, for views too")
    func bothObservers() async throws {
        let fixture = try ManagerFixture()
        let managerWide = EventRecorder()
        fixture.manager.eventObserver = managerWide
        _ = try await fixture.retrieve(fixture.url, options).get()
        #expect(managerWide.names == observer.names)
        // As a view asks, with options that were parsed before.
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            _ = fixture.manager.retrieveImage(
                with: .network(fixture.url), options: .init([.targetCache(fixture.cache)]),
                completionHandler: { _ in continuation.resume() })
        }
        #expect(managerWide.completionCount == 2)
        #expect(observer.completionCount == 1)
    }

    @Test("The handler is called after the completion was told of, also while an event is observed")
    func handlerComesLast() async throws {
        let fixture = try ManagerFixture()
        let (begun, gate) = (Recorder<Void>(), DispatchSemaphore(value: 0))
        let observer = EventRecorder { event in
            guard case .processingBegan = event.kind else { return }
            begun.record(())
            gate.wait()
        }
        let told = Recorder<Int>()
        let provider = RawImageDataProvider(data: try TestPicture.png(), cacheKey: "raw")
        let queue = DispatchQueue(label: "tests.events.handler-comes-last")
        let task = fixture.manager.retrieveImage(
            with: .provider(provider),
            options: [.eventObserver(observer), .processingQueue(.dispatch(queue))]
        ) { _ in told.record(observer.completionCount) }
        await begun.wait()
        task?.cancel()
        gate.signal()
        #expect(await told.wait() == [1])
        #expect(observer.names.last == "completed 1006", "\(observer.names)")
    }

    @Test("Without a completion handler the completion is still told of")
    func withoutHandler() async throws {
        let fixture = try ManagerFixture()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let observer = EventRecorder { event in
                if case .completed = event.kind { continuation.resume() }
            }
            fixture.manager.retrieveImage(
                with: fixture.url, options: [.eventObserver(observer)], completionHandler: nil)
        }
        #expect(fixture.server.requestCount == 1)
    }
}

@Suite("RequestEvents", .timeLimit(.minutes(1)))
struct RequestEventsTests {
    private let source = Source.provider(RawImageDataProvider(data: Data(), cacheKey: "a"))
    private let failure = ImageEvent.Kind.completed(.failure(.requestError(reason: .emptyRequest)))

    @Test("After the completion only ends of stores are told of, and no second completion")
    func afterCompletion() {
        let observer = EventRecorder()
        let events = RequestEvents([observer], of: source)
        for kind in [.loadBegan, failure, failure, .loadEnded(byteCount: 1)] {
            events.post(kind)
        }
        events.post(.storingEnded(.target, succeeded: true))
        #expect(observer.names == ["load", "completed 1001", "stored target true"])
    }

    @Test("What an observer causes comes after the event that caused it, for all observers")
    func reentrance() {
        let box = Locked<RequestEvents?>(nil)
        let first = EventRecorder { event in
            if case .loadBegan = event.kind {
                box.withLock { $0 }?.post(.loadEnded(byteCount: 3))
            }
        }
        let second = EventRecorder()
        let events = RequestEvents([first, second], of: source)
        box.withLock { $0 = events }
        events.post(.loadBegan)
        box.withLock { $0 = nil }
        #expect(first.names == ["load", "loaded 3"])
        #expect(second.names == first.names)
    }

    @Test("What follows an event waits until all observers know of it, and happens once")
    func following() {
        let (box, order) = (Locked<RequestEvents?>(nil), Locked<[String]>([]))
        let failure = failure
        let first = EventRecorder { event in
            guard case .loadBegan = event.kind else { return }
            let events = box.withLock { $0 }
            for name in ["then", "late"] {
                events?.post(failure) { order.withLock { $0.append(name) } }
            }
        }
        let second = EventRecorder { event in
            order.withLock { $0.append(event.kind.name) }
        }
        let events = RequestEvents([first, second], of: source)
        box.withLock { $0 = events }
        events.post(.loadBegan)
        box.withLock { $0 = nil }
        // The second completion is told to nobody, so that nothing has to be waited for.
        #expect(order.withLock { $0 } == ["late", "load", "completed 1001", "then"])
    }

    @Test("Posted from many threads, events come one at a time and exactly one completion")
    func manyThreads() async {
        let inside = Locked(0)
        let overlaps = Locked(0)
        let observer = EventRecorder { _ in
            let count = inside.withLock { inside in
                inside += 1
                return inside
            }
            if count > 1 { overlaps.withLock { $0 += 1 } }
            inside.withLock { $0 -= 1 }
        }
        let events = RequestEvents([observer], of: source)
        let failure = failure
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<500 { events.post(.decodingBegan) }
                    events.post(failure)
                }
            }
        }
        #expect(overlaps.withLock { $0 } == 0)
        #expect(observer.completionCount == 1)
        #expect(observer.names.last == "completed 1001")
        #expect(observer.events.map(\.time) == observer.events.map(\.time).sorted())
    }
}
