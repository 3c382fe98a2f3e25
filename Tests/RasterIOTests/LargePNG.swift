import Foundation

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

    /// The mean of the rows of a half, red, green, blue.
    static func mean(ofHalf half: Int) -> [Double] {
        (0..<3).map { channel in
            let sum = bands[half].reduce(0) { sum, color in sum + Int(color[channel]) }
            return Double(sum) / Double(bands[half].count)
        }
    }

    /// Encodes a picture; `height` must be a multiple of 16.
    static func encoded(width: Int, height: Int) -> Data {
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
        // The end of the block, and of the last byte.
        block.put(0, count: 7 + 8)
        stream += block.bytes
        stream += bigEndian(checksum.value)
        var header = bigEndian(UInt32(width)) + bigEndian(UInt32(height))
        header += [8, 2, 0, 0, 0]
        var png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        for (type, body) in [("IHDR", header), ("IDAT", stream), ("IEND", Data())] {
            png += chunk(type, body)
        }
        return png
    }

    /// A chunk of a PNG: length, type, body and checksum.
    static func chunk(_ type: String, _ body: Data) -> Data {
        let covered = Data(type.utf8) + body
        return bigEndian(UInt32(body.count)) + covered + bigEndian(crc(covered))
    }

    static func bigEndian(_ value: UInt32) -> Data {
        withUnsafeBytes(of: value.bigEndian) { Data($0) }
    }

    private static let crcTable: [UInt32] = (0..<256).map { index in
        var value = UInt32(index)
        for _ in 0..<8 {
            let half = value >> 1
            value = value & 1 != 0 ? 0xEDB8_8320 ^ half : half
        }
        return value
    }

    private static func crc(_ data: Data) -> UInt32 {
        let table = crcTable
        var value = UInt32.max
        for byte in data {
            let index = Int((value ^ UInt32(byte)) & 0xFF)
            value = table[index] ^ (value >> 8)
        }
        return ~value
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
        high = (high + UInt64(3 * (width - 1)) * low) % 65_521
    }
}

/// Bits from the lowest of each byte on, as deflate wants them.
private struct BitWriter {
    private(set) var bytes = Data()
    private var partial: UInt64 = 0
    private var partialCount = 0

    mutating func put(_ bits: UInt64, count: Int) {
        partial |= bits << UInt64(partialCount)
        partialCount += count
        while partialCount >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: partial))
            partial >>= 8
            partialCount -= 8
        }
    }

    /// Puts all bits of another writer behind those of this one.
    mutating func append(_ other: BitWriter) {
        for byte in other.bytes { put(UInt64(byte), count: 8) }
        put(other.partial, count: other.partialCount)
    }

    /// A row of one colour: the filter that looks to the left, a pixel, and zeros.
    mutating func putRow(_ color: [UInt8], width: Int) {
        for byte in [1] + color { putLiteral(byte) }
        var zeros = 3 * (width - 1)
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

    /// Puts a code, whose highest bit comes first.
    private mutating func putCode(_ code: UInt64, count: Int) {
        for bit in stride(from: count - 1, through: 0, by: -1) {
            put(code >> UInt64(bit) & 1, count: 1)
        }
    }
}
