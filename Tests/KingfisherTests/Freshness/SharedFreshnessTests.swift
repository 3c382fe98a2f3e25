import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

/// What is remembered when requests share a download, or wait for one.
@Suite(
    "Freshness of shared and waiting downloads", .timeLimit(.minutes(1)),
    .enabled(if: keepsAttributes, "The file system keeps no attributes."))
struct SharedFreshnessTests {
    private let fixture: ManagerFixture

    init() throws { fixture = try ManagerFixture() }

    private func remembered(_ url: URL, _ identifier: String = "") -> StoredResponse? {
        fixture.cache.diskStorage.remembered(
            forKey: url.absoluteString.computedKey(with: identifier), forcedExtension: nil)?
            .response
    }

    /// Lets two requests share a download and the making of its image.
    private func share(
        _ processor: HeldProcessor, _ url: URL, _ policies: [ImageCachePolicy]
    ) async throws {
        let outcomes = Recorder<Result<RetrieveImageResult, KingfisherError>>()
        for policy in policies {
            fixture.manager.retrieveImage(
                with: url,
                options: processor.options + [.cachePolicy(policy), .waitForCache],
                completionHandler: outcomes.record)
        }
        await processor.begun.wait()
        processor.release()
        for outcome in await outcomes.wait(policies.count) { _ = try outcome.get() }
    }

    @Test(
        "A caller of the default policy does not undo what another remembers of their download",
        arguments: [
            [.standard, .expiration], [.expiration, .standard],
            [.expiration, .standard, .expiration],
        ] as [[ImageCachePolicy]])
    func mixedPolicies(policies: [ImageCachePolicy]) async throws {
        let server = try RevisionServer([("Cache-Control", "max-age=600")])
        let processor = HeldProcessor("mixed \(policies)") { try? TestPicture.image() }
        try await share(processor, server.url, policies)
        #expect(server.conditions == [nil])
        #expect(remembered(server.url, processor.identifier)?.control.maxAge == 600)
    }

    @Test(
        "What must not be kept is not kept for any of those who share it",
        arguments: [[.standard, .expiration], [.expiration, .standard]] as [[ImageCachePolicy]])
    func mixedNoStore(policies: [ImageCachePolicy]) async throws {
        let server = try RevisionServer([("Cache-Control", "no-store")])
        let processor = HeldProcessor("no-store \(policies)") { try? TestPicture.image() }
        try await share(processor, server.url, policies)
        #expect(server.conditions == [nil])
        #expect(
            await eventually {
                !fixture.cache.isCached(
                    forKey: server.url.absoluteString, processorIdentifier: processor.identifier)
            })
    }

    @Test("Callers of the default policy alone remember nothing")
    func defaultPolicies() async throws {
        let server = try RevisionServer([("Cache-Control", "max-age=600")])
        let processor = HeldProcessor("default") { try? TestPicture.image() }
        try await share(processor, server.url, [.expiration, .expiration])
        #expect(remembered(server.url, processor.identifier) == nil)
    }

    @Test("RFC 9111, 4.2.3: the time that a download waits for its turn does not make it older")
    func waitingDownloads() async throws {
        let gate = LoopbackGate()
        let png = try TestPicture.png()
        let server = try LoopbackServer { request in
            request.path == "/first" ? .data(png).held(at: gate) : .data(png)
        }
        fixture.downloader.maxConcurrentDownloads = 1
        fixture.manager.retrieveImage(with: server.url("/first"), completionHandler: nil)
        await server.waitForRequests()
        let second = server.url("/second")
        let outcomes = Recorder<Result<RetrieveImageResult, KingfisherError>>()
        let task = fixture.manager.retrieveImage(
            with: second, options: [.cachePolicy(.standard), .waitForCache],
            completionHandler: outcomes.record)
        #expect(task?.isInitialized == true && task?.sessionTask?.requestedAt == nil)
        let opened = Date()
        gate.open()
        _ = try await outcomes.wait()[0].get()
        let response = try #require(remembered(second))
        // Records are written in whole milliseconds.
        #expect(response.requestedAt.timeIntervalSince(opened) > -0.002)
        #expect(response.receivedAt >= response.requestedAt)
    }

    @Test("RFC 9111, 4.2.3: the response is as old as its head, however long its body takes")
    func slowBodies() async throws {
        let gate = LoopbackGate()
        let png = try TestPicture.png()
        let server = try LoopbackServer { _ in .halves(png, after: 10, gate: gate) }
        let outcomes = Recorder<Result<RetrieveImageResult, KingfisherError>>()
        let task = fixture.manager.retrieveImage(
            with: server.url("/"), options: [.cachePolicy(.standard), .waitForCache],
            completionHandler: outcomes.record)
        #expect(await eventually { task?.sessionTask?.respondedAt != nil })
        let opened = Date()
        gate.open()
        _ = try await outcomes.wait()[0].get()
        let response = try #require(remembered(server.url("/")))
        #expect(response.receivedAt.timeIntervalSince(opened) < 0.002)
    }

    @Test("What is newer than the file and kept in memory only is not judged by the file")
    func memoryOnly() async throws {
        let server = try RevisionServer([("Cache-Control", "no-cache")])
        let options: KingfisherOptionsInfo = [.cachePolicy(.standard)]
        _ = try await fixture.retrieve(server.url, options).get()
        server.publish()
        let newer = try await fixture.retrieve(server.url, options + [.cacheMemoryOnly]).get()
        #expect(newer.pixelWidth == server.width)
        let hit = try await fixture.retrieve(server.url, options).get()
        #expect(hit.cacheType == .memory && hit.pixelWidth == server.width)
        #expect(server.conditions == [nil, "\"1\""])
        // Nor does the older image come back once memory is empty.
        fixture.cache.clearMemoryCache()
        #expect(!fixture.cache.isCached(forKey: server.url.absoluteString))
    }
}
