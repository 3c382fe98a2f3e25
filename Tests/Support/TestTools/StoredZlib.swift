package import Foundation

/// Streams of zlib that are not compressed (RFC 1950; RFC 1951, section 3.2.4).
package enum StoredZlib {
    /// A stream of any bytes.
    ///
    /// - Parameter bytes: What it holds.
    /// - Returns: The stream.
    package static func stream(_ bytes: [UInt8]) -> Data {
        var stream = Data([0x78, 0x01])
        var offset = 0
        repeat {
            let count = min(0xFFFF, bytes.count - offset)
            let length = UInt16(count)
            stream.append(offset + count == bytes.count ? 1 : 0)
            for number in [length, ~length] { stream += [UInt8(number & 255), UInt8(number >> 8)] }
            stream += bytes[offset..<offset + count]
            offset += count
        } while offset < bytes.count
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return stream + PNGBytes.bigEndian(high << 16 | low)
    }
}
