import Foundation
import Raster
import Testing

@testable import RasterIO

/// What the codecs say of themselves, held against what they do.
@Suite("Abilities of codecs", .timeLimit(.minutes(2)))
struct CodecAbilityTests {
    static let formats = ImageCodecRegistry.codecs.filter { $0 is any BuiltInCodec }.map(\.format)

    private static func codec(_ format: EncodedImageFormat) throws -> any ImageCodec {
        try #require(
            ImageCodecRegistry.codecs.first { $0.format == format && $0 is any BuiltInCodec })
    }

    /// Whether an encoder was at work; nil when it is said that there is none.
    private static func encoded(_ body: () throws -> Data) throws -> Data? {
        do {
            return try body()
        } catch ImageEncodingError.noEncoder {
            return nil
        }
    }

    private static func still(_ codec: any ImageCodec) throws -> Data? {
        let bitmap = try Bitmap.smooth(width: 8, height: 6)
        return try encoded { try codec.encode(bitmap, options: ImageEncodingOptions()) }
    }

    private static func animation(_ codec: any ImageCodec) throws -> Data? {
        let frames = try AnimationEncodingTests.frames(count: 2, isOpaque: true)
        return try encoded {
            try codec.encode(frames, loopCount: 0, options: ImageEncodingOptions())
        }
    }

    /// Pictures of a format, some of them animated where there are such.
    private static func samples(of codec: any ImageCodec) throws -> [Data] {
        let name = codec.format.name
        let corpus = try FuzzCorpusTests.inputs.filter { $0.hasPrefix(name + "/") }.map {
            try Data(contentsOf: FuzzCorpusTests.folder.appendingPathComponent($0))
        }
        return try Fixture.named(name + "-").map { try $0.data() } + corpus
            + [still(codec), animation(codec)].compactMap { $0 }
    }

    @Test("Animations are opened by those codecs that say so", arguments: formats)
    func decodingAnimations(_ format: EncodedImageFormat) throws {
        let codec = try Self.codec(format)
        let samples = try Self.samples(of: codec)
        #expect(!samples.isEmpty)
        let opensAny = samples.contains { data in
            (try? codec.animation(in: data, limits: .default)) != nil
        }
        #expect(opensAny == codec.canDecodeAnimations)
    }

    @Test("Frames are counted as the header counts them", arguments: formats)
    func countingFrames(_ format: EncodedImageFormat) throws {
        for data in try Self.samples(of: try Self.codec(format)) {
            guard let header = try? ImageDecoder.header(of: data) else { continue }
            #expect(try ImageDecoder.frameCount(of: data) == header.frameCount)
        }
    }

    @Test("Pictures are encoded by those codecs that say so", arguments: formats)
    func encoding(_ format: EncodedImageFormat) throws {
        let codec = try Self.codec(format)
        #expect((try Self.still(codec) != nil) == codec.canEncode)
    }

    @Test("Animations are encoded by those codecs that say so", arguments: formats)
    func encodingAnimations(_ format: EncodedImageFormat) throws {
        let codec = try Self.codec(format)
        #expect((try Self.animation(codec) != nil) == codec.canEncodeAnimations)
    }
}
