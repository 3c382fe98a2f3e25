import Foundation
import Raster
import RasterIO
import Testing

@Suite("Decoding data that ends early", .timeLimit(.minutes(1)))
struct IncompleteDecodeTests {
    private static let request = DecodeRequest(allowsIncomplete: true)

    private static func noise(isOpaque: Bool) throws -> Bitmap {
        try Bitmap.made(width: 64, height: 128, isOpaque: isOpaque) { x, y in
            let noise = UInt8(truncatingIfNeeded: (x &* 7919) ^ (y &* 104_729) &* (x &+ 3))
            // No colour exceeds alpha.
            return Pixel(
                red: noise / 2, green: noise &* 3 / 2, blue: noise &* 5 / 2,
                alpha: isOpaque ? 255 : noise | 128)
        }
    }

    @Test(
        "A PNG keeps the rows that came; the rest is white or transparent",
        arguments: [true, false])
    func png(isOpaque: Bool) throws {
        let data = try ImageEncoder.encode(try Self.noise(isOpaque: isOpaque), as: .png)
        let picture = try ImageDecoder.decode(data)
        let half = data.prefix(data.count / 2)
        #expect(throws: ImageDecodingError.self) { try ImageDecoder.decode(half) }
        let bitmap = try ImageDecoder.decode(half, request: Self.request)
        #expect(bitmap.width == 64 && bitmap.height == 128)
        let same = (0..<128).prefix { y in
            (0..<64).allSatisfy { bitmap.pixel(x: $0, y: y) == picture.pixel(x: $0, y: y) }
        }
        #expect((16...112).contains(same.count))
        let byte: UInt8 = isOpaque ? 255 : 0
        let blank = Pixel(red: byte, green: byte, blue: byte, alpha: byte)
        for y in same.count..<128 {
            #expect((0..<64).allSatisfy { bitmap.pixel(x: $0, y: y) == blank }, "row \(y)")
        }
    }

    @Test("A cut PNG is reduced and turned as a whole one is")
    func reducedAndTurned() throws {
        let data = try ImageEncoder.encode(try Self.noise(isOpaque: true), as: .png)
        let half = data.prefix(data.count / 2)
        let full = try ImageDecoder.decode(half, request: Self.request)
        let reduced = try ImageDecoder.decode(
            half, request: DecodeRequest(maxPixelSize: 32, allowsIncomplete: true))
        #expect(reduced == (try full.resampled(width: 16, height: 32)))
        let turned = try Self.turned(data)
        let whole = try ImageDecoder.decode(turned)
        #expect(whole.width == 128 && whole.height == 64)
        let upright = try ImageDecoder.decode(
            turned.prefix(turned.count / 2), request: Self.request)
        #expect(upright.width == 128 && upright.height == 64)
        // The first row as stored is the last column as shown.
        #expect(upright.pixel(x: 127, y: 9) == whole.pixel(x: 127, y: 9))
        #expect(upright.pixel(x: 0, y: 9) == Pixel(red: 255, green: 255, blue: 255, alpha: 255))
        #expect(upright != whole)
    }

    /// The picture said to be shown a quarter turn clockwise.
    private static func turned(_ png: Data) throws -> Data {
        let other = PNGChunkList(try Fixture.data("png-exif-right.png"))
        var list = PNGChunkList(png)
        list.chunks.insert(other.chunks[try #require(other.indices(of: "eXIf").first)], at: 1)
        return list.data()
    }

    @Test("Without a single row there is nothing to show")
    func noRow() throws {
        let data = try ImageEncoder.encode(try Self.noise(isOpaque: true), as: .png)
        let pixels = try #require(data.range(of: Data("IDAT".utf8))?.upperBound)
        #expect(throws: ImageDecodingError.self) {
            try ImageDecoder.decode(data.prefix(pixels + 10), request: Self.request)
        }
    }

    @Test("A TIFF keeps the strips that came")
    func tiff() throws {
        let data = Self.tiff(width: 16, height: 16)
        let whole = try ImageDecoder.decode(data)
        #expect(whole.pixel(x: 0, y: 9)?.red == 90)
        let cut = data.dropLast(16 * 6 + 5)
        #expect(throws: ImageDecodingError.self) { try ImageDecoder.decode(cut) }
        let bitmap = try ImageDecoder.decode(cut, request: Self.request)
        #expect(
            (0..<16).map { bitmap.pixel(x: 3, y: $0)?.red } == (0..<9).map { 10 * $0 } + [
                255, 255, 255, 255, 255, 255, 255,
            ])
    }

    /// A grey TIFF with a strip for each row, which has the tenfold of its number as value.
    private static func tiff(width: UInt16, height: UInt16) -> Data {
        var data = Data([0x49, 0x49, 42, 0, 8, 0, 0, 0])
        func append<Value: FixedWidthInteger>(_ value: Value) {
            withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
        }
        let entries: UInt16 = 8
        // Behind the directory stand the offsets of the strips, their sizes, and the strips.
        let lists = 8 + 2 + 12 * UInt32(entries) + 4
        let strips = lists + 8 * UInt32(height)
        append(entries)
        let fields: [(tag: UInt16, type: UInt16, count: UInt32, value: UInt32)] = [
            (256, 3, 1, UInt32(width)), (257, 3, 1, UInt32(height)), (258, 3, 1, 8), (259, 3, 1, 1),
            (262, 3, 1, 1), (273, 4, UInt32(height), lists), (278, 3, 1, 1),
            (279, 4, UInt32(height), lists + 4 * UInt32(height)),
        ]
        for field in fields {
            append(field.tag)
            append(field.type)
            append(field.count)
            append(field.value)
        }
        append(UInt32(0))
        for row in 0..<UInt32(height) { append(strips + row * UInt32(width)) }
        for _ in 0..<height { append(UInt32(width)) }
        for row in 0..<height {
            data.append(contentsOf: [UInt8](repeating: UInt8(10 * row), count: Int(width)))
        }
        return data
    }
}
