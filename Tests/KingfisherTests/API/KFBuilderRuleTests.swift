import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Rules of builders, resources and errors that show in how they are put together.
@Suite("Builders, resources and errors", .timeLimit(.minutes(1)))
@MainActor
struct KFBuilderRuleTests {
    @Test("1.6, 18.3: builders take the shared manager's defaults when they are made")
    func defaultsAtCreation() async {
        // In a process of its own: the shared manager is everybody's.
        await #expect(processExitsWith: .success) {
            await MainActor.run {
                let early = KF.url(nil)
                KingfisherManager.shared.defaultOptions = [.downloadPriority(0.75)]
                let late = KF.url(nil)
                KingfisherManager.shared.defaultOptions = []
                precondition(early.options.downloadPriority == 0.5)
                precondition(late.options.downloadPriority == 0.75)
                precondition(late.options.targetCache == nil && late.options.downloader == nil)
            }
        }
    }

    @Test(
        "1.6: views take the shared manager's defaults with each call, the call's options after them"
    )
    func defaultsOfViews() async {
        await #expect(processExitsWith: .success) {
            await MainActor.run {
                KingfisherManager.shared.defaultOptions = [
                    .downloadPriority(0.75), .onlyFromCache,
                    .onFailureImage(KFCrossPlatformImage()),
                ]
                let slot = RecordingSlot()
                let source = RawImageDataProvider(data: Data(), cacheKey: "defaults")
                    .convertToSource()
                slot.kf.setImage(with: source, options: [.downloadPriority(0.25)])
                let seen = slot.seen
                precondition(seen.count == 2, "The placeholder and the failure image.")
                precondition(seen.allSatisfy { $0.downloadPriority == 0.25 && $0.onlyFromCache })
                precondition(seen.allSatisfy { $0.targetCache == nil && $0.downloader == nil })
            }
        }
    }

    @Test(
        "15.6, 15.7, 19.11: a resource has the URL's key unless another was given, which is kept verbatim"
    )
    func resources() throws {
        let remote = try #require(URL(string: "http://host.test/a.png"))
        let file = URL(fileURLWithPath: "/pictures/a.png")
        #expect(KF.ImageResource(downloadURL: remote).cacheKey == remote.cacheKey)
        #expect(KF.ImageResource(downloadURL: file).cacheKey == file.cacheKey)
        let named: any Resource = KF.ImageResource(downloadURL: file, cacheKey: "k e@y")
        #expect(named.cacheKey == "k e@y")
        #expect(named.downloadURL == file)
        #expect(named.convertToSource().cacheKey == "k e@y")
        let source = KF.ImageResource(downloadURL: remote, cacheKey: "other").convertToSource()
        #expect(source.cacheKey == "other")
        #expect(source.url == remote)
    }

    @Test("18.7: a builder keeps the current image and loads first frames where it is told")
    func builderOnly() {
        let builder = KF.url(nil).keepCurrentImageWhileLoading().onlyLoadFirstFrame()
        #expect(builder.options.keepCurrentImageWhileLoading)
        #expect(builder.options.onlyLoadFirstFrame)
    }

    @Test("18.7: loading immediately is what builders do, and asking for it does nothing")
    func loadImmediately() {
        let builder = KF.url(nil)
        let calls: any FormerCalls = FormerNames()
        #expect(calls.loadImmediately(builder) === builder)
    }

    @Test("18.9: options without a modifier are set through the options")
    func throughOptions() {
        let builder = KF.url(nil)
        builder.options.preloadAllAnimationData = true
        builder.options.alsoPrefetchToMemory = true
        builder.options.asyncCacheTypeCheck = true
        builder.options.forcedExtension = "jpg"
        _ = builder.forceRefresh()
        let options = builder.options
        #expect(options.preloadAllAnimationData && options.alsoPrefetchToMemory)
        #expect(options.asyncCacheTypeCheck && options.forcedExtension == "jpg")
        #expect(options.forceRefresh)
    }

    @Test(
        "18.10: a redirect's payload has the task, the answer, the request, and takes the decision")
    func redirectPayload() async throws {
        let server = try LoopbackServer(routes: [
            "/a": .redirect(to: "/b"), "/b": .data(try TestPicture.png()),
        ])
        let seen = Locked<[String?]>([])
        let options = KF.url(server.url("/a"))
            .redirectHandler { payload in
                seen.withLock {
                    $0 = [
                        payload.task.originalURL?.path, "\(payload.response.statusCode)",
                        payload.newRequest.url?.path,
                    ]
                }
                payload.completionHandler(payload.newRequest)
            }
            .options
        let handler = try #require(options.redirectHandler)
        _ = try await ImageDownloader(name: "payload").downloadImage(
            with: server.url("/a"), options: [.redirectHandler(handler)])
        #expect(seen.withLock { $0 } == ["/a", "302", "/b"])
    }

    @Test("12.3: errors of all sources are kept, each with its source, in order")
    func propagationErrors() async throws {
        let fixture = try ManagerFixture(routes: [:])
        let sources = ["/a", "/b", "/c"].map { fixture.server.url($0).convertToSource() }
        let error = await fixture.retrieve(
            sources[0], [.alternativeSources([sources[1], sources[2]])]
        ).failure
        guard case .imageSettingError(.alternativeSourcesExhausted(let errors)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(errors.map(\.source) == sources)
        #expect(errors.allSatisfy { $0.error.isInvalidResponseStatusCode(404) })
    }

    @Test("8.5: a view's completion handler is on the main actor whatever the callback queue")
    func viewsCompleteOnMain() async throws {
        let fixture = try ManagerFixture()
        let slot = RecordingSlot()
        let wasOnMain = await withCheckedContinuation { continuation in
            slot.kf.setImage(
                with: fixture.url,
                options: [
                    .targetCache(fixture.cache), .downloader(fixture.downloader),
                    .callbackQueue(.dispatch(DispatchQueue(label: "elsewhere"))),
                ]
            ) { _ in continuation.resume(returning: MainQueue.isCurrent) }
        }
        #expect(wasOnMain)
    }
}

/// Keeps the options that images were set with.
@MainActor
private final class RecordingSlot: KingfisherImageSettable {
    private(set) var seen: [KingfisherParsedOptionsInfo] = []

    func setImage(_ image: KFCrossPlatformImage?, options: KingfisherParsedOptionsInfo) {
        seen.append(options)
    }

    func getImage() -> KFCrossPlatformImage? { nil }
}

@MainActor
private protocol FormerCalls {
    func loadImmediately(_ builder: KF.Builder) -> KF.Builder
}

private struct FormerNames: FormerCalls {
    @available(*, deprecated)
    func loadImmediately(_ builder: KF.Builder) -> KF.Builder {
        builder.loadImmediately().loadImmediately(false)
    }
}
