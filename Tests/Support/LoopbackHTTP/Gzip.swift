import Foundation

/// Just enough of gzip (RFC 1952) and deflate (RFC 1951) to make compressed answers.
enum Gzip {
    private static let header = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])

    /// The bytes in stored blocks, which any decoder must accept.
    static func stored(_ data: Data) -> Data {
        var coded = header
        var rest = data[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            coded.append(rest.isEmpty ? 1 : 0)
            append(UInt16(block.count), to: &coded)
            append(~UInt16(block.count), to: &coded)
            coded.append(block)
        } while !rest.isEmpty
        append(crc(of: data), to: &coded)
        append(UInt32(truncatingIfNeeded: data.count), to: &coded)
        return coded
    }

    /// Zeros as one fixed-Huffman block: a literal, then matches of 258 bytes at distance 1.
    static func zeros(count: Int) -> Data {
        var bits = BitWriter()
        bits.append(0b011, count: 3)  // final block, fixed codes (least significant bit first)
        bits.append(reversed: 0b0011_0000, count: 8)  // literal 0
        let matches = max(0, count - 1) / 258
        for _ in 0..<matches {
            bits.append(reversed: 0b1100_0101, count: 8)  // length 258
            bits.append(0, count: 5)  // distance 1
        }
        let total = 1 + matches * 258
        for _ in total..<max(total, count) {
            bits.append(reversed: 0b0011_0000, count: 8)
        }
        bits.append(0, count: 7)  // end of block
        var coded = header + bits.finish()
        append(crc(of: Data(count: max(total, count))), to: &coded)
        append(UInt32(truncatingIfNeeded: max(total, count)), to: &coded)
        return coded
    }

    private static func append(_ value: some FixedWidthInteger, to data: inout Data) {
        withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
        }
    }

    private static func crc(of data: Data) -> UInt32 {
        data.withUnsafeBytes { bytes in
            table.withUnsafeBufferPointer { table in
                var value = UInt32.max
                for byte in bytes {
                    value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ (value >> 8)
                }
                return ~value
            }
        }
    }
}

/// Packs bits, least significant first.
private struct BitWriter {
    private var bytes = Data()
    private var pending: UInt32 = 0
    private var used = 0

    mutating func append(_ value: UInt32, count: Int) {
        pending |= value << UInt32(used)
        used += count
        while used >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            used -= 8
        }
    }

    /// Huffman codes go most significant bit first.
    mutating func append(reversed value: UInt32, count: Int) {
        append((0..<count).reduce(0) { $0 | ((value >> $1 & 1) << (count - 1 - $1)) }, count: count)
    }

    mutating func finish() -> Data {
        if used > 0 { append(0, count: 8 - used) }
        return bytes
    }
}
