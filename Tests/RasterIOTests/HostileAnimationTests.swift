import Foundation
import Raster
import RasterIO
import Testing

@Suite("Animations that break the rules", .timeLimit(.minutes(1)))
struct HostileAnimationTests {
    /// Four opaque frames of one colour each, 4×4.
    private static func chunks() throws -> PNGChunkList {
        let frames = try (0..<4).map { index in
            TimedBitmap(
                bitmap: try Bitmap.made(width: 4, height: 4, isOpaque: true) { _, _ in
                    Pixel(red: UInt8(60 * index), green: 9, blue: 200, alpha: 255)
                }, duration: 0.1)
        }
        return PNGChunkList(try ImageEncoder.encode(frames, as: .png, loopCount: 0))
    }

    /// What is left of an animation; the picture itself must decode in any case.
    private func frames(of list: PNGChunkList) throws -> Int {
        let data = list.data()
        let still = try ImageDecoder.decode(data)
        #expect(still.pixel(x: 3, y: 3) == Pixel(red: 0, green: 9, blue: 200, alpha: 255))
        #expect(try ImageDecoder.header(of: data).frameCount >= 1)
        guard let source = try ImageDecoder.animation(in: data) else { return 0 }
        for index in 0..<source.frameCount {
            let frame = try source.frame(at: index, maxPixelSize: nil)
            #expect(frame.pixel(x: 1, y: 1)?.red == UInt8(60 * index))
        }
        return source.frameCount
    }

    @Test("A sound APNG has all of its frames")
    func sound() throws {
        #expect(try frames(of: Self.chunks()) == 4)
    }

    @Test("An APNG ends before a sequence number that comes twice, lacks or leaps")
    func sequenceNumbers() throws {
        // Numbers: 0 and 1 are the controls of frames 0 and 1, 2 the data of frame 1, and so on.
        for (position, number, expected) in [
            (0, UInt32(1), 0), (1, 0, 1), (1, 7, 1), (2, 1, 1), (2, .max, 1), (4, 3, 2), (6, 4, 3),
        ] {
            var list = try Self.chunks()
            list.set(number, at: 0, ofChunk: list.numbered[position])
            #expect(try frames(of: list) == expected, "number \(number) at \(position)")
        }
    }

    @Test("An APNG ends before a chunk that is missing")
    func missingChunks() throws {
        for (position, expected) in [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)] {
            var list = try Self.chunks()
            list.chunks.remove(at: list.numbered[position])
            #expect(try frames(of: list) == expected, "without \(position)")
        }
    }

    @Test("An APNG chunk that stands twice ends the animation")
    func repeatedChunks() throws {
        for (position, expected) in [(1, 1), (2, 2), (3, 2), (4, 3)] {
            var list = try Self.chunks()
            let index = list.numbered[position]
            list.chunks.insert(list.chunks[index], at: index)
            #expect(try frames(of: list) == expected, "twice \(position)")
        }
    }

    @Test("Frame data before any frame control makes a still picture")
    func dataBeforeControl() throws {
        var list = try Self.chunks()
        let data = try #require(list.indices(of: "fdAT").first)
        let control = try #require(list.indices(of: "fcTL").first)
        var chunk = list.chunks[data]
        chunk.body.replaceSubrange(0..<4, with: [0, 0, 0, 0])
        list.chunks.insert(chunk, at: control)
        #expect(try frames(of: list) == 0)
    }

    @Test("A frame that reaches outside of the canvas, or is empty, ends the animation")
    func framesOutside() throws {
        // Width, height, x and y stand at 4, 8, 12 and 16 of a frame control.
        for (offset, value) in [
            (4, UInt32(5)), (4, 0), (8, 5), (8, 0), (12, 1), (16, 1), (4, .max), (12, .max),
            (16, UInt32(Int32.max)), (8, UInt32(Int32.max)),
        ] {
            var list = try Self.chunks()
            let control = list.indices(of: "fcTL")[2]
            list.set(value, at: offset, ofChunk: control)
            #expect(try frames(of: list) == 2, "\(value) at \(offset)")
        }
    }

    @Test("What an APNG says of its number of frames is not believed")
    func frameCount() throws {
        for (count, expected) in [(UInt32.max, 4), (1_000_000, 4), (0, 0)] {
            var list = try Self.chunks()
            list.set(count, at: 0, ofChunk: try #require(list.indices(of: "acTL").first))
            #expect(try frames(of: list) == expected)
        }
    }

    @Test("A frame control that is too short ends the animation")
    func shortControl() throws {
        for length in [0, 3, 4, 8, 25] {
            var list = try Self.chunks()
            let control = list.indices(of: "fcTL")[1]
            list.chunks[control].body = list.chunks[control].body.prefix(length)
            #expect(try frames(of: list) == 1, "\(length) bytes")
        }
    }

    // MARK: GIF

    /// A GIF of frames of one pixel, `frameSize` being what they claim.
    private static func gif(
        canvas: UInt16, frames: Int, frameSize: UInt16 = 1
    ) -> Data {
        func bytes(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
        var gif = Data("GIF89a".utf8)
        gif += bytes(canvas) + bytes(canvas)
        gif += [0x80, 0, 0, 0, 0, 0, 9, 9, 9]
        // Clear code, index 0, end code, at a code size of 2.
        var frame: [UInt8] = [0x2C, 0, 0, 0, 0]
        frame += bytes(frameSize) + bytes(frameSize)
        frame += [0, 2, 2, 0x44, 0x01, 0]
        for _ in 0..<frames { gif += frame }
        gif.append(0x3B)
        return gif
    }

    @Test("A GIF of 100,000 frames is refused with both numbers, and opens when that is allowed")
    func manyFrames() throws {
        let data = Self.gif(canvas: 1, frames: 100_000)
        #expect(throws: ImageDecodingError.tooManyFrames(count: 100_000, limit: 10_000)) {
            try ImageDecoder.animation(in: data)
        }
        // As a still picture it is as good as any.
        #expect(try ImageDecoder.decode(data).width == 1)
        let source = try ImageDecoder.animation(in: data, limits: DecodeLimits(maxFrames: 100_000))
        #expect(try #require(source).frame(at: 99_999, maxPixelSize: nil).width == 1)
    }

    @Test("The pixels of all frames of a GIF count together")
    func pixelsOfAllFrames() throws {
        let data = Self.gif(canvas: 1000, frames: 51)
        #expect(
            throws: ImageDecodingError.tooManyPixels(
                width: 1000, height: 1000, frames: 51, limit: 50_000_000)
        ) { try ImageDecoder.animation(in: data) }
    }

    @Test("Frames of a GIF that are larger than its canvas count with their own pixels")
    func largeFrames() throws {
        // Nine frames of 2000×2000 on a canvas of one pixel.
        let data = Self.gif(canvas: 1, frames: 9, frameSize: 2000)
        let error = #expect(throws: ImageDecodingError.self) {
            try ImageDecoder.animation(in: data, limits: DecodeLimits(maxPixels: 35_999_999))
        }
        guard case .tooManyPixels = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        _ = try ImageDecoder.animation(in: data, limits: DecodeLimits(maxPixels: 36_000_000))
    }
}
