import Foundation
import Raster
import RasterIO
import Testing

@testable import Kingfisher

@Suite("Parts of animations, and what they are stored as", .timeLimit(.minutes(1)))
struct AnimationPartsTests {
    typealias Images = KingfisherWrapper<KFCrossPlatformImage>

    private static let frames = 4

    private func data(_ format: EncodedImageFormat) throws -> Data {
        let frames = try (0..<Self.frames).map {
            TimedBitmap(bitmap: try AnimationSample.bitmap(UInt8(10 * $0)), duration: 0.1)
        }
        return try ImageEncoder.encode(frames, as: format)
    }

    @Test(
        "CRE-10: where only the first frame is wanted, only that counts for the limits",
        arguments: [EncodedImageFormat.gif, .png, .webp])
    func limitsOfFirstFrame(format: EncodedImageFormat) throws {
        let data = try data(format)
        // Enough for one frame of 8 × 6 pixels, not for four.
        var options = ImageCreatingOptions(onlyFirstFrame: true)
        options.decodeLimits = DecodeLimits(maxPixels: 1_000, maxFrames: 3)
        let image = try #require(Images.image(data: data, options: options))
        #expect(image.kf.imageFrameCount == Self.frames)
        #expect(image.kf.images == nil && image.kf.frameSource == nil)
        #expect(DefaultCacheSerializer.default.data(with: image, original: data) == data)
        options.onlyFirstFrame = false
        #expect(Images.image(data: data, options: options) == nil)
    }

    @Test(
        "REP-7, regression 23: without its data an animation is stored as the animation it was",
        arguments: [EncodedImageFormat.gif, .png, .webp],
        [
            ImageCreatingOptions(), ImageCreatingOptions(preloadAll: true),
            ImageCreatingOptions(onlyFirstFrame: true),
        ])
    func storedWithoutOriginal(format: EncodedImageFormat, options: ImageCreatingOptions) throws {
        let data = try data(format)
        let image = try #require(Images.image(data: data, options: options))
        #expect(DefaultCacheSerializer.default.data(with: image, original: nil) == data)
        #expect(DefaultCacheSerializer.default.data(with: image, original: data) == data)
    }

    @Test("REP-3: a format without a name is PNG, also for an animated WebP")
    func unknownFormat() throws {
        let image = try #require(
            Images.image(data: try data(.webp), options: ImageCreatingOptions()))
        #expect(image.kf.data(format: .unknown)?.kf.imageFormat == .PNG)
    }

    @Test("W14: an animation with a damaged frame ends before it")
    func damagedFrame() throws {
        for preloadAll in [true, false] {
            let source = CountingFrameSource(frameCount: 4, damaged: [2])
            let options = ImageCreatingOptions(preloadAll: preloadAll)
            let image = try #require(Images.animatedImage(source: source, options: options))
            #expect(image.kf.images?.count == 2)
            #expect(image.kf.imageFrameCount == 4)
            #expect(image.kf.images?.count == 2)
            #expect(source.decoded <= 4)
        }
    }

    @Test("W14: frames that are decoded at once keep their own delays, also in a copy")
    func ownDelays() throws {
        let delays = [0.04, 0.08, 0.12]
        let frames = try delays.enumerated().map { index, delay in
            TimedBitmap(bitmap: try AnimationSample.bitmap(UInt8(index)), duration: delay)
        }
        let gif = try ImageEncoder.encode(frames, as: .gif)
        let preloading = ImageCreatingOptions(preloadAll: true)
        let image = try #require(Images.animatedImage(data: gif, options: preloading))
        #expect(image.kf.preloadedDurations == delays)
        let copy = KFCrossPlatformImage(cgImage: try AnimationSample.bitmap(0))
        #expect(copy.kf.preloadedDurations == nil)
        image.kf.copyKingfisherState(to: copy)
        #expect(copy.kf.preloadedDurations == delays)

        let stretched = Images.animatedImage(
            data: gif, options: ImageCreatingOptions(duration: 6, preloadAll: true))
        #expect(stretched?.kf.preloadedDurations == [2, 2, 2])
        let lazy = Images.animatedImage(data: gif, options: ImageCreatingOptions())
        #expect(lazy?.kf.preloadedDurations == nil)
    }

    @Test("CRE-11: without a first frame there is no image, and nobody decodes for it twice")
    func noFirstFrame() throws {
        let source = CountingFrameSource(frameCount: 3, damaged: [0])
        let preloading = ImageCreatingOptions(preloadAll: true)
        #expect(Images.animatedImage(source: source, options: preloading) == nil)
        let base = KFCrossPlatformImage(cgImage: try AnimationSample.bitmap(9))
        let lazy = Images.animatedImage(
            source: source, options: ImageCreatingOptions(), baseImage: base)
        let before = source.decoded
        #expect(lazy?.kf.images == nil)
        #expect(lazy?.kf.images == nil)
        #expect(source.decoded == before + 1)
    }

    @Test("DEC-2, DEC-4: the first frame of an animation is decoded at another scale")
    func decodedFirstFrame() throws {
        let data = try data(.gif)
        let image = try #require(
            Images.image(data: data, options: ImageCreatingOptions(onlyFirstFrame: true)))
        let decoded = image.kf.decoded(scale: 2)
        #expect(decoded.scale == 2 && decoded.kf.imageFrameCount == Self.frames)
        #expect(DefaultCacheSerializer.default.data(with: decoded, original: nil) == data)
    }
}
