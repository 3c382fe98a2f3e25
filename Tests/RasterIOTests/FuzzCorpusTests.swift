import Foundation
import Raster
import Testing

@testable import RasterIO

/// Inputs that once were findings of the fuzzer stay harmless; `make fuzz` starts from them too.
@Suite("The corpus of the fuzzer", .timeLimit(.minutes(2)))
struct FuzzCorpusTests {
    static let folder: URL = {
        var url = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { url.deleteLastPathComponent() }
        return url.appendingPathComponent("Fuzz/Corpus")
    }()

    /// All inputs as `decoder/name`.
    static let inputs: [String] = {
        let all = FileManager.default.enumerator(atPath: folder.path)
        return (all?.allObjects as? [String] ?? []).filter { $0.contains("/") }.sorted()
    }()

    @Test("There are inputs for what no fixture shows")
    func isThere() {
        for decoder in ["apng", "exif", "icc", "jxl", "svg", "blurhash", "thumbhash"] {
            #expect(Self.inputs.contains { $0.hasPrefix(decoder + "/") }, "\(decoder)")
        }
    }

    /// The text of an input for BlurHash; two bytes for the size stand before it.
    private static func blurHash(in data: Data) -> String {
        String(decoding: data.dropFirst(2), as: UTF8.self)
    }

    @Test("Some of the hashes decode")
    func soundHashes() throws {
        let pictures = try Self.inputs.filter { $0.hasPrefix("blurhash/") }.compactMap { name in
            let data = try Data(contentsOf: Self.folder.appendingPathComponent(name))
            return try? BlurHash.decode(Self.blurHash(in: data), width: 9, height: 9)
        }
        #expect(pictures.count >= 2)
    }

    @Test("Each gives a result or a typed error, within the limits", arguments: inputs)
    func harmless(_ name: String) throws {
        let data = try Data(contentsOf: Self.folder.appendingPathComponent(name))
        let limits = DecodeLimits(maxPixels: 1 << 20, maxFrames: 64)
        let hash = Self.blurHash(in: data)
        let attempts: [() throws -> [Bitmap]] = [
            { [try ImageDecoder.decode(data, limits: limits)] },
            { [try ImageDecoder.decode(data, maxPixelSize: 7, limits: limits)] },
            {
                guard let source = try ImageDecoder.animation(in: data, limits: limits) else {
                    return []
                }
                return try (0..<source.frameCount).reversed().map {
                    try source.frame(at: $0, maxPixelSize: nil)
                }
            },
            { [try ThumbHash.decode(data)] },
            { [try BlurHash.decode(hash, width: 9, height: 9)] },
        ]
        for attempt in attempts {
            do {
                for bitmap in try attempt() {
                    #expect(bitmap.width * bitmap.height <= limits.maxPixels)
                }
            } catch {
                let isTyped =
                    error is ImageDecodingError || error is RasterError
                    || error is PlaceholderHashError
                #expect(isTyped, "\(error)")
            }
        }
        data.withUnsafeBytes { _ = EXIFOrientation.orientation(in: $0) }
        for input in [ColorInput.rgb, .gray, .cmyk(inverted: true)] {
            _ = ColorTransform<UInt8>.toSRGB(profile: data, input: input)
            _ = ColorTransform<UInt16>.toSRGB(profile: data, input: input)
        }
    }
}
