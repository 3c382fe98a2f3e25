import Foundation
import Raster
import RasterIO
import Testing

@testable import Kingfisher

/// Pictures for the tests of animations.
enum AnimationSample {
    static func bitmap(_ red: UInt8, width: Int = 8, height: Int = 6) throws -> Bitmap {
        try Bitmap(width: width, height: height, isOpaque: true) { buffer, bytesPerRow in
            for y in 0..<height {
                for x in 0..<width {
                    let offset = y * bytesPerRow + x * 4
                    buffer[offset + 2] = red
                    buffer[offset + 3] = 255
                }
            }
        }
    }

    /// A GIF whose frames are red of 10 × index, from 0 again after 25.
    static func gif(frames: Int, duration: TimeInterval = 0.1) throws -> Data {
        let frames = try (0..<frames).map {
            TimedBitmap(bitmap: try bitmap(UInt8(10 * $0 % 250)), duration: duration)
        }
        return try ImageEncoder.encode(frames, as: .gif)
    }
}

/// A source of plain frames that counts how often it is asked.
final class CountingFrameSource: ImageFrameSource {
    let data: Data?
    let frameCount: Int
    let damaged: Set<Int>
    private(set) var decoded = 0

    init(frameCount: Int, damaged: Set<Int> = [], data: Data? = nil) {
        self.frameCount = frameCount
        self.damaged = damaged
        self.data = data
    }

    func frame(at index: Int, maxSize: CGSize?) -> CGImage? {
        decoded += 1
        guard (0..<frameCount).contains(index), !damaged.contains(index) else { return nil }
        return try? AnimationSample.bitmap(UInt8(index))
    }

    func duration(at index: Int) -> TimeInterval { (0..<frameCount).contains(index) ? 0.5 : 0 }
}

@Suite("Animated images", .timeLimit(.minutes(1)))
struct AnimatedImageTests {
    typealias Images = KingfisherWrapper<KFCrossPlatformImage>

    @Test("CRE-4, CRE-8, CRE-9: by default a GIF offers all frames and a frame source")
    func lazy() throws {
        let data = try AnimationSample.gif(frames: 8)
        let image = try #require(Images.image(data: data, options: ImageCreatingOptions()))
        #expect(image.kf.imageFrameCount == 8)
        #expect(image.kf.frameSource?.frameCount == 8)
        #expect(image.kf.imageSource?.frameCount == 8)
        #expect(image.kf.images?.count == 8)
        #expect(abs(image.kf.duration - 0.8) < 0.001)
        #expect(image.images == nil)
        #expect(image.kf.animatedImageData == data)
        #expect(image.kf.gifRepresentation() == data)
        #expect(image.kf.data(format: .GIF) == data)
        #expect(image.kf.images?[3].cgImage?.pixel(x: 1, y: 1)?.red == 30)
    }

    @Test("IMG-5, W20: a list of frames is decoded once, and neither cost nor decoding asks for it")
    func materializedOnce() throws {
        let source = CountingFrameSource(frameCount: 5)
        let image = try #require(
            Images.animatedImage(source: source, options: ImageCreatingOptions()))
        #expect(source.decoded == 1)
        #expect(image.kf.cost == 8 * 6 * 4)
        #expect(image.cacheCost == image.kf.cost)
        #expect(image.kf.decoded === image)
        #expect(image.kf.normalized === image)
        #expect(source.decoded == 1)
        let first = try #require(image.kf.images)
        #expect(source.decoded == 6)
        let second = try #require(image.kf.images)
        #expect(source.decoded == 6)
        #expect(zip(first, second).allSatisfy { $0 === $1 })
    }

    @Test("CRE-8: preloading holds all frames and no source; IMG-5: each frame costs")
    func preloaded() throws {
        let data = try AnimationSample.gif(frames: 8)
        let options = ImageCreatingOptions(preloadAll: true)
        let image = try #require(Images.image(data: data, options: options))
        #expect(image.images?.count == 8)
        #expect(abs(image.duration - 0.8) < 0.001)
        #expect(image.kf.frameSource == nil)
        #expect(image.kf.imageSource == nil)
        #expect(image.kf.imageFrameCount == 8)
        #expect(image.kf.imageCreatingOptions == options)
        #expect(image.kf.cost == 8 * (8 * 6 * 4))
        #expect(image.kf.gifRepresentation() == data)
        #expect(image.kf.cgImage?.pixel(x: 0, y: 0)?.red == 0)
    }

    @Test("IMG-5, regression 17: equal frame instances cost once")
    func sharedFrames() throws {
        let a = KFCrossPlatformImage(cgImage: try AnimationSample.bitmap(1))
        let b = KFCrossPlatformImage(cgImage: try AnimationSample.bitmap(2))
        let image = try #require(
            KFCrossPlatformImage.animatedImage(with: [a, a, b, a, b], duration: 1))
        #expect(image.kf.cost == 2 * a.kf.cost)
        #expect(KFCrossPlatformImage.animatedImage(with: [], duration: 1) == nil)
    }

    @Test("CRE-10: the first frame alone wins over preloading and is a still image")
    func firstFrame() throws {
        let data = try AnimationSample.gif(frames: 8)
        let options = ImageCreatingOptions(scale: 2, preloadAll: true, onlyFirstFrame: true)
        let image = try #require(Images.image(data: data, options: options))
        #expect(image.kf.images == nil)
        #expect(image.kf.frameSource == nil)
        #expect(image.kf.imageFrameCount == 8)
        #expect(image.kf.animatedImageData == data)
        #expect(image.scale == 2)
    }

    @Test(
        "CRE-5, IMG-5, regression 1: a GIF of one frame is an animation that never ends, and costs one",
        arguments: [true, false])
    func singleFrame(preloadAll: Bool) throws {
        let data = try AnimationSample.gif(frames: 1)
        let options = ImageCreatingOptions(preloadAll: preloadAll)
        let image = try #require(Images.image(data: data, options: options))
        #expect(image.kf.imageFrameCount == 1)
        #expect(image.kf.images?.count == 1)
        #expect(image.kf.duration == .infinity)
        // One frame, decoded or not.
        #expect(image.kf.cost == 8 * 6 * 4)
    }

    @Test("CRE-6: the scale of the options is that of the image and its frames")
    func scale() throws {
        let data = try AnimationSample.gif(frames: 2)
        let image = try #require(Images.image(data: data, options: ImageCreatingOptions(scale: 2)))
        #expect(image.scale == 2)
        #expect(image.size == CGSize(width: 4, height: 3))
        #expect(image.kf.images?.allSatisfy { $0.scale == 2 } == true)
    }

    @Test("CRE-3, CRE-8: a duration above zero wins over that of the frames")
    func duration() throws {
        let source = CountingFrameSource(frameCount: 4)
        for preloadAll in [true, false] {
            let own = ImageCreatingOptions(preloadAll: preloadAll)
            #expect(Images.animatedImage(source: source, options: own)?.kf.duration == 2)
            let given = ImageCreatingOptions(duration: 7, preloadAll: preloadAll)
            #expect(Images.animatedImage(source: source, options: given)?.kf.duration == 7)
        }
    }

    @Test("CRE-11: an animation without a first frame is no image")
    func noFrames() throws {
        let first = CountingFrameSource(frameCount: 3, damaged: [0])
        #expect(Images.animatedImage(source: first, options: ImageCreatingOptions()) == nil)
        let none = CountingFrameSource(frameCount: 0)
        for options in [
            ImageCreatingOptions(), ImageCreatingOptions(preloadAll: true),
            ImageCreatingOptions(onlyFirstFrame: true),
        ] { #expect(Images.animatedImage(source: none, options: options) == nil) }
    }

    @Test("CRE-12: a base image gets the state and comes back itself")
    func baseImage() throws {
        let base = KFCrossPlatformImage(cgImage: try AnimationSample.bitmap(9))
        let source = CountingFrameSource(frameCount: 3, data: Data([1, 2, 3]))
        let image = Images.animatedImage(
            source: source, options: ImageCreatingOptions(), baseImage: base)
        #expect(image === base)
        #expect(source.decoded == 0)
        #expect(base.kf.imageFrameCount == 3)
        #expect(base.kf.frameSource is CountingFrameSource)
        #expect(base.kf.imageSource == nil)
        #expect(base.kf.animatedImageData == Data([1, 2, 3]))
    }

    @Test("CRE-4, CRE-15: bytes that are no image give none")
    func noImage() throws {
        for data in [Data("hello".utf8), Data(), Data("GIF89a".utf8)] {
            #expect(Images.image(data: data, options: ImageCreatingOptions()) == nil)
            #expect(Images.animatedImage(data: data, options: ImageCreatingOptions()) == nil)
        }
    }

    @Test("CRE-15: a GIF cut anywhere gives an image or nil", arguments: [true, false])
    func truncated(preloadAll: Bool) throws {
        let data = try AnimationSample.gif(frames: 3)
        for length in stride(from: 0, to: data.count, by: 7) {
            let image = Images.image(
                data: data.prefix(length), options: ImageCreatingOptions(preloadAll: preloadAll))
            if let image { #expect((1...3).contains(image.kf.imageFrameCount ?? 0)) }
        }
    }

    @Test("IMG-7: still pictures have no animated state")
    func stillPictures() throws {
        let picture = KFCrossPlatformImage(cgImage: try AnimationSample.bitmap(7))
        for data in [
            picture.kf.pngRepresentation(), picture.kf.jpegRepresentation(compressionQuality: 1),
        ] {
            let encoded = try #require(data)
            let image = try #require(Images.image(data: encoded, options: ImageCreatingOptions()))
            #expect(image.kf.imageFrameCount == nil)
            #expect(image.kf.frameSource == nil)
            #expect(image.kf.images == nil)
            #expect(image.kf.animatedImageData == nil)
            #expect(image.kf.imageCreatingOptions == nil)
            #expect(image.kf.gifRepresentation() == nil)
        }
    }

    @Test("CRE-7: a still picture can be asked for as an animation of one frame")
    func stillAsAnimation() throws {
        let picture = KFCrossPlatformImage(cgImage: try AnimationSample.bitmap(7))
        let data = try #require(picture.kf.pngRepresentation())
        let image = try #require(Images.animatedImage(data: data, options: ImageCreatingOptions()))
        #expect(image.kf.imageFrameCount == 1)
        #expect(image.kf.images?.count == 1)
    }

    @Test("IMG-6: copying state makes another instance stand for the animation, and clears it")
    func copyState() throws {
        let data = try AnimationSample.gif(frames: 3)
        let animated = try #require(Images.image(data: data, options: ImageCreatingOptions()))
        let wrapped = KFCrossPlatformImage(cgImage: try #require(animated.cgImage))
        animated.kf.copyKingfisherState(to: wrapped)
        #expect(wrapped.kf.gifRepresentation() == data)
        #expect(wrapped.kf.imageFrameCount == 3)
        #expect(wrapped.kf.frameSource != nil)
        #expect(wrapped.kf.imageCreatingOptions == ImageCreatingOptions())
        KFCrossPlatformImage(cgImage: try AnimationSample.bitmap(0)).kf.copyKingfisherState(
            to: wrapped)
        #expect(wrapped.kf.gifRepresentation() == nil)
        #expect(wrapped.kf.imageFrameCount == nil)
        #expect(wrapped.kf.frameSource == nil)
        #expect(wrapped.kf.images == nil)
    }

    @Test("CAN-8, PRC-8: another scale drops the animation")
    func rescaled() throws {
        let data = try AnimationSample.gif(frames: 3)
        let animated = try #require(Images.image(data: data, options: ImageCreatingOptions()))
        let preloaded = try #require(
            Images.image(data: data, options: ImageCreatingOptions(preloadAll: true)))
        for image in [animated, preloaded] {
            let scaled = image.kf.scaled(to: 3)
            #expect(scaled.scale == 3 && scaled.cgImage === image.cgImage)
            #expect(scaled.kf.images == nil && scaled.kf.imageFrameCount == nil)
            #expect(scaled.kf.frameSource == nil && scaled.kf.animatedImageData == nil)
        }
    }
}
