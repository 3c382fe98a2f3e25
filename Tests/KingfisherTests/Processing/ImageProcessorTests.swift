import Foundation
import Testing

@testable import Kingfisher

@Suite("Processors in general", .timeLimit(.minutes(1)))
struct ImageProcessorTests {
    private let options = KingfisherParsedOptionsInfo(nil)

    /// Records what it is called with, and fails when told to.
    private struct Probe: ImageProcessor {
        let identifier: String
        let result: RasterImage?
        let called: @Sendable (ImageProcessItem) -> Void

        func process(
            item: ImageProcessItem, options: KingfisherParsedOptionsInfo
        ) -> RasterImage? {
            called(item)
            return result
        }
    }

    @Test("PRC-1: identifiers of a chain are joined from left to right")
    func chainIdentifiers() {
        func probe(_ name: String) -> any ImageProcessor {
            Probe(identifier: name, result: nil) { _ in }
        }
        #expect((probe("a") |> probe("b")).identifier == "a|>b")
        #expect((probe("a") |> probe("b") |> probe("c")).identifier == "a|>b|>c")
        #expect((DefaultImageProcessor.default |> probe("b")).identifier == "|>b")
        #expect(probe("a").append(another: probe("b")).identifier == "a|>b")
    }

    @Test("PRC-2: the second processor gets the image of the first")
    func chainExecution() async throws {
        let first = try TestImages.coordinates(width: 2, height: 2)
        let second = try TestImages.coordinates(width: 3, height: 3)
        await confirmation(expectedCount: 2) { called in
            let chain =
                Probe(identifier: "a", result: first) { item in
                    guard case .data = item else { return }
                    called()
                }
                |> Probe(identifier: "b", result: second) { item in
                    guard case .image(let image) = item, image === first else { return }
                    called()
                }
            #expect(chain.process(item: .data(Data()), options: options) === second)
        }
    }

    @Test("PRC-2: after a failure the second processor is not called")
    func chainFailure() async {
        await confirmation(expectedCount: 0) { called in
            let chain =
                Probe(identifier: "a", result: nil) { _ in }
                |> Probe(identifier: "b", result: RasterImage()) { _ in called() }
            #expect(chain.process(item: .data(Data()), options: options) == nil)
        }
    }

    @Test("PRC-10: processors are equal when their identifiers are")
    func equality() {
        let small: any ImageProcessor = DownsamplingImageProcessor(
            size: CGSize(width: 1, height: 1))
        let same: any ImageProcessor = DownsamplingImageProcessor(size: CGSize(width: 1, height: 1))
        #expect(small == same)
        #expect(small != DownsamplingImageProcessor(size: CGSize(width: 1, height: 2)))
    }

    @Test("DEF-1: the default processor decodes data at the scale of the request")
    func defaultWithData() throws {
        let data = try #require(try TestImages.coordinates(width: 6, height: 4).pngData())
        let options = KingfisherParsedOptionsInfo([.scaleFactor(2)])
        let image = try #require(
            DefaultImageProcessor.default.process(item: .data(data), options: options))
        #expect(image.scale == 2)
        #expect(image.size == CGSize(width: 3, height: 2))
        let text = Data("no image at all".utf8)
        #expect(DefaultImageProcessor.default.process(item: .data(text), options: options) == nil)
    }

    @Test("DEF-1: the default processor keeps an image of the right scale as it is")
    func defaultWithImage() throws {
        let image = try TestImages.coordinates(width: 6, height: 4)
        let processor = DefaultImageProcessor.default
        #expect(processor.process(item: .image(image), options: options) === image)
        let scaled = processor.process(
            item: .image(image), options: KingfisherParsedOptionsInfo([.scaleFactor(2)]))
        #expect(scaled?.scale == 2)
    }

    @Test("PRC-9, DEF-1: the default processor keeps an animation of the right scale as it is")
    func defaultWithAnimation() throws {
        let data = try AnimationSample.gif(frames: 3)
        let processor = DefaultImageProcessor.default
        let lazy = try #require(processor.process(item: .data(data), options: options))
        #expect(lazy.kf.frameSource?.frameCount == 3)
        #expect(processor.process(item: .image(lazy), options: options) === lazy)
        let preloading = KingfisherParsedOptionsInfo([.preloadAllAnimationData])
        let whole = try #require(processor.process(item: .data(data), options: preloading))
        #expect(processor.process(item: .image(whole), options: options) === whole)
        #expect(whole.kf.images?.count == 3)
    }
}
