import CRasterIO
import Foundation
import Raster
import TestTools
import Testing

@testable import RasterIO

@Suite("The fast way through PNG", .timeLimit(.minutes(1)))
struct PNGFastReaderTests {
    static func noise(_ count: Int, seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    @Test(
        "Vector and scalar code give the same bytes for every filter and width", arguments: [3, 4])
    func scalar(_ channels: Int) {
        for width in 1...40 {
            var above = Self.noise(width * 4, seed: UInt64(width))
            if channels == 3 { for x in 0..<width { above[4 * x + 3] = 255 } }
            for filter in UInt8(0)...4 {
                // Exactly as long as the row is: the sanitizer sees a byte too many.
                let row =
                    [filter]
                    + Self.noise(width * channels, seed: UInt64(width) << 8 | UInt64(filter))
                var (fast, plain) = (
                    [UInt8](repeating: 7, count: width * 4), [UInt8](repeating: 9, count: width * 4)
                )
                #expect(crasterio_png_unfilter(row, width, UInt32(channels), above, &fast))
                #expect(crasterio_png_unfilter_scalar(row, width, UInt32(channels), above, &plain))
                #expect(fast == plain, "filter \(filter), width \(width)")
            }
            var output = [UInt8](repeating: 0, count: width * 4)
            let row = [UInt8(5)] + Self.noise(width * channels, seed: 1)
            #expect(!crasterio_png_unfilter(row, width, UInt32(channels), above, &output))
        }
    }

    @Test("libpng agrees on pictures of many widths", arguments: [true, false])
    func oracle(isOpaque: Bool) throws {
        for width in 1...35 {
            let bytes = Self.noise(width * 9 * 4, seed: UInt64(width))
            let bitmap = try Bitmap.made(width: width, height: 9, isOpaque: isOpaque) { x, y in
                let offset = 4 * (y * width + x)
                let alpha = isOpaque ? 255 : Int(bytes[offset + 3])
                func color(_ index: Int) -> UInt8 {
                    UInt8(Int(bytes[offset + index]) * alpha / 255)
                }
                return Pixel(red: color(0), green: color(1), blue: color(2), alpha: UInt8(alpha))
            }
            let data = try ImageEncoder.encode(bitmap, as: .png)
            try data.withUnsafeBytes { bytes in
                let chunks = try PNGChunks(bytes)
                let fast = try #require(try PNGFastReader.decode(chunks, transform: nil))
                let reader = try PNGReader(bytes, colors: PNGColors())
                let slow = try reader.bitmap(size: (width, 9), orientation: .up)
                #expect(fast == slow)
            }
        }
    }

    @Test(
        "Damage and other kinds are left to libpng",
        arguments: [
            "png-c3-8bit.png", "png-c0-8bit.png", "png-c2-8bit-adam7.png", "png-c2-8bit-trns.png",
            "png-c2-16bit.png",
        ])
    func notEligible(_ name: String) throws {
        try Fixture.data(name).withUnsafeBytes { bytes in
            let bitmap = try PNGFastReader.decode(PNGChunks(bytes), transform: nil)
            #expect(bitmap == nil)
        }
    }

    @Test("A wrong checksum, a cut chunk and wrong pixel data are not accepted")
    func damage() throws {
        let data = try Fixture.data("png-c6-8bit.png")
        let chunk = try #require(data.range(of: Data("IDAT".utf8)))
        for offset in [0, 5, 40] {
            var damaged = data
            damaged[chunk.upperBound + offset] ^= 1
            try damaged.withUnsafeBytes { bytes in
                let bitmap = try PNGFastReader.decode(PNGChunks(bytes), transform: nil)
                #expect(bitmap == nil)
            }
        }
        try data.prefix(chunk.upperBound + 30).withUnsafeBytes { bytes in
            let bitmap = try PNGFastReader.decode(PNGChunks(bytes), transform: nil)
            #expect(bitmap == nil)
        }
    }

    @Test("A header with unknown methods or a wrong checksum is refused as libpng does")
    func header() throws {
        let data = try Fixture.data("png-c6-8bit.png")
        // Compression and filter method.
        for offset in [10, 11] {
            var list = PNGChunkList(data)
            list.chunks[0].body[offset] = 1
            try Self.expectRefusal(list.data())
        }
        var damaged = data
        damaged[30] ^= 1
        try Self.expectRefusal(damaged)
    }

    private static func expectRefusal(_ data: Data) throws {
        try data.withUnsafeBytes { bytes in
            let bitmap = try PNGFastReader.decode(PNGChunks(bytes), transform: nil)
            #expect(bitmap == nil)
        }
        let error = #expect(throws: ImageDecodingError.self) { try ImageDecoder.decode(data) }
        guard case .corrupt(.png, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("What stands behind IEND does not belong to the picture")
    func trailingChunks() throws {
        var list = PNGChunkList(try Fixture.data("png-exif-right.png"))
        #expect(try ImageDecoder.header(of: list.data()).orientation == .right)
        let index = try #require(list.indices(of: "eXIf").first)
        list.chunks.append(list.chunks.remove(at: index))
        #expect(try ImageDecoder.header(of: list.data()).orientation == .up)
    }
}
