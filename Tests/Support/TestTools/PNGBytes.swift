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

    /// A whole picture, its rows not compressed.
    ///
    /// - Parameters:
    ///   - width: Width in pixels.
    ///   - height: Height in pixels.
    ///   - depth: Bits of a sample.
    ///   - colorType: The number of the kind of pixels: 0 grey, 2 colour, 3 indexed, 4 and 6 the first
    ///     two with alpha. Default 0.
    ///   - palette: Red, green and blue of each index. Default none.
    ///   - rows: The rows, each after the number of its filter.
    /// - Returns: The bytes.
    package static func picture(
        width: Int, height: Int, depth: UInt8, colorType: UInt8 = 0, palette: [UInt8] = [],
        rows: [UInt8]
    ) -> Data {
        let size = bigEndian(UInt32(width)) + bigEndian(UInt32(height))
        return signature
            + chunk("IHDR", size + [depth, colorType, 0, 0, 0])
            + (palette.isEmpty ? Data() : chunk("PLTE", Data(palette)))
            + chunk("IDAT", StoredZlib.stream(rows)) + chunk("IEND", Data())
    }

    /// A number as PNG and zlib write it.
    ///
    /// - Parameter value: The number.
    /// - Returns: Four bytes, the highest first.
    package static func bigEndian(_ value: UInt32) -> Data {
        withUnsafeBytes(of: value.bigEndian) { Data($0) }
    }
}
