import Foundation
import Raster
import RasterIO
import Testing

@Suite("Encoding in every format that can be written", .timeLimit(.minutes(2)))
struct FormatEncodingTests {
    static let formats = ImageCodecRegistry.codecs.filter(\.canEncode).map(\.format)

    @Test("What is written is recognized and of the same size", arguments: formats)
    func recognized(_ format: EncodedImageFormat) throws {
        let bitmap = try Bitmap.smooth(width: 40, height: 30)
        let data = try ImageEncoder.encode(bitmap, as: format)
        let header = try ImageDecoder.header(of: data)
        #expect(header.format == format)
        #expect(header.width == 40 && header.height == 30)
        let decoded = try ImageDecoder.decode(data)
        let tolerance = format == .gif ? 60 : 12
        #expect(try #require(decoded.difference(from: bitmap)) <= tolerance)
    }

    @Test(
        "Formats with transparency keep it", arguments: formats.filter { $0 != .jpeg && $0 != .bmp }
    )
    func transparency(_ format: EncodedImageFormat) throws {
        let bitmap = try Bitmap.made(width: 32, height: 32) { x, _ in
            x < 16
                ? Pixel(red: 0, green: 0, blue: 0, alpha: 0)
                : Pixel(red: 200, green: 100, blue: 50, alpha: 255)
        }
        let options = ImageEncodingOptions(quality: 1)
        let decoded = try ImageDecoder.decode(
            try ImageEncoder.encode(bitmap, as: format, options: options))
        #expect((decoded.pixel(x: 4, y: 16)?.alpha ?? 255) < 10)
        #expect((decoded.pixel(x: 28, y: 16)?.alpha ?? 0) > 245)
        #expect(abs(Int(decoded.pixel(x: 28, y: 16)?.red ?? 0) - 200) < 10)
    }

    @Test("A JPEG is whole however often its buffer had to grow")
    func largeJPEG() throws {
        let bitmap = try Bitmap.made(width: 640, height: 480, isOpaque: true) { x, y in
            let noise = UInt8(truncatingIfNeeded: (x &* 7919) ^ (y &* 104_729) &* (x &+ 3))
            return Pixel(red: noise, green: noise &* 3, blue: noise &* 5, alpha: 255)
        }
        let options = ImageEncodingOptions(quality: 1)
        let data = try ImageEncoder.encode(bitmap, as: .jpeg, options: options)
        #expect(data.count > 4 * 65_536)
        #expect(data.suffix(2) == Data([0xFF, 0xD9]))
        let decoded = try ImageDecoder.decode(data)
        #expect(try #require(decoded.difference(from: bitmap)) <= 12)
    }

    @Test("REP-5: equal pixels give equal bytes", arguments: formats)
    func deterministic(_ format: EncodedImageFormat) throws {
        let bitmap = try Bitmap.smooth(width: 33, height: 21)
        let first = try ImageEncoder.encode(bitmap, as: format)
        #expect(try ImageEncoder.encode(bitmap, as: format) == first)
    }

    @Test(
        "A lower quality takes fewer bytes",
        arguments: formats.filter { ![.png, .gif].contains($0) })
    func quality(_ format: EncodedImageFormat) throws {
        let bitmap = try Bitmap.made(width: 96, height: 96, isOpaque: true) { x, y in
            let noise = UInt8(truncatingIfNeeded: (x &* 7919) ^ (y &* 104_729) &* (x &+ 3))
            return Pixel(red: noise, green: noise / 2, blue: UInt8(x + y), alpha: 255)
        }
        let low = try ImageEncoder.encode(
            bitmap, as: format, options: ImageEncodingOptions(quality: 0.2))
        let high = try ImageEncoder.encode(
            bitmap, as: format, options: ImageEncodingOptions(quality: 0.95))
        #expect(low.count < high.count)
    }

    @Test("Lossless means exact", arguments: [EncodedImageFormat.webp, .png, .jxl])
    func lossless(_ format: EncodedImageFormat) throws {
        guard Self.formats.contains(format) else { return }
        let bitmap = try Bitmap.smooth(width: 40, height: 30)
        let data = try ImageEncoder.encode(
            bitmap, as: format, options: ImageEncodingOptions(lossless: true))
        #expect(try ImageDecoder.decode(data) == bitmap)
    }
}
