import Foundation
import Raster
import RasterIO
import Testing

@Suite("Encoding animations", .timeLimit(.minutes(1)))
struct AnimationEncodingTests {
    /// Frames with a square of another colour that moves; few colours, so that GIF is exact.
    static func frames(count: Int, isOpaque: Bool) throws -> [TimedBitmap] {
        try (0..<count).map { index in
            let bitmap = try Bitmap.made(width: 40, height: 30, isOpaque: isOpaque) { x, y in
                let isInside = (4 * index..<4 * index + 10).contains(x) && (5..<15).contains(y)
                if isInside { return Pixel(red: 250, green: 20, blue: UInt8(index), alpha: 255) }
                return isOpaque
                    ? Pixel(red: 10, green: UInt8(y), blue: 200, alpha: 255)
                    : Pixel(red: 0, green: 0, blue: 0, alpha: 0)
            }
            return TimedBitmap(bitmap: bitmap, duration: Double(index + 1) * 0.05)
        }
    }

    static let formats = ImageCodecRegistry.codecs.filter(\.canEncodeAnimations).map(\.format)

    @Test(
        "An animation gives back frames, times and repetitions",
        arguments: formats, [true, false])
    func roundTrip(_ format: EncodedImageFormat, isOpaque: Bool) throws {
        let frames = try Self.frames(count: 6, isOpaque: isOpaque)
        let data = try ImageEncoder.encode(
            frames, as: format, loopCount: 3, options: ImageEncodingOptions(lossless: true))
        let source = try #require(try ImageDecoder.animation(in: data))
        #expect(source.frameCount == 6)
        #expect(source.loopCount == 3)
        for (index, frame) in frames.enumerated() {
            let duration = try #require(source.duration(at: index))
            #expect(abs(duration - frame.duration) < 0.0001)
            #expect(
                try source.frame(at: index, maxPixelSize: nil) == frame.bitmap, "frame \(index)")
        }
    }

    @Test("Repetitions survive", arguments: [0, 1, 2, 65_535])
    func loops(_ count: Int) throws {
        let frames = try Self.frames(count: 2, isOpaque: true)
        let data = try ImageEncoder.encode(frames, as: .gif, loopCount: count)
        #expect(try ImageDecoder.animation(in: data)?.loopCount == count)
    }

    @Test("Only the part of an opaque GIF that changed is written")
    func smallDifferences() throws {
        let picture = try Bitmap.smooth(width: 64, height: 64)
        let still = TimedBitmap(bitmap: picture, duration: 0.1)
        let one = try ImageEncoder.encode([still], as: .gif)
        let many = try ImageEncoder.encode(Array(repeating: still, count: 4), as: .gif)
        // Each further frame is one pixel: its palette outweighs it.
        #expect(many.count < one.count + 3 * 900)
        let source = try #require(try ImageDecoder.animation(in: many))
        let first = try source.frame(at: 0, maxPixelSize: nil)
        let last = try source.frame(at: 3, maxPixelSize: nil)
        #expect(try #require(first.difference(from: last)) <= 60)
    }

    @Test("A GIF of many colours stays close to the picture on average")
    func quantized() throws {
        let picture = try Bitmap.smooth(width: 64, height: 64)
        let decoded = try ImageDecoder.decode(try ImageEncoder.encode(picture, as: .gif))
        var total = 0
        for y in 0..<64 {
            for x in 0..<64 {
                let before = try #require(picture.pixel(x: x, y: y))
                let after = try #require(decoded.pixel(x: x, y: y))
                total +=
                    abs(Int(before.red) - Int(after.red))
                    + abs(Int(before.green) - Int(after.green))
            }
        }
        #expect(total / (2 * 64 * 64) <= 8)
    }

    @Test("No frames, frames of two sizes and formats without animation are typed errors")
    func errors() throws {
        #expect(throws: ImageEncodingError.noPixels) { try ImageEncoder.encode([], as: .gif) }
        let frames = [
            TimedBitmap(bitmap: try Bitmap.smooth(width: 4, height: 4), duration: 1),
            TimedBitmap(bitmap: try Bitmap.smooth(width: 5, height: 4), duration: 1),
        ]
        #expect(throws: ImageEncodingError.self) { try ImageEncoder.encode(frames, as: .gif) }
        #expect(throws: ImageEncodingError.noEncoder(format: .jpeg)) {
            try ImageEncoder.encode(frames, as: .jpeg)
        }
    }

    @Test("Times that are no times count as none", arguments: [-1, Double.nan, -Double.infinity])
    func absurdTimes(_ seconds: Double) throws {
        let bitmap = try Bitmap.smooth(width: 4, height: 4)
        let data = try ImageEncoder.encode(
            [TimedBitmap(bitmap: bitmap, duration: seconds)], as: .gif)
        #expect(try ImageDecoder.animation(in: data)?.duration(at: 0) == 0)
    }
}
