package import Foundation

/// Packs bits as deflate does (RFC 1951, section 3.1.1): from the lowest of each byte on.
package struct BitWriter {
    private var bytes = Data()
    private var partial: UInt64 = 0
    private var partialCount = 0

    /// Creates a writer without bits.
    package init() {}

    /// Puts bits, the lowest first.
    ///
    /// - Parameters:
    ///   - bits: The bits; those above `count` must be zero.
    ///   - count: How many of them; at most 32.
    package mutating func put(_ bits: UInt64, count: Int) {
        partial |= bits << UInt64(partialCount)
        partialCount += count
        while partialCount >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: partial))
            partial >>= 8
            partialCount -= 8
        }
    }

    /// Puts a Huffman code, whose highest bit comes first.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - count: Its length in bits; at most 16.
    package mutating func putCode(_ code: UInt64, count: Int) {
        let reversed = (0..<count).reduce(UInt64(0)) { $0 << 1 | (code >> UInt64($1)) & 1 }
        put(reversed, count: count)
    }

    /// Puts all bits of another writer behind those of this one.
    package mutating func append(_ other: BitWriter) {
        for byte in other.bytes { put(UInt64(byte), count: 8) }
        put(other.partial, count: other.partialCount)
    }

    /// Everything so far, with zeros up to a whole byte.
    package var data: Data {
        partialCount > 0 ? bytes + [UInt8(truncatingIfNeeded: partial)] : bytes
    }
}
