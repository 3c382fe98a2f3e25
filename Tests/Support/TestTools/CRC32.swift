package import Foundation

/// The checksum of PNG (annex D of its specification) and of gzip (RFC 1952).
package enum CRC32 {
    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
        }
    }

    /// The checksum of bytes.
    ///
    /// - Parameter data: The bytes.
    /// - Returns: The checksum.
    package static func checksum(of data: Data) -> UInt32 {
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
