import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

@Suite(
    "Cached images and what their servers say", .timeLimit(.minutes(1)),
    .enabled(if: keepsAttributes, "The file system keeps no attributes."))
struct FreshnessTests {
    private let fixture: ManagerFixture

    init() throws { fixture = try ManagerFixture() }

    private func load(
        _ server: RevisionServer, _ options: KingfisherOptionsInfo = []
    ) async throws -> RetrieveImageResult {
        try await fixture.retrieve(server.url, [.cachePolicy(.standard)] + options).get()
    }

    @Test("A fresh image is served from memory and disk without a request")
    func fresh() async throws {
        let server = try RevisionServer([("Cache-Control", "max-age=600")])
        #expect(try await load(server).cacheType == .none)
        #expect(try await load(server).cacheType == .memory)
        fixture.cache.clearMemoryCache()
        #expect(try await load(server).cacheType == .disk)
        #expect(server.conditions == [nil])
    }

    @Test(
        "A stale image that did not change is confirmed and served from the cache",
        arguments: [false, true], [[], [.asyncCacheTypeCheck]] as [KingfisherOptionsInfo])
    func confirmed(clearsMemory: Bool, options: KingfisherOptionsInfo) async throws {
        let server = try RevisionServer([("Cache-Control", "max-age=60"), ("Age", "100")])
        _ = try await load(server)
        if clearsMemory { fixture.cache.clearMemoryCache() }
        server.send([("Cache-Control", "max-age=600")])
        let observer = EventRecorder()
        let result = try await load(server, options + [.eventObserver(observer)])
        #expect(result.cacheType == (clearsMemory ? .disk : .memory))
        #expect(result.pixelWidth == server.width)
        #expect(server.conditions == [nil, "\"1\""])
        #expect(observer.names.contains("confirmed target"))
        #expect(observer.completionCount == 1)
        // The confirmation made it fresh.
        _ = try await load(server)
        fixture.cache.clearMemoryCache()
        _ = try await load(server)
        #expect(server.conditions.count == 2)
    }

    @Test("A stale image that changed is replaced in memory and on disk")
    func changed() async throws {
        let server = try RevisionServer([("Cache-Control", "no-cache")])
        _ = try await load(server)
        server.publish()
        let result = try await load(server)
        #expect(result.cacheType == .none)
        #expect(result.pixelWidth == server.width)
        fixture.cache.clearMemoryCache()
        let again = try await load(server)
        #expect(again.cacheType == .disk)
        #expect(again.pixelWidth == server.width)
        #expect(server.conditions == [nil, "\"1\"", "\"2\""])
    }

    @Test("Without validators a stale image is loaded anew, by date it is asked about")
    func otherValidators() async throws {
        let server = try LoopbackServer(routes: [
            "/bare": .data(TestPicture.png()),
            "/dated": .data(
                TestPicture.png(),
                headers: [("Last-Modified", "Sun, 06 Nov 2994 08:49:37 GMT")]),
        ])
        for path in ["/bare", "/bare", "/dated", "/dated"] {
            let result = try await fixture.retrieve(
                server.url(path), [.cachePolicy(.standard)]
            ).get()
            #expect(result.cacheType == .none)
        }
        #expect(
            server.requests.map { $0.header("If-Modified-Since") } == [
                nil, nil, nil, "Sun, 06 Nov 2994 08:49:37 GMT",
            ])
    }

    @Test("stale-while-revalidate serves first; the handler hears of new bytes, once")
    func refreshedBehind() async throws {
        let server = try RevisionServer([
            ("Cache-Control", "max-age=0, stale-while-revalidate=600")
        ])
        _ = try await load(server)
        let oldWidth = server.width
        server.publish()
        let order = Locked<[String]>([])
        let refreshed = await withCheckedContinuation {
            (continuation: CheckedContinuation<RetrieveImageResult, Never>) in
            fixture.manager.retrieveImage(
                with: server.url,
                options: [
                    .cachePolicy(.standard), .waitForCache,
                    .refreshHandler { result in
                        order.withLock { $0.append("refreshed") }
                        continuation.resume(returning: result)
                    },
                ]
            ) { result in
                order.withLock { $0.append("completed") }
                let served = try? result.get()
                #expect(served?.cacheType == .memory)
                #expect(served?.pixelWidth == oldWidth)
            }
        }
        #expect(order.withLock { $0 } == ["completed", "refreshed"])
        #expect(refreshed.pixelWidth == server.width)
        #expect(server.conditions == [nil, "\"1\""])
        #expect(
            fixture.cache.retrieveImageInMemoryCache(forKey: server.url.absoluteString)?.cgImage?
                .width == server.width)
    }

    @Test("stale-while-revalidate of an unchanged image makes it fresh and calls no handler")
    func confirmedBehind() async throws {
        let server = try RevisionServer([
            ("Cache-Control", "max-age=0, stale-while-revalidate=600")
        ])
        _ = try await load(server)
        server.send([("Cache-Control", "max-age=600")])
        let handled = Locked(0)
        let options: KingfisherOptionsInfo = [.refreshHandler { _ in handled.withLock { $0 += 1 } }]
        #expect(try await load(server, options).cacheType == .memory)
        await server.waitForRequests(2)
        let key = server.url.absoluteString
        #expect(
            await eventually {
                fixture.cache.diskStorage.remembered(forKey: key, forcedExtension: nil)?.response
                    .control.maxAge == 600
            })
        _ = try await load(server)
        #expect(server.conditions == [nil, "\"1\""])
        #expect(handled.withLock { $0 } == 0)
    }

    @Test("must-revalidate wins over stale-while-revalidate")
    func mustRevalidate() async throws {
        let server = try RevisionServer([
            ("Cache-Control", "max-age=0, must-revalidate, stale-while-revalidate=600")
        ])
        _ = try await load(server)
        server.publish()
        #expect(try await load(server).pixelWidth == server.width)
    }

    @Test("no-store is kept neither in memory nor on disk, and what was kept before goes")
    func noStore() async throws {
        let server = try RevisionServer([("Cache-Control", "no-cache")])
        let options: KingfisherOptionsInfo = [.processor(CountingProcessor()), .cacheOriginalImage]
        _ = try await load(server, options)
        server.publish()
        server.send([("Cache-Control", "no-store")])
        #expect(try await load(server, options).cacheType == .none)
        let key = server.url.absoluteString
        #expect(await eventually { !fixture.cache.isCached(forKey: key) })
        #expect(
            await eventually {
                !fixture.cache.isCached(
                    forKey: key, processorIdentifier: CountingProcessor().identifier)
            })
    }

    @Test(
        "A confirmation with no-store is served from the cache, which then keeps nothing of it",
        arguments: [false, true])
    func confirmedNoStore(isProcessed: Bool) async throws {
        let server = try RevisionServer([("Cache-Control", "no-cache")])
        _ = try await load(server)
        server.send([("Cache-Control", "no-store")])
        let processor: any ImageProcessor =
            isProcessed ? CountingProcessor() : DefaultImageProcessor.default
        let observer = EventRecorder()
        let result = try await load(server, [.processor(processor), .eventObserver(observer)])
        #expect(result.pixelWidth == (isProcessed ? 3 : server.width))
        #expect(observer.names.contains("confirmed \(isProcessed ? "original" : "target")"))
        #expect(!observer.names.contains("store"))
        let key = server.url.absoluteString
        for identifier in ["", processor.identifier] {
            #expect(
                await eventually {
                    !fixture.cache.isCached(forKey: key, processorIdentifier: identifier)
                })
        }
    }

    @Test("A confirmation with no-store that was asked for behind removes what was served")
    func confirmedNoStoreBehind() async throws {
        let server = try RevisionServer([
            ("Cache-Control", "max-age=0, stale-while-revalidate=600")
        ])
        _ = try await load(server)
        server.send([("Cache-Control", "no-store")])
        #expect(try await load(server).cacheType == .memory)
        #expect(
            await eventually { !fixture.cache.isCached(forKey: server.url.absoluteString) })
    }

    @Test("What onlyFromCache makes of an original is remembered as the original is")
    func onlyFromCacheRemembers() async throws {
        let server = try RevisionServer([("Cache-Control", "no-cache")])
        _ = try await load(server)
        let processor = CountingProcessor()
        _ = try await load(server, [.onlyFromCache, .processor(processor)])
        let made = fixture.cache.diskStorage.remembered(
            forKey: server.url.absoluteString.computedKey(with: processor.identifier),
            forcedExtension: nil)
        #expect(made?.response.control.noCache == true)
        #expect(server.conditions == [nil])
    }

    @Test("A request that nobody wants any more asks no server about a stale image")
    func supersededCheck() async throws {
        let server = try RevisionServer([("Cache-Control", "no-cache")])
        _ = try await load(server)
        let manager = fixture.manager
        let options = manager.parsedOptions([.cachePolicy(.standard), .asyncCacheTypeCheck])
        let result = await withCheckedContinuation { continuation in
            _ = manager.retrieveImage(
                with: server.url.convertToSource(), options: options,
                referenceTaskIdentifierChecker: { false },
                completionHandler: { continuation.resume(returning: $0) })
        }
        guard case .cacheError(reason: .imageNotExisting) = result.failure else {
            Issue.record("Unexpected \(result)")
            return
        }
        #expect(server.conditions == [nil])
    }

    @Test("A request that is superseded while the server is asked does not load anew")
    func supersededLoad() async throws {
        let server = try RevisionServer([("Cache-Control", "no-cache")])
        _ = try await load(server)
        let isWanted = Locked(true)
        let liar = try LoopbackServer { _ in
            isWanted.withLock { $0 = false }
            return LoopbackResponse(status: 304, headers: [("ETag", "\"other\"")])
        }
        let source = Source.network(
            KF.ImageResource(downloadURL: liar.url("/"), cacheKey: server.url.absoluteString))
        let manager = fixture.manager
        let result = await withCheckedContinuation { continuation in
            _ = manager.retrieveImage(
                with: source, options: manager.parsedOptions([.cachePolicy(.standard)]),
                referenceTaskIdentifierChecker: { isWanted.withLock { $0 } },
                completionHandler: { continuation.resume(returning: $0) })
        }
        #expect(result.failure != nil)
        #expect(liar.requestCount == 1)
    }

    @Test("By default nothing the server says counts")
    func defaultPolicy() async throws {
        let server = try RevisionServer([("Cache-Control", "no-store, max-age=0")])
        _ = try await fixture.retrieve(server.url).get()
        #expect(try await fixture.retrieve(server.url).get().cacheType == .memory)
        // Stored without the policy, so nothing is known of it.
        #expect(try await load(server).cacheType == .memory)
        #expect(server.conditions == [nil])
    }

    @Test("onlyFromCache serves what is there, and forceRefresh loads without asking")
    func explicitOptions() async throws {
        let server = try RevisionServer([("Cache-Control", "no-cache")])
        _ = try await load(server)
        #expect(try await load(server, [.onlyFromCache]).cacheType == .memory)
        #expect(try await load(server, [.forceRefresh]).cacheType == .none)
        #expect(server.conditions == [nil, nil])
    }

    @Test("stale-if-error serves a stale image while the server fails, and only then")
    func staleIfError() async throws {
        let server = try RevisionServer([("Cache-Control", "max-age=0, stale-if-error=600")])
        _ = try await load(server)
        server.answer(.status(404))
        let refused = await fixture.retrieve(server.url, [.cachePolicy(.standard)])
        #expect(refused.failure?.isInvalidResponseStatusCode(404) == true)
        server.answer(.status(503))
        #expect(try await load(server).cacheType == .memory)
        server.stop()
        #expect(try await load(server).cacheType == .memory)
    }

    @Test("A failed check is a failure of the request when nothing allows more, with fallbacks")
    func failedCheck() async throws {
        let server = try RevisionServer([("Cache-Control", "no-cache")])
        _ = try await load(server)
        server.answer(.status(503))
        let result = await fixture.retrieve(server.url, [.cachePolicy(.standard)])
        #expect(result.failure?.isInvalidResponseStatusCode(503) == true)
        let fallback = try await load(
            server, [.alternativeSources([.network(fixture.url)])])
        #expect(fallback.source == .network(fixture.url))
    }

    @Test("A stale original is asked about; what is made of a fresh one is as fresh as it")
    func originals() async throws {
        let server = try RevisionServer([("Cache-Control", "max-age=60"), ("Age", "100")])
        _ = try await load(server)
        fixture.cache.clearMemoryCache()
        server.send([("Cache-Control", "max-age=600")])
        let processor = CountingProcessor()
        let observer = EventRecorder()
        let result = try await load(server, [.processor(processor), .eventObserver(observer)])
        #expect(result.pixelWidth == 3)
        #expect(observer.names.contains("confirmed original"))
        #expect(server.conditions == [nil, "\"1\""])
        let made = fixture.cache.diskStorage.remembered(
            forKey: server.url.absoluteString.computedKey(with: processor.identifier),
            forcedExtension: nil)
        #expect(made?.response.control.maxAge == 600)
        #expect(made?.response.entityTag == "\"1\"")
        #expect(try await load(server, [.processor(processor)]).cacheType == .memory)
        #expect(server.conditions.count == 2)
    }

    @Test("A caller without a condition never gets an answer without bytes")
    func conditionsAreNotShared() async throws {
        let gate = LoopbackGate()
        let server = try RevisionServer([("Cache-Control", "no-cache")])
        _ = try await load(server)
        let held = LoopbackResponse(status: 304, headers: [("ETag", "\"1\"")]).held(at: gate)
        server.answer(held)
        let (url, fixture) = (server.url, fixture)
        async let confirmed = fixture.retrieve(url, [.cachePolicy(.standard)])
        await server.waitForRequests(2)
        server.answer(.data(try TestPicture.png(width: 20, height: 6)))
        let forced = await fixture.retrieve(url, [.forceRefresh])
        gate.open()
        #expect(try forced.get().pixelWidth == 20)
        #expect(try await confirmed.get().cacheType == .memory)
        #expect(server.conditions == [nil, "\"1\"", nil])
    }

    @Test("Cancelling while the server is asked completes once with a cancellation")
    func cancelledCheck() async throws {
        let server = try RevisionServer([("Cache-Control", "no-cache")])
        _ = try await load(server)
        server.answer(.silence)
        let observer = EventRecorder()
        let result = await withCheckedContinuation { continuation in
            let task = fixture.manager.retrieveImage(
                with: server.url, options: [.cachePolicy(.standard), .eventObserver(observer)]
            ) { continuation.resume(returning: $0) }
            #expect(task?.isInitialized == true)
            task?.cancel()
        }
        #expect(result.failure?.isTaskCancelled == true)
        #expect(observer.completionCount == 1)
    }

    @Test("An answer about another image than the one asked about is not believed")
    func wrongConfirmation() async throws {
        let server = try RevisionServer([("Cache-Control", "no-cache")])
        _ = try await load(server)
        let png = try TestPicture.png(width: 30, height: 6)
        let answers = Locked([
            LoopbackResponse(status: 304, headers: [("ETag", "\"other\"")]), .data(png),
        ])
        let liar = try LoopbackServer { _ in
            answers.withLock { $0.isEmpty ? .drop : $0.removeFirst() }
        }
        let source = Source.network(
            KF.ImageResource(downloadURL: liar.url("/"), cacheKey: server.url.absoluteString))
        let result = try await fixture.retrieve(source, [.cachePolicy(.standard)]).get()
        #expect(result.pixelWidth == 30)
        #expect(liar.requests.map { $0.header("If-None-Match") } == ["\"1\"", nil])
    }
}
