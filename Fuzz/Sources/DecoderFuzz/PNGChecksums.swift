import Foundation

@testable import RasterIO

/// Makes the checksums of an altered PNG right again, so that the fuzzer gets past them.
enum PNGChecksums {
    /// The data with the right checksum behind every chunk that is all there.
    ///
    /// A long chunk that ends in 0x55 keeps its own: wrong checksums are to be met as well.
    static func repaired(_ data: Data) -> Data {
        var bytes = [UInt8](data)
        var offset = 8
        while offset + 12 <= bytes.count {
            let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - offset - 12 else { break }
            let end = offset + 8 + length
            let isKept = length > 40 && bytes[end - 1] == 0x55
            if !isKept {
                let crc = bytes.withUnsafeBytes {
                    PNGChunks.checksum(of: UnsafeRawBufferPointer(rebasing: $0[offset + 4..<end]))
                }
                for index in 0..<4 { bytes[end + index] = UInt8(crc >> (24 - 8 * index) & 0xFF) }
            }
            offset = end + 4
        }
        return Data(bytes)
    }
}
