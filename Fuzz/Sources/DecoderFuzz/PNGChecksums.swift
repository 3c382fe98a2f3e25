import Foundation

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
                let crc = checksum(of: bytes[offset + 4..<end])
                for index in 0..<4 { bytes[end + index] = UInt8(crc >> (24 - 8 * index) & 0xFF) }
            }
            offset = end + 4
        }
        return Data(bytes)
    }

    /// CRC-32 (PNG specification, annex D).
    private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
        ~bytes.reduce(UInt32.max) { crc, byte in
            table[Int((crc ^ UInt32(byte)) & 0xFF)] ^ (crc >> 8)
        }
    }

    private static let table: [UInt32] = (0..<256).map { value in
        (0..<8).reduce(UInt32(value)) { crc, _ in
            crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1
        }
    }
}
