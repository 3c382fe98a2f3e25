import Foundation
import Raster
import RasterIO
import Testing

@Suite("Windows bitmaps", .timeLimit(.minutes(1)))
struct BMPTests {
    /// A file with a header of 40 bytes; what follows it is given.
    static func file(
        width: Int32, height: Int32, bits: UInt16, compression: UInt32, extra: [UInt8] = [],
        pixels: [UInt8]
    ) -> Data {
        var data = Data("BM".utf8)
        func append<Value: FixedWidthInteger>(_ value: Value) {
            withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
        }
        append(UInt32(0))
        append(UInt32(0))
        append(UInt32(54 + extra.count))
        append(UInt32(40))
        append(width)
        append(height)
        append(UInt16(1))
        append(bits)
        append(compression)
        for _ in 0..<5 { append(UInt32(0)) }
        return data + extra + pixels
    }

    /// Colours whose blue is their index.
    private static func palette(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { index -> [UInt8] in [UInt8(index), 1, 2, 0] }
    }

    /// The indices that the rows of a picture show, by their blue.
    private static func indices(_ bitmap: Bitmap) -> [[UInt8?]] {
        (0..<bitmap.height).map { y in
            (0..<bitmap.width).map { x in bitmap.pixel(x: x, y: y)?.blue }
        }
    }

    @Test("Runs of 8 bits: repeats, plain indices with filling, moves and ends")
    func runsOf8() throws {
        let pixels: [UInt8] = [
            3, 7, 0, 3, 8, 9, 20, 0, 0, 0,  // 7 7 7 8 9 20, end of row
            1, 5, 0, 2, 2, 1, 2, 6, 0, 1,  // 5, two to the right and one up, 6 6, end
        ]
        let data = Self.file(
            width: 6, height: 3, bits: 8, compression: 1, extra: Self.palette(256), pixels: pixels)
        let bitmap = try ImageDecoder.decode(data)
        #expect(bitmap.isOpaque)
        #expect(
            Self.indices(bitmap) == [
                [0, 0, 0, 6, 6, 0], [5, 0, 0, 0, 0, 0], [7, 7, 7, 8, 9, 20],
            ])
    }

    @Test("Runs of 4 bits: repeats alternate, plain indices fill whole words")
    func runsOf4() throws {
        let pixels: [UInt8] = [
            5, 0x12, 0, 0,  // 1 2 1 2 1
            0, 5, 0x34, 0x56, 0x70, 0, 0, 1,  // 3 4 5 6 7 in three bytes and a filling one
        ]
        let data = Self.file(
            width: 5, height: 2, bits: 4, compression: 2, extra: Self.palette(16), pixels: pixels)
        #expect(
            Self.indices(try ImageDecoder.decode(data)) == [[3, 4, 5, 6, 7], [1, 2, 1, 2, 1]])
    }

    @Test("Runs that leave the picture are cut, runs that stop early are a typed error")
    func damagedRuns() throws {
        let outside: [UInt8] = [255, 3, 0, 2, 255, 255, 9, 9, 0, 1]
        let long = Self.file(
            width: 4, height: 2, bits: 8, compression: 1, extra: Self.palette(256), pixels: outside)
        #expect(Self.indices(try ImageDecoder.decode(long)) == [[0, 0, 0, 0], [3, 3, 3, 3]])
        let short = Self.file(
            width: 4, height: 3, bits: 8, compression: 1, extra: Self.palette(256),
            pixels: [4, 3, 0, 0, 2, 3])
        #expect(throws: ImageDecodingError.truncated(format: .bmp, rows: 1, height: 3)) {
            try ImageDecoder.decode(short)
        }
    }

    @Test("Every cut of compressed rows gives a picture or an error, never a trap")
    func cuts() {
        let pixels: [UInt8] = [3, 7, 0, 3, 8, 9, 20, 0, 0, 0, 1, 5, 0, 2, 2, 1, 2, 6, 0, 0]
        for length in 0..<pixels.count {
            let data = Self.file(
                width: 6, height: 3, bits: 8, compression: 1, extra: Self.palette(256),
                pixels: Array(pixels.prefix(length)))
            #expect(throws: ImageDecodingError.self) { try ImageDecoder.decode(data) }
        }
    }

    @Test("Masks of 5, 6 and 5 bits are stretched to the nearest of 256 values")
    func masks() throws {
        let masks: [UInt32] = [0xF800, 0x07E0, 0x001F]
        let extra = masks.flatMap { value -> [UInt8] in
            withUnsafeBytes(of: value.littleEndian) { Array($0) }
        }
        // Red 31, green 32, blue 1; then two bytes to fill the row.
        let value: UInt16 = 0xFC01
        let data = Self.file(
            width: 1, height: -1, bits: 16, compression: 3, extra: extra,
            pixels: [UInt8(value & 255), UInt8(value >> 8), 0, 0])
        let pixel = try #require(try ImageDecoder.decode(data).pixel(x: 0, y: 0))
        #expect(pixel == Pixel(red: 255, green: 130, blue: 8, alpha: 255))
    }

    @Test("The header of OS/2 has sizes of 16 bits and colours of three bytes")
    func coreHeader() throws {
        var data = Data("BM".utf8) + Data(repeating: 0, count: 8) + [26 + 6, 0, 0, 0]
        data += [12, 0, 0, 0, 9, 0, 2, 0, 1, 0, 1, 0]
        data += [1, 2, 3, 4, 5, 6]
        // Two rows of nine bits, the lower one first.
        data += [0b1010_0000, 0x80, 0, 0, 0, 0, 0, 0]
        let bitmap = try ImageDecoder.decode(data)
        #expect(bitmap.width == 9 && bitmap.height == 2)
        #expect(bitmap.pixel(x: 0, y: 1) == Pixel(red: 6, green: 5, blue: 4, alpha: 255))
        #expect(bitmap.pixel(x: 8, y: 1) == Pixel(red: 6, green: 5, blue: 4, alpha: 255))
        #expect(bitmap.pixel(x: 1, y: 1) == Pixel(red: 3, green: 2, blue: 1, alpha: 255))
        #expect(bitmap.pixel(x: 0, y: 0) == Pixel(red: 3, green: 2, blue: 1, alpha: 255))
    }

    @Test("Other compressions are refused by name", arguments: [(4, 24), (5, 24), (1, 4), (2, 8)])
    func unsupported(_ compression: UInt32, _ bits: UInt16) {
        let data = Self.file(
            width: 2, height: 2, bits: bits, compression: compression, pixels: [0, 0, 0, 0])
        #expect(
            throws: ImageDecodingError.unsupported(
                format: .bmp, reason: "compression \(compression) of \(bits) bits")
        ) { try ImageDecoder.decode(data) }
    }
}
