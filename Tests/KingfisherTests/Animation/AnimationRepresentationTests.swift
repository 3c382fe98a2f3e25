import Foundation
import Raster
import RasterIO
import Testing

@testable import Kingfisher

@Suite("What animations are encoded as, and carried over as", .timeLimit(.minutes(1)))
struct AnimationRepresentationTests {
    private typealias Images = KingfisherWrapper<KFCrossPlatformImage>

    /// The three ways in which an animation is made into an image.
    private static let ways = [
        ImageCreatingOptions(), ImageCreatingOptions(preloadAll: true),
        ImageCreatingOptions(onlyFirstFrame: true),
    ]
    private static let delays = [0.04, 0.25, 0.1]

    /// Three frames, red of 80 × index, with a delay each.
    private func animation(_ format: EncodedImageFormat, loopCount: Int = 0) throws -> Data {
        let frames = try Self.delays.enumerated().map { index, delay in
            TimedBitmap(bitmap: try AnimationSample.bitmap(UInt8(80 * index)), duration: delay)
        }
        return try ImageEncoder.encode(
            frames, as: format, loopCount: loopCount, options: .init(lossless: true))
    }

    @Test("REP-2: a GIF comes back as it was, however it was made into an image", arguments: ways)
    func gif(options: ImageCreatingOptions) throws {
        let data = try animation(.gif)
        let image = try #require(Images.image(data: data, options: options))
        #expect(image.kf.gifRepresentation() == data)
        #expect(image.kf.data(format: .GIF) == data)
        #expect(FormatIndicatedCacheSerializer.gif.data(with: image, original: nil) == data)
    }

    @Test(
        "REP-3: the GIF of another animation is one, with all frames, delays and loops",
        arguments: [EncodedImageFormat.png, .webp], ways)
    func encodedGIF(format: EncodedImageFormat, options: ImageCreatingOptions) throws {
        let data = try animation(format, loopCount: 3)
        let image = try #require(Images.image(data: data, options: options))
        for gif in [
            image.kf.gifRepresentation(), image.kf.data(format: .GIF),
            FormatIndicatedCacheSerializer.gif.data(with: image, original: data),
        ] {
            let gif = try #require(gif)
            #expect(gif.kf.imageFormat == .GIF)
            let decoded = try #require(try ImageDecoder.animation(in: gif))
            #expect(decoded.loopCount == 3)
            #expect((0..<decoded.frameCount).map { decoded.duration(at: $0) } == Self.delays)
            let reds = try (0..<3).map {
                try decoded.frame(at: $0, maxPixelSize: nil).pixel(x: 3, y: 3)?.red
            }
            #expect(reds == [0, 80, 160])
        }
        // What was kept stays what came.
        #expect(DefaultCacheSerializer.default.data(with: image, original: data) == data)
    }

    @Test("REP-3: a GIF of frames in a format that nobody knows is made of the frames at hand")
    func ownFormat() throws {
        for options in Self.ways.prefix(2) {
            let source = CountingFrameSource(frameCount: 3, data: Data("my own format".utf8))
            let image = try #require(Images.animatedImage(source: source, options: options))
            let gif = try #require(image.kf.data(format: .GIF))
            let decoded = try #require(try ImageDecoder.animation(in: gif))
            #expect((0..<3).map { decoded.duration(at: $0) } == [0.5, 0.5, 0.5])
            #expect(try decoded.frame(at: 2, maxPixelSize: nil).pixel(x: 0, y: 0)?.red == 2)
            #expect(DefaultCacheSerializer.default.data(with: image, original: nil) == source.data)
        }
        let none = CountingFrameSource(frameCount: 2, data: nil)
        let image = Images.animatedImage(source: none, options: ImageCreatingOptions())
        #expect(image != nil && image?.kf.gifRepresentation() == nil)
    }

    @Test("REP-3: the PNG of an APNG's first frame is a still; the cache keeps the whole file")
    func firstFrameOfAPNG() throws {
        let data = try animation(.png)
        let first = try #require(Images.image(data: data, options: Self.ways[2]))
        let png = try #require(first.kf.data(format: .PNG))
        #expect(png.kf.imageFormat == .PNG)
        #expect(try ImageDecoder.frameCount(of: png) == 1)
        #expect(try ImageDecoder.decode(png) == first.cgImage)
        #expect(FormatIndicatedCacheSerializer.png.data(with: first, original: nil) == data)
        #expect(DefaultCacheSerializer.default.data(with: first, original: nil) == data)
        for options in Self.ways.prefix(2) {
            let image = try #require(Images.image(data: data, options: options))
            #expect(image.kf.data(format: .PNG) == data)
        }
    }

    @Test("ORI-2, regression 2: a turned image that stands for an animation is not normalized away")
    func normalizedAnimation() throws {
        let base = KFCrossPlatformImage(
            cgImage: try AnimationSample.bitmap(9), scale: 1, orientation: .right)
        let source = CountingFrameSource(frameCount: 3)
        let lazy = try #require(
            Images.animatedImage(source: source, options: Self.ways[0], baseImage: base))
        #expect(lazy.kf.normalized === lazy)
        #expect(lazy.kf.normalized.kf.images?.count == 3)
        let held = try #require(
            KFCrossPlatformImage.animatedImage(with: [base, base], duration: 1))
        #expect(held.imageOrientation == .right)
        #expect(held.kf.normalized === held)
    }

    @Test("IMG-6, W22: frames that were decoded at once are copied with the state, and cleared")
    func copiedFrames() throws {
        let data = try animation(.gif)
        let image = try #require(Images.image(data: data, options: Self.ways[1]))
        let target = KFCrossPlatformImage(cgImage: try AnimationSample.bitmap(1))
        image.kf.copyKingfisherState(to: target)
        let frames = try #require(target.kf.images)
        #expect(zip(frames, image.images ?? []).allSatisfy { $0 === $1 } && frames.count == 3)
        #expect(target.kf.duration == image.duration)
        #expect(target.kf.cost == image.kf.cost)
        #expect(target.kf.decoded === target)
        // The class itself does not play what was attached.
        #expect(target.images == nil)
        let second = KFCrossPlatformImage(cgImage: try AnimationSample.bitmap(2))
        target.kf.copyKingfisherState(to: second)
        #expect(second.kf.images?.count == 3)
        KFCrossPlatformImage().kf.copyKingfisherState(to: second)
        #expect(second.kf.images == nil && second.kf.duration == 0)
    }

    @Test("CRE-12: a base image that had frames of another animation offers those of its source")
    func baseImageWithFrames() throws {
        let base = KFCrossPlatformImage(cgImage: try AnimationSample.bitmap(1))
        let other = try #require(Images.image(data: try animation(.gif), options: Self.ways[1]))
        other.kf.copyKingfisherState(to: base)
        let source = CountingFrameSource(frameCount: 5)
        let image = Images.animatedImage(source: source, options: Self.ways[0], baseImage: base)
        #expect(image === base && base.kf.images?.count == 5 && base.kf.duration == 2.5)
    }
}
