package import Foundation

/// What a PNG is made of.
package enum PNGBytes {
    /// The first eight bytes.
    package static let signature = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])

    /// A chunk: length, type, body and checksum.
    ///
    /// - Parameters:
    ///   - type: Four letters.
    ///   - body: The body.
    ///   - length: What the chunk says its length is. Nil, the default, means the truth.
    /// - Returns: The bytes.
    package static func chunk(_ type: String, _ body: Data, length: UInt32? = nil) -> Data {
        let covered = Data(type.utf8) + body
        return bigEndian(length ?? UInt32(body.count)) + covered
            + bigEndian(CRC32.checksum(of: covered))
    }

    /// A number as PNG and zlib write it.
    ///
    /// - Parameter value: The number.
    /// - Returns: Four bytes, the highest first.
    package static func bigEndian(_ value: UInt32) -> Data {
        withUnsafeBytes(of: value.bigEndian) { Data($0) }
    }
}
