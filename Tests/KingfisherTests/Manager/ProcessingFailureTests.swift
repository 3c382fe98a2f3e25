import Foundation
import Locking
import LoopbackHTTP
import RasterIO
import Testing

@testable import Kingfisher

@Suite("KingfisherManager and what its processors give", .timeLimit(.minutes(1)))
struct ProcessingFailureTests {
    /// Decodes like the default one, counts what it is asked for, and gives nothing when told to.
    private final class Probe: ImageProcessor {
        let identifier = "test.probe"
        private let state = Locked((dataRuns: 0, imageRuns: 0, fails: false))

        var dataRuns: Int { state.withLock(\.dataRuns) }
        var imageRuns: Int { state.withLock(\.imageRuns) }

        func fail() { state.withLock { $0.fails = true } }

        func process(
            item: ImageProcessItem, options: KingfisherParsedOptionsInfo
        ) -> KFCrossPlatformImage? {
            let fails = state.withLock { state in
                if case .data = item { state.dataRuns += 1 } else { state.imageRuns += 1 }
                return state.fails
            }
            return fails ? nil : DefaultImageProcessor.default.process(item: item, options: options)
        }
    }

    private func expectFailure(
        _ result: Result<RetrieveImageResult, KingfisherError>, of data: Data,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard
            case .processorError(reason: .processingFailed(let processor, .data(let item))) =
                result.failure
        else {
            Issue.record("\(result)", sourceLocation: sourceLocation)
            return
        }
        #expect(processor.identifier == "test.probe", sourceLocation: sourceLocation)
        #expect(item == data, sourceLocation: sourceLocation)
    }

    @Test("PRC-4: a processor that gives nothing is named with its data, and nothing is cached")
    func nothingCached() async throws {
        let png = try TestPicture.png()
        let fixture = try ManagerFixture(routes: ["/a.png": .data(png)])
        let probe = Probe()
        probe.fail()
        expectFailure(await fixture.retrieve(fixture.url, [.processor(probe)]), of: png)
        let key = fixture.url.cacheKey
        #expect(!fixture.cache.isCached(forKey: key))
        #expect(!fixture.cache.isCached(forKey: key, processorIdentifier: probe.identifier))
        #expect(probe.dataRuns == 1)
    }

    @Test("CRE-14: an animation is rebuilt from its data by the processor of the request")
    func rebuilt() async throws {
        let gif = try AnimationSample.gif(frames: 3)
        let fixture = try ManagerFixture(routes: ["/a.gif": .data(gif, type: "image/gif")])
        let (url, probe) = (fixture.server.url("/a.gif"), Probe())
        let first = try await fixture.retrieve(
            url, [.processor(probe), .onlyLoadFirstFrame]
        ).get()
        #expect(first.image.kf.images == nil && probe.dataRuns == 1)
        let whole = try await fixture.retrieve(
            url, [.processor(probe), .preloadAllAnimationData]
        ).get()
        #expect(whole.cacheType == .memory && whole.image.kf.images?.count == 3)
        #expect(probe.dataRuns == 2 && probe.imageRuns == 0)

        probe.fail()
        expectFailure(await fixture.retrieve(url, [.processor(probe), .scaleFactor(2)]), of: gif)
        #expect(probe.dataRuns == 3 && fixture.server.requestCount == 1)
    }

    @Test("CRE-14: a GIF of one frame is not rebuilt, whatever the options")
    func singleFrame() async throws {
        let gif = try AnimationSample.gif(frames: 1)
        let fixture = try ManagerFixture(routes: ["/a.gif": .data(gif, type: "image/gif")])
        let (url, probe) = (fixture.server.url("/a.gif"), Probe())
        let first = try await fixture.retrieve(url, [.processor(probe)]).get()
        #expect(first.image.kf.imageFrameCount == 1)
        let again = try await fixture.retrieve(
            url, [.processor(probe), .preloadAllAnimationData]
        ).get()
        #expect(again.cacheType == .memory && again.image === first.image)
        #expect(probe.dataRuns == 1 && probe.imageRuns == 0)
    }
}
