import Foundation
import TestTools

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
        append(CRC32.checksum(of: data), to: &coded)
        append(UInt32(truncatingIfNeeded: data.count), to: &coded)
        return coded
    }

    /// Zeros as one fixed-Huffman block: a literal, then matches of 258 bytes at distance 1.
    static func zeros(count: Int) -> Data {
        var bits = BitWriter()
        bits.put(0b011, count: 3)  // final block, fixed codes (least significant bit first)
        bits.putCode(0b0011_0000, count: 8)  // literal 0
        let matches = max(0, count - 1) / 258
        for _ in 0..<matches {
            bits.putCode(0b1100_0101, count: 8)  // length 258
            bits.put(0, count: 5)  // distance 1
        }
        let total = 1 + matches * 258
        for _ in total..<max(total, count) {
            bits.putCode(0b0011_0000, count: 8)
        }
        bits.put(0, count: 7)  // end of block
        var coded = header + bits.data
        append(CRC32.checksum(of: Data(count: max(total, count))), to: &coded)
        append(UInt32(truncatingIfNeeded: max(total, count)), to: &coded)
        return coded
    }

    private static func append(_ value: some FixedWidthInteger, to data: inout Data) {
        withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
    }
}
