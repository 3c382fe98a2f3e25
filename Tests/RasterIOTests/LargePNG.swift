import Foundation
import TestTools

/// A PNG of any size in bands of colour, written row by row without ever having its pixels.
///
/// Eight rows repeat, each of one colour; the lower half of the picture has other colours than the
/// upper one. Compressed with the fixed codes of deflate (RFC 1951, section 3.2.6), of which a row
/// takes a few hundred bytes.
struct LargePNG {
    /// The colours of eight rows of the upper half, then of the lower half; red, green, blue.
    static let bands: [[[UInt8]]] = {
        let rows: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 7]
        let upper: [[UInt8]] = rows.map { [10 + 10 * $0, 40, 200] }
        let lower: [[UInt8]] = rows.map { [120 + 4 * $0, 90 + 8 * $0, 20] }
        return [upper, lower]
    }()

    /// The mean of what becomes of the rows of a half, red, green, blue.
    static func mean(ofHalf half: Int, _ level: (Double) -> Double) -> [Double] {
        (0..<3).map { channel in
            let sum = bands[half].reduce(0) { sum, color in sum + level(Double(color[channel])) }
            return sum / Double(bands[half].count)
        }
    }

    /// Encodes a picture; `height` must be a multiple of 16.
    ///
    /// If it is deep, it has 16 bits a sample, whose halves are equal, and is said to be in linear light.
    static func encoded(width: Int, height: Int, isDeepAndLinear: Bool = false) -> Data {
        let bands = bands.map { half in
            half.map { color in isDeepAndLinear ? color.flatMap { [$0, $0] } : color }
        }
        var stream = Data([0x78, 0x01])
        var checksum = Adler()
        var block = BitWriter()
        // The last and only block, with fixed codes.
        block.put(0b011, count: 3)
        for half in bands {
            var group = BitWriter()
            for color in half { group.putRow(color, width: width) }
            for _ in 0..<height / 16 {
                block.append(group)
                for color in half { checksum.add(color, width: width) }
            }
        }
        // The end of the block.
        block.put(0, count: 7)
        stream += block.data
        stream += PNGBytes.bigEndian(checksum.value)
        var header = PNGBytes.bigEndian(UInt32(width)) + PNGBytes.bigEndian(UInt32(height))
        header += [isDeepAndLinear ? 16 : 8, 2, 0, 0, 0]
        var chunks = [("IHDR", header), ("IDAT", stream), ("IEND", Data())]
        if isDeepAndLinear { chunks.insert(("gAMA", PNGBytes.bigEndian(100_000)), at: 1) }
        return chunks.reduce(PNGBytes.signature) { $0 + PNGBytes.chunk($1.0, $1.1) }
    }
}

/// The checksum of zlib (RFC 1950), with a short way for zeros.
private struct Adler {
    private var low: UInt64 = 1
    private var high: UInt64 = 0

    var value: UInt32 { UInt32(high << 16 | low) }

    /// Adds a row: filter 1, a pixel, and zeros for its likeness to the left.
    mutating func add(_ color: [UInt8], width: Int) {
        for byte in [1] + color {
            low = (low + UInt64(byte)) % 65_521
            high = (high + low) % 65_521
        }
        high = (high + UInt64(color.count * (width - 1)) * low) % 65_521
    }
}

extension BitWriter {
    /// A row of one colour: the filter that looks to the left, a pixel, and zeros.
    fileprivate mutating func putRow(_ color: [UInt8], width: Int) {
        for byte in [1] + color { putLiteral(byte) }
        var zeros = color.count * (width - 1)
        guard zeros > 0 else { return }
        putLiteral(0)
        zeros -= 1
        // Length 258, distance 1: the codes 285 and 0.
        while zeros >= 258 {
            putCode(0b1100_0101, count: 8)
            putCode(0, count: 5)
            zeros -= 258
        }
        for _ in 0..<zeros { putLiteral(0) }
    }

    private mutating func putLiteral(_ byte: UInt8) {
        let value = UInt64(byte)
        if byte < 144 {
            putCode(value + 0x30, count: 8)
        } else {
            putCode(value - 144 + 0x190, count: 9)
        }
    }
}
