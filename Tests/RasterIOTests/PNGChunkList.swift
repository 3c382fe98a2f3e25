import Foundation
import TestTools

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
        chunks[index].body.replaceSubrange(offset..<offset + 4, with: PNGBytes.bigEndian(value))
    }

    /// The PNG, its checksums right; lengths of single chunks may be falsified.
    func data(falseLengths: [Int: UInt32] = [:]) -> Data {
        var png = PNGBytes.signature
        for (index, chunk) in chunks.enumerated() {
            png += PNGBytes.chunk(chunk.type, chunk.body, length: falseLengths[index])
        }
        return png
    }
}
