import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What callers are given to cancel a load with, and when.
@Suite("KingfisherManager and its handles", .timeLimit(.minutes(1)))
struct KingfisherManagerHandleTests {
    private typealias Outcome = Result<RetrieveImageResult, KingfisherError>

    private let fixture: ManagerFixture
    private let outcomes = Recorder<Outcome>()
    private let order = Recorder<String>()

    init() throws {
        fixture = try ManagerFixture(
            routes: ["/a.png": .data(TestPicture.png()), "/slow.png": .silence])
    }

    /// A source whose load fails.
    private var failing: Source {
        .provider(RawImageDataProvider(data: Data("text".utf8), cacheKey: "text"))
    }

    @Test("7.1: what cannot be loaded, or may not, has no handle")
    func noHandles() async {
        let cases: [(code: Int, option: KingfisherOptionsInfoItem)] = [
            (3006, .onlyFromCache),
            (1001, .requestModifier(AnyModifier { _ in nil })),
            (
                1002,
                .requestModifier(
                    AnyModifier { request in
                        var request = request
                        request.url = nil
                        return request
                    })
            ),
        ]
        for (index, (code, option)) in cases.enumerated() {
            let task = fixture.manager.retrieveImage(
                with: fixture.url, options: [option], completionHandler: outcomes.record)
            #expect(task == nil)
            #expect(await outcomes.wait(index + 1)[index].failure?.errorCode == code)
        }
        #expect(fixture.server.requestCount == 0)
    }

    @Test("7.2: the handle of a download knows its task, its token and the request that is sent")
    func handleOfDownload() async throws {
        let url = fixture.server.url("/slow.png")
        let task = try #require(
            fixture.manager.retrieveImage(with: url, completionHandler: outcomes.record))
        #expect(task.isInitialized && task.cancelToken != nil)
        #expect(task.sessionTask?.task.currentRequest?.url == url)
        task.cancel()
        #expect(await outcomes.wait()[0].failure?.isTaskCancelled == true)
    }

    @Test("3.4.3: a synchronous modifier is told of the very handle, once and before the transfer")
    func modifierIsTold() async throws {
        fixture.downloader.useScriptedTransfers { [order] _ in order.record("transfer") }
        let handles = Recorder<DownloadTask?>()
        let modifier = StartModifier { [order] task in
            order.record("handle")
            handles.record(task)
        }
        let task = try #require(
            fixture.manager.retrieveImage(
                with: fixture.url, options: [.requestModifier(modifier)],
                completionHandler: outcomes.record))
        #expect(await order.wait(2) == ["handle", "transfer"])
        #expect(handles.values.count == 1 && handles.values[0] === task)
        task.cancel()
    }

    @Test("7.6: a later attempt's handle is told of before its transfer resumes")
    func announcedBeforeTransfer() async throws {
        let clockwork = VirtualClockwork()
        fixture.downloader.useScriptedTransfers(clockwork, picture: try TestPicture.png()) {
            [order] _ in order.record("transfer")
        }
        fixture.manager.retrieveImage(
            with: failing, options: [.alternativeSources([.network(fixture.url)])],
            downloadTaskUpdated: { [order] task in
                order.record(task?.sessionTask == nil ? "no handle" : "handle")
            },
            completionHandler: outcomes.record)
        #expect(await order.wait(2) == ["handle", "transfer"])
        #expect(await eventually { clockwork.jobCount > 0 })
        clockwork.run(0)
        #expect(try await outcomes.wait()[0].get().pixelWidth == 8)
        #expect(order.values.count == 2)
    }

    @Test(
        "7.8: a downloader that completes inside its method completes nothing before the handle",
        arguments: [false, true])
    func immediateOutcomes(fails: Bool) async {
        let downloader = InlineDownloader(name: "inline")
        let alternatives = [fixture.server.url("/missing"), fixture.url].suffix(fails ? 2 : 1)
        fixture.manager.retrieveImage(
            with: failing,
            options: [
                .downloader(downloader), .alternativeSources(alternatives.map { .network($0) }),
            ],
            downloadTaskUpdated: { [order] _ in order.record("told") },
            completionHandler: { [order, outcomes] outcome in
                order.record("completed")
                outcomes.record(outcome)
            })
        #expect((try? await outcomes.wait()[0].get().source) == .network(fixture.url))
        #expect(order.values == (fails ? ["told", "told", "completed"] : ["told", "completed"]))
        #expect(downloader.urls == Array(alternatives))
    }

    @Test("7.10: cancelling after a success changes nothing")
    func cancelledLate() async throws {
        let task = try #require(
            fixture.manager.retrieveImage(
                with: fixture.url, completionHandler: outcomes.record))
        _ = try await outcomes.wait()[0].get()
        task.cancel()
        // A load that comes after anything that the cancellation could have caused.
        _ = try await fixture.retrieve(fixture.url, [.forceRefresh]).get()
        #expect(outcomes.values.count == 1)
    }

    @Test("8.2: by default completions come on the main queue, wherever the call was made")
    func defaultQueue() async throws {
        fixture.manager.defaultOptions = []
        let places = Recorder<[Bool]>()
        let manager = fixture.manager
        for (url, options) in [
            (fixture.url, [.waitForCache]), (fixture.url, []),
            (fixture.url, [.loadDiskFileSynchronously]),
            (fixture.server.url("/missing"), []),
            (fixture.server.url("/unknown"), [.onlyFromCache]),
        ] as [(URL, KingfisherOptionsInfo)] {
            if options.count == 1, case .loadDiskFileSynchronously = options[0] {
                fixture.cache.clearMemoryCache()
            }
            let count = places.values.count + 1
            DispatchQueue.global().async {
                let isCalledOnMain = MainQueue.isCurrent
                manager.retrieveImage(with: url, options: options) { _ in
                    places.record([isCalledOnMain, MainQueue.isCurrent])
                }
            }
            await places.wait(count)
        }
        #expect(places.values == Array(repeating: [false, true], count: 5))
    }
}
