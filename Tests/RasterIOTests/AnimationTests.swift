import Foundation
import Raster
import RasterIO
import TestTools
import Testing

@Suite("Frames of animations", .timeLimit(.minutes(1)))
struct AnimationTests {
    static let animated = Fixture.all.filter { $0.frames != nil }

    static func source(_ fixture: Fixture) throws -> any AnimatedImageSource {
        try #require(try ImageDecoder.animation(in: try fixture.data()))
    }

    @Test("GIF-5: frames are whole canvases with disposal resolved, in order", arguments: animated)
    func inOrder(_ fixture: Fixture) throws {
        let source = try Self.source(fixture)
        #expect(source.frameCount == fixture.frames?.count)
        #expect(source.width == fixture.width && source.height == fixture.height)
        for index in 0..<source.frameCount {
            let bitmap = try source.frame(at: index, maxPixelSize: nil)
            let difference = fixture.difference(from: bitmap, frame: index)
            #expect(try #require(difference) <= fixture.tolerance, "frame \(index)")
        }
    }

    @Test("Frames come out the same in any order", arguments: animated)
    func anyOrder(_ fixture: Fixture) throws {
        let source = try Self.source(fixture)
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<60 {
            let index = Int.random(in: 0..<source.frameCount, using: &generator)
            let bitmap = try source.frame(at: index, maxPixelSize: nil)
            let difference = fixture.difference(from: bitmap, frame: index)
            #expect(try #require(difference) <= fixture.tolerance, "frame \(index)")
        }
    }

    @Test("Regressions 12 and 20: threads may ask one source at once", arguments: animated)
    func concurrently(_ fixture: Fixture) async throws {
        let source = try Self.source(fixture)
        let wrong = await withTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    (0..<40).count { round in
                        let index = (round * (task + 1)) % source.frameCount
                        let bitmap = try? source.frame(at: index, maxPixelSize: nil)
                        let difference = bitmap.flatMap {
                            fixture.difference(from: $0, frame: index)
                        }
                        return difference ?? 255 > fixture.tolerance
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }

    @Test("Times and repetitions are those of the file", arguments: animated)
    func timing(_ fixture: Fixture) throws {
        let source = try Self.source(fixture)
        #expect(source.loopCount == fixture.loops)
        let durations = (0..<source.frameCount).map { source.duration(at: $0) }
        #expect(durations == fixture.durations)
        #expect(source.duration(at: -1) == nil)
        #expect(source.duration(at: source.frameCount) == nil)
    }

    @Test("A frame that is not there is a typed error", arguments: [-1, 6, Int.max])
    func outOfRange(_ index: Int) throws {
        let fixture = try #require(Fixture.named("gif-disposal").first)
        let source = try Self.source(fixture)
        #expect(throws: ImageDecodingError.noSuchFrame(index: index, count: 6)) {
            try source.frame(at: index, maxPixelSize: nil)
        }
    }

    @Test("Frames are reduced on request", arguments: animated)
    func reduced(_ fixture: Fixture) throws {
        let source = try Self.source(fixture)
        let bitmap = try source.frame(at: 1, maxPixelSize: 4)
        #expect(max(bitmap.width, bitmap.height) == 4)
    }

    @Test("All frames count towards the pixel limit of an animation, one for a still")
    func limits() throws {
        let fixture = try #require(Fixture.named("gif-disposal").first)
        let data = try fixture.data()
        let limits = DecodeLimits(maxPixels: 12 * 9 * 6 - 1)
        #expect(
            throws: ImageDecodingError.tooManyPixels(
                width: 12, height: 9, frames: 6, limit: limits.maxPixels)
        ) { try ImageDecoder.animation(in: data, limits: limits) }
        _ = try ImageDecoder.decode(data, limits: limits)
        #expect(throws: ImageDecodingError.tooManyFrames(count: 6, limit: 5)) {
            try ImageDecoder.animation(in: data, limits: DecodeLimits(maxFrames: 5))
        }
    }

    @Test("Regression 12: a GIF of a hundred thousand frames is refused by their number")
    func manyFrames() throws {
        let data = try Fixture.data("gif-87a.gif")
        // Screen and colours, then the frame from its separator to before the trailer.
        let start = data.startIndex + 13 + 24
        var bomb = data[..<start]
        for _ in 0..<100_000 { bomb += data[start..<data.endIndex - 1] }
        #expect(throws: ImageDecodingError.tooManyFrames(count: 100_000, limit: 10_000)) {
            try ImageDecoder.animation(in: bomb, limits: DecodeLimits(maxPixels: .max))
        }
    }

    @Test("A GIF cut between frames keeps the whole ones")
    func cutAnimation() throws {
        let fixture = try #require(Fixture.named("gif-disposal").first)
        let data = try fixture.data()
        var counts: Set<Int> = []
        for length in 0..<data.count {
            guard let source = try? ImageDecoder.animation(in: data.prefix(length)) else {
                continue
            }
            counts.insert(source.frameCount)
            for index in 1..<max(1, source.frameCount) {
                let bitmap = try source.frame(at: index, maxPixelSize: nil)
                #expect(fixture.difference(from: bitmap, frame: index) == 0)
            }
        }
        #expect(counts == [1, 2, 3, 4, 5, 6])
    }

    @Test("An index without a colour is black where nothing is transparent, else transparent")
    func missingColor() throws {
        let screen = Data("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 255, 0]
        let control: [UInt8] = [0x21, 0xF9, 4, 1, 0, 0, 1, 0]
        // Codes of four bits: clear, index 5, end.
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 3, 2, 0x58, 0x09, 0, 0x3B]
        let opaque = try ImageDecoder.decode(screen + frame)
        #expect(opaque.isOpaque)
        #expect(opaque.pixel(x: 0, y: 0) == Pixel(red: 0, green: 0, blue: 0, alpha: 255))
        let clear = try ImageDecoder.decode(screen + control + frame)
        #expect(!clear.isOpaque)
        #expect(clear.pixel(x: 0, y: 0) == Pixel(red: 0, green: 0, blue: 0, alpha: 0))
    }

    @Test("A frame that was handed out does not change when the next ones are drawn")
    func framesStay() throws {
        for fixture in Self.animated {
            let source = try Self.source(fixture)
            let bitmaps = try (0..<source.frameCount).map {
                try source.frame(at: $0, maxPixelSize: nil)
            }
            for (index, bitmap) in bitmaps.enumerated() {
                let difference = try #require(fixture.difference(from: bitmap, frame: index))
                #expect(difference <= fixture.tolerance, "\(fixture.name), frame \(index)")
            }
            let last = source.frameCount - 1
            #expect(try source.frame(at: last, maxPixelSize: nil) == bitmaps[last])
        }
    }
}
