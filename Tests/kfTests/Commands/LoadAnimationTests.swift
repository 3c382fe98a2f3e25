import Foundation
import Kingfisher
import LoopbackHTTP
import Testing

@Suite("kf load and animations", .timeLimit(.minutes(2)))
struct LoadAnimationTests {
    /// Three frames of one colour, 40, 80 and 120 ms, played twice.
    private static func animation(_ format: EncodedImageFormat) throws -> Data {
        let frames = try (0..<3).map { index in
            let bitmap = try Bitmap(width: 12, height: 8, isOpaque: true) { bytes, bytesPerRow in
                for offset in stride(from: 0, to: 8 * bytesPerRow, by: 4) {
                    bytes[offset] = UInt8(100 * index)
                    bytes[offset + 3] = 255
                }
            }
            return TimedBitmap(bitmap: bitmap, duration: 0.04 * Double(index + 1))
        }
        return try ImageEncoder.encode(
            frames, as: format, loopCount: 2,
            options: ImageEncodingOptions(quality: 1, lossless: true))
    }

    private static let holders = [EncodedImageFormat.gif, .png, .webp].filter {
        ImageCodecRegistry.encoder(for: $0) != nil
    }

    @Test("An animation stays one in every format that holds animations", arguments: holders)
    func kept(_ source: EncodedImageFormat) async throws {
        let scene = try Scene()
        let data = try Self.animation(source)
        try data.write(to: URL(fileURLWithPath: scene.path("in.dat")))
        for target in Self.holders {
            let outcome = try await scene.tool.run(
                ["load", "in.dat", "--format", target.name, "--quality", "1", "-o", "out"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            let written = try Data(contentsOf: URL(fileURLWithPath: scene.path("out")))
            if target == source { #expect(written == data) }
            let animation = try #require(try ImageDecoder.animation(in: written))
            #expect(animation.frameCount == 3)
            #expect(animation.loopCount == 2)
            for index in 0..<3 {
                let duration = try #require(animation.duration(at: index))
                #expect(abs(duration - 0.04 * Double(index + 1)) < 0.001)
                let pixel = try animation.frame(at: index, maxPixelSize: nil).pixel(x: 5, y: 5)
                #expect(abs(Int(try #require(pixel).blue) - 100 * index) <= 3)
            }
        }
    }

    @Test("From the cache, from disk or offline, it is still an animation")
    func cached() async throws {
        let scene = try Scene()
        let data = try Self.animation(.gif)
        let server = try LoopbackServer(routes: ["/a.gif": .data(data, type: "image/gif")])
        let url = server.url("/a.gif").absoluteString
        for options in [[], ["--only-from-cache"]] {
            let outcome = try await scene.tool.run(["load", url, "-o", "a.png"] + options)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let written = try Data(contentsOf: URL(fileURLWithPath: scene.path("a.png")))
            #expect(try ImageDecoder.header(of: written).frameCount == 3)
            server.stop()
        }
    }

    @Test("Processed, or in a format of stills, it is its first frame")
    func firstFrame() async throws {
        let scene = try Scene()
        try Self.animation(.gif).write(to: URL(fileURLWithPath: scene.path("in.gif")))
        for (name, options) in [
            ("a.jpg", []), ("b.gif", ["--black-white"]), ("c.png", ["--resize", "6x4"]),
        ] {
            let outcome = try await scene.tool.run(["load", "in.gif", "-o", name] + options)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let written = try Data(contentsOf: URL(fileURLWithPath: scene.path(name)))
            #expect(try ImageDecoder.header(of: written).frameCount == 1)
            let pixel = try #require(try scene.picture(name).pixel(x: 2, y: 2))
            #expect(pixel.blue < 4)
        }
    }

    @Test("Every format of the registry that is written can be asked for by --format")
    func everyFormat() async throws {
        let scene = try Scene()
        try scene.png.write(to: URL(fileURLWithPath: scene.path("in.png")))
        let formats = ImageCodecRegistry.codecs.filter(\.canEncode).map(\.format)
        #expect(formats.count >= 3)
        for format in formats {
            let outcome = try await scene.tool.run(
                ["load", "in.png", "--format", format.name, "-o", "out"])
            #expect(outcome.status == 0, "\(outcome.errors)")
            let written = try Data(contentsOf: URL(fileURLWithPath: scene.path("out")))
            let header = try ImageDecoder.header(of: written)
            #expect(header.format == format)
            #expect(header.width == 40 && header.height == 30)
        }
    }
}
