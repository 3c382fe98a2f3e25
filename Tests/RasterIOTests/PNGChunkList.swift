import Foundation

/// A PNG taken apart into its chunks, to be put together again with something wrong in it.
struct PNGChunkList {
    struct Chunk {
        var type: String
        var body: Data
    }

    var chunks: [Chunk] = []

    /// Takes a sound PNG apart.
    init(_ png: Data) {
        let bytes = [UInt8](png)
        var offset = 8
        while offset + 12 <= bytes.count {
            let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let type = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
            chunks.append(Chunk(type: type, body: Data(bytes[offset + 8..<offset + 8 + length])))
            offset += length + 12
        }
    }

    /// Where the chunks of a type stand.
    func indices(of type: String) -> [Int] {
        chunks.indices.filter { chunks[$0].type == type }
    }

    /// Where the chunks stand that carry a sequence number.
    var numbered: [Int] { chunks.indices.filter { ["fcTL", "fdAT"].contains(chunks[$0].type) } }

    /// Writes a number into a chunk.
    mutating func set(_ value: UInt32, at offset: Int, ofChunk index: Int) {
        chunks[index].body.replaceSubrange(offset..<offset + 4, with: Self.bigEndian(value))
    }

    /// The PNG, its checksums right; lengths of single chunks may be falsified.
    func data(falseLengths: [Int: UInt32] = [:]) -> Data {
        var png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        for (index, chunk) in chunks.enumerated() {
            let length = falseLengths[index] ?? UInt32(chunk.body.count)
            let covered = Data(chunk.type.utf8) + chunk.body
            png += Self.bigEndian(length) + covered + Self.bigEndian(Self.checksum(of: covered))
        }
        return png
    }

    private static func bigEndian(_ value: UInt32) -> Data {
        withUnsafeBytes(of: value.bigEndian) { Data($0) }
    }

    /// CRC-32 (PNG specification, annex D).
    static func checksum(of bytes: Data) -> UInt32 {
        ~bytes.reduce(UInt32.max) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in
                crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1
            }
        }
    }
}
