import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("Redirects, challenges, asynchronous forms, live photos", .timeLimit(.minutes(1)))
struct ResultRuleTests {
    private let downloader = ImageDownloader(name: "results")

    @Test("10.4, 10.5: a handler may answer later, and joiners without one do not matter")
    func lateAnswer() async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: [
            "/a": .redirect(to: "/b").held(at: gate), "/b": .data(testBody),
        ])
        let handler = AnyRedirectHandler { _, _, request, next in
            nonisolated(unsafe) let answer = next  // Called once, by the queue alone.
            DispatchQueue.global().async { answer(request) }
        }
        let outcomes = Recorder<DownloadOutcome>()
        for options in [[], [.redirectHandler(handler)]] as [KingfisherOptionsInfo] {
            downloader.downloadImage(
                with: server.url("/a"), options: anyBytes + options,
                completionHandler: outcomes.record)
        }
        gate.open()
        #expect(await outcomes.wait(2).allSatisfy { $0.body == testBody })
    }

    @Test("10.6: the builder's closure receives everything in one payload")
    @MainActor func payload() async throws {
        let server = try LoopbackServer(routes: [
            "/a": .redirect(to: "/b"), "/b": .data(testBody),
        ])
        let seen = Recorder<String>()
        let builder = KF.url(server.url("/a")).redirectHandler { payload in
            seen.record(
                "\(payload.task.originalURL?.path ?? "") \(payload.response.statusCode) "
                    + "\(payload.newRequest.url?.path ?? "")")
            payload.completionHandler(payload.newRequest)
        }
        let handler = try #require(builder.options.redirectHandler)
        let outcome = await downloader.outcome(server.url("/a"), [.redirectHandler(handler)])
        #expect(outcome.body == testBody)
        #expect(seen.values == ["/a 302 /b"])
    }

    @Test("11.2: challenges go to the downloader itself at first, and again when nobody is left")
    func responderIsWeak() async throws {
        final class Responder: AuthenticationChallengeResponsible {}
        #expect(downloader.authenticationChallengeResponder === downloader)
        var responder: Responder? = Responder()
        downloader.authenticationChallengeResponder = responder
        #expect(downloader.challengeResponder === responder)
        responder = nil
        #expect(downloader.authenticationChallengeResponder == nil)
        #expect(downloader.challengeResponder === downloader)
    }

    @Test("11.1, 11.7: without a downloader both kinds of challenge get the default answer")
    func challengeWithoutDownloader() async throws {
        let delegate = SessionDelegate()
        let session = URLSession(configuration: .ephemeral)
        let challenge = URLAuthenticationChallenge.basic
        let first = await delegate.urlSession(session, didReceive: challenge)
        let transfer = SessionDataTask.standalone().task
        let second = await delegate.urlSession(session, task: transfer, didReceive: challenge)
        #expect(first.0 == .performDefaultHandling && first.1 == nil)
        #expect(second.0 == .performDefaultHandling && second.1 == nil)
        session.invalidateAndCancel()
    }

    #if os(Linux)
    @Test("11.3, W23: a trusted host is accepted though there is no trust object")
    func trustWithoutObject() async {
        let challenge = URLAuthenticationChallenge(
            protectionSpace: URLProtectionSpace(
                host: "127.0.0.1", port: 443, protocol: "https", realm: nil,
                authenticationMethod: ServerTrust.method),
            proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil,
            sender: NoSender())
        let refused = await downloader.downloader(downloader, didReceive: challenge)
        #expect(refused.0 == .performDefaultHandling)
        downloader.trustedHosts = ["127.0.0.1"]
        let accepted = await downloader.downloader(downloader, didReceive: challenge)
        #expect(accepted.0 == .useCredential)
    }
    #endif

    @Test("13.1, 13.4: the asynchronous form throws what the callback form gives, on any queue")
    func sameError() async throws {
        let server = try LoopbackServer(routes: ["/a": .status(404)])
        let url = server.url("/a")
        #expect(await downloader.outcome(url).refusedStatus == 404)
        for queue in [CallbackQueue.untouch, .mainAsync, .dispatch(.global())] {
            let error = await #expect(throws: KingfisherError.self) {
                try await downloader.downloadImage(with: url, options: [.callbackQueue(queue)])
            }
            #expect(error?.isInvalidResponseStatusCode(404) == true)
        }
    }

    @Test("13.5: the body is in memory, and the transfer is one of data")
    func bodyInMemory() async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody)])
        let outcomes = Recorder<DownloadOutcome>()
        let task = downloader.downloadImage(
            with: server.url("/a"), options: anyBytes, completionHandler: outcomes.record)
        await outcomes.wait()
        #expect(task.sessionTask?.mutableData == testBody)
    }

    @Test("14.2: the pass-through processor keeps images and makes nothing of data")
    func passThrough() throws {
        let processor = LivePhotoImageProcessor.default
        #expect(processor.identifier == "com.onevcat.Kingfisher.LivePhotoImageProcessor")
        let options = KingfisherParsedOptionsInfo(nil)
        let image = try TestPicture.image()
        #expect(processor.process(item: .image(image), options: options) === image)
        let empty = try #require(processor.process(item: .data(Data([1])), options: options))
        #expect(empty.size == .zero)
    }

    @Test("14.3: a resource of a live photo shares the transfer of an image")
    func sharedTransfer() async throws {
        let gate = LoopbackGate()
        let server = try LoopbackServer(routes: [
            "/a": .data(try TestPicture.png()).held(at: gate)
        ])
        let sizes = Recorder<Int>()
        let image = downloader.downloadImage(with: server.url("/a")) { outcome in
            sizes.record((try? outcome.get().image.cgImage?.width) ?? 0)
        }
        let resource = downloader.downloadLivePhotoResource(
            with: server.url("/a"), options: KingfisherParsedOptionsInfo(nil)
        ) { result in sizes.record((try? result.get().originalData.count) ?? 0) }
        #expect(image.sessionTask === resource.sessionTask)
        gate.open()
        #expect(Set(await sizes.wait(2)) == [8, try TestPicture.png().count])
        #expect(server.requestCount == 1)
    }

    @Test(
        "14.4: without a handler the bytes are downloaded and dropped, and tasks can be cancelled")
    func resourceForms() async throws {
        let server = try LoopbackServer(routes: ["/a": .data(testBody), "/b": .silence])
        let options = KingfisherParsedOptionsInfo(nil)
        downloader.downloadLivePhotoResource(
            with: server.url("/a"), options: options, completionHandler: nil)
        await server.waitForRequests(1, path: "/a")
        let task = Task { [downloader] in
            try await downloader.downloadLivePhotoResource(
                with: server.url("/b"), options: options)
        }
        await server.waitForRequests(1, path: "/b")
        task.cancel()
        let error = await #expect(throws: KingfisherError.self) { try await task.value }
        #expect(error?.isTaskCancelled == true)
    }

    @Test("16.1, 16.3, 16.4: a failure that is no matter of low data mode does not take its source")
    func lowDataSource() async throws {
        let fixture = try ManagerFixture()
        let result = await fixture.retrieve(
            fixture.server.url("/missing"), [.lowDataMode(.network(fixture.url))])
        #expect(result.failure?.isInvalidResponseStatusCode(404) == true)
        #expect(fixture.server.requestCount == 1)
    }

    @Test("6.2, 16.5: what is cached is served although there is a source for low data mode")
    func lowDataCached() async throws {
        let fixture = try ManagerFixture()
        _ = try await fixture.retrieve(fixture.url).get()
        let result = try await fixture.retrieve(
            fixture.url, [.lowDataMode(.network(fixture.server.url("/small")))]
        ).get()
        #expect(result.cacheType == .memory && result.source == result.originalSource)
        #expect(fixture.server.requestCount == 1)
    }

    @Test("20.1: the manager modifies what it hands out, and caches what it got")
    func modifierOfManager() async throws {
        let fixture = try ManagerFixture()
        let other = try TestPicture.image(width: 3, height: 3)
        let options: KingfisherOptionsInfo = [.imageModifier(AnyImageModifier { _ in other })]
        for _ in 0..<2 {
            #expect(try await fixture.retrieve(fixture.url, options).get().image === other)
        }
        #expect(try await fixture.retrieve(fixture.url).get().pixelWidth == 8)
    }
}

extension URLAuthenticationChallenge {
    fileprivate static var basic: URLAuthenticationChallenge {
        URLAuthenticationChallenge(
            protectionSpace: URLProtectionSpace(
                host: "127.0.0.1", port: 80, protocol: "http", realm: "a",
                authenticationMethod: NSURLAuthenticationMethodHTTPBasic),
            proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil,
            sender: NoSender())
    }
}

private final class NoSender: NSObject, URLAuthenticationChallengeSender, @unchecked Sendable {
    // Unchecked: has no state.
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}
