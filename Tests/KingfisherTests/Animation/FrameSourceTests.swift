import Foundation
import Raster
import RasterIO
import Testing

@testable import Kingfisher

@Suite("Frame sources and frame times", .timeLimit(.minutes(1)))
struct FrameSourceTests {
    @Test(
        "GIF-1: the time of a frame from its properties",
        arguments: [
            ([:], 0.1), (["UnclampedDelayTime": 0.05, "DelayTime": 0.1], 0.05),
            (["UnclampedDelayTime": 0, "DelayTime": 0.2], 0.1), (["DelayTime": 0.01], 0.1),
            (["DelayTime": 0.02], 0.02), (["DelayTime": 0.011], 0.1), (["DelayTime": 5], 5),
        ] as [([String: Double], Double)])
    func properties(_ properties: [String: Double], _ seconds: Double) {
        #expect(GIFAnimatedImage.getFrameDuration(from: properties) == seconds)
        #expect(GIFAnimatedImage.getFrameDuration(from: nil) == 0.1)
    }

    @Test("GIF-1: whole numbers, and numbers in an object, are times like others")
    func kindsOfNumbers() {
        let values: [(Any, TimeInterval)] = [
            (2 as Int, 2), (0 as Int, 0.1), (NSNumber(value: 0.05), 0.05), (NSNumber(value: 3), 3),
            (Float(0.5), 0.5), (UInt8(1), 1), ("0.5", 0.1), (Double.nan, 0.1),
            (Double.infinity, 0.1), (-1.0, 0.1),
        ]
        for key in ["UnclampedDelayTime", "DelayTime"] {
            for (value, seconds) in values {
                #expect(
                    GIFAnimatedImage.getFrameDuration(from: [key: value]) == seconds,
                    "\(type(of: value)) \(value)")
            }
        }
    }

    @Test("GIF-3: a still picture has the default time, other animations that of their frames")
    func otherContainers() throws {
        let frames = try [0.04, 0.25].map {
            TimedBitmap(bitmap: try AnimationSample.bitmap(UInt8(400 * $0)), duration: $0)
        }
        let png = try ImageEncoder.encode(frames[0].bitmap, as: .png)
        let still = try #require(CGImageSourceCreateWithData(png, nil))
        #expect(GIFAnimatedImage.getFrameDuration(from: still, at: 0) == 0.1)
        #expect(GIFAnimatedImage.getFrameDuration(from: still, at: 1) == 0)
        for format in [EncodedImageFormat.png, .webp] {
            let data = try ImageEncoder.encode(frames, as: format)
            let source = try #require(CGImageSourceCreateWithData(data, nil))
            #expect(GIFAnimatedImage.getFrameDuration(from: source, at: 0) == 0.04)
            #expect(GIFAnimatedImage.getFrameDuration(from: source, at: 1) == 0.25)
        }
    }

    @Test("GIF-2: 0 and 1 hundredths are a tenth of a second, 2 and more are exact")
    func hundredths() throws {
        for (hundredths, seconds) in [(0, 0.1), (1, 0.1), (2, 0.02), (3, 0.03), (500, 5)] {
            let data = try AnimationSample.gif(frames: 2, duration: Double(hundredths) / 100)
            let source = try #require(CGImageSourceCreateWithData(data, nil))
            #expect(GIFAnimatedImage.getFrameDuration(from: source, at: 1) == seconds)
        }
    }

    @Test(
        "GIF-3, FSC-1: an index out of range has no time and no frame", arguments: [-1, 2, Int.max])
    func outOfRange(_ index: Int) throws {
        let source = try #require(CGImageFrameSource(data: try AnimationSample.gif(frames: 2)))
        #expect(source.duration(at: index) == 0)
        #expect(source.frame(at: index) == nil)
        #expect(GIFAnimatedImage.getFrameDuration(from: source.imageSource, at: index) == 0)
    }

    @Test("GIF-4: frames in order at the scale of the options")
    func collected() throws {
        let source = CountingFrameSource(frameCount: 3)
        let all = try #require(
            GIFAnimatedImage(from: source, options: ImageCreatingOptions(scale: 2)))
        #expect(all.images.map { $0.cgImage?.pixel(x: 0, y: 0)?.red } == [0, 1, 2])
        #expect(all.images.allSatisfy { $0.scale == 2 && $0.imageOrientation == .up })
        #expect(all.duration == 1.5)
        let first = GIFAnimatedImage(
            from: source, options: ImageCreatingOptions(onlyFirstFrame: true))
        #expect(first?.images.count == 1)
        #expect(first?.duration == 0)
        let single = CountingFrameSource(frameCount: 1)
        #expect(GIFAnimatedImage(from: single, options: .init())?.duration == .infinity)
    }

    @Test("FSC-3: a frame does not exceed the size asked for; no size is no limit")
    func maxSize() throws {
        let source = try #require(CGImageFrameSource(data: try AnimationSample.gif(frames: 2)))
        #expect(source.frame(at: 1, maxSize: CGSize(width: 4, height: 4))?.width == 4)
        #expect(source.frame(at: 1, maxSize: CGSize(width: 4, height: 4))?.height == 3)
        for size in [
            nil, CGSize.zero, CGSize(width: -1, height: -1), CGSize(width: CGFloat.nan, height: 0),
            CGSize(width: CGFloat.infinity, height: 9),
        ] as [CGSize?] {
            #expect(source.frame(at: 1, maxSize: size)?.width == 8)
        }
    }

    @Test("FSC-2, regression 20: copies decode independently")
    func copies() throws {
        let data = try AnimationSample.gif(frames: 3)
        let source = try #require(CGImageFrameSource(data: data))
        let copy = source.copy()
        #expect(copy.imageSource !== source.imageSource)
        #expect(copy.frame(at: 2) == source.frame(at: 2))
        let shared = CGImageFrameSource(data: nil, imageSource: source.imageSource)
        #expect(shared.copy().imageSource === source.imageSource)
        let custom = CountingFrameSource(frameCount: 1)
        #expect(custom.copy() === custom)
    }
}
