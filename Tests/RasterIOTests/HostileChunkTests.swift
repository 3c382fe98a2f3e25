import Foundation
import Raster
import RasterIO
import TestTools
import Testing

@Suite("Chunks with false lengths and bombs in them", .timeLimit(.minutes(1)))
struct HostileChunkTests {
    /// A picture or a typed error; anything else fails the test.
    private func decodesOrThrows(_ data: Data, _ note: String) {
        do {
            let bitmap = try ImageDecoder.decode(data)
            #expect(bitmap.width > 0, "\(note)")
            _ = try ImageDecoder.animation(in: data)?.frame(at: 0, maxPixelSize: nil)
            _ = try ImageDecoder.header(of: data)
        } catch {
            #expect(error is ImageDecodingError || error is RasterError, "\(note): \(error)")
        }
    }

    @Test(
        "A PNG chunk whose length is a lie",
        arguments: [
            "png-c6-8bit.png", "png-c3-4bit-trns.png", "png-icc-rgb.png", "png-animated.png",
        ])
    func pngLengths(_ name: String) throws {
        let list = PNGChunkList(try Fixture.data(name))
        for index in list.chunks.indices {
            let length = UInt32(list.chunks[index].body.count)
            for lie in [0, 1, length &+ 1, length &- 1, UInt32(Int32.max), .max, .max - 11] {
                decodesOrThrows(list.data(falseLengths: [index: lie]), "\(index): \(lie)")
            }
        }
    }

    @Test("A JPEG segment whose length is a lie", arguments: ["jpeg-icc-rgb.jpg", "jpeg-420.jpg"])
    func jpegLengths(_ name: String) throws {
        let data = try Fixture.data(name)
        for index in data.indices.dropLast(3) where data[index] == 0xFF && data[index + 1] >= 0xC0 {
            for lie in [UInt16(0), 1, 2, 3, 0x7FFF, .max] {
                var damaged = data
                damaged[index + 2] = UInt8(lie >> 8)
                damaged[index + 3] = UInt8(lie & 0xFF)
                decodesOrThrows(damaged, "\(index): \(lie)")
            }
        }
    }

    @Test(
        "A box or chunk whose length is a lie",
        arguments: Fixture.all.map(\.name).filter {
            $0.hasPrefix("webp-") || $0.hasPrefix("avif-") || $0.hasPrefix("heic-")
        })
    func boxLengths(_ name: String) throws {
        let data = try Fixture.data(name)
        // Lengths stand before the name of a box, and behind that of a chunk.
        let offset = name.hasPrefix("webp-") ? 4 : -4
        for index in 4..<data.count - 8
        where data[index..<index + 4].allSatisfy({ (0x20...0x7A).contains($0) }) {
            for lie in [UInt32(0), 1, 7, 8, UInt32(Int32.max), .max] {
                var damaged = data
                withUnsafeBytes(of: lie) {
                    damaged.replaceSubrange(index + offset..<index + offset + 4, with: $0)
                }
                decodesOrThrows(damaged, "\(index): \(lie)")
            }
        }
    }

    @Test("A profile that unpacks to far more than any profile is left out")
    func profileBomb() throws {
        let picture = try Bitmap.smooth(width: 6, height: 5)
        var list = PNGChunkList(try ImageEncoder.encode(picture, as: .png))
        var body = Data("bomb\0\0".utf8)
        body += Self.zlibZeros(megabytes: 32)
        list.chunks.insert(PNGChunkList.Chunk(type: "iCCP", body: body), at: 1)
        let data = list.data()
        #expect(data.count < 400_000)
        #expect(try ImageDecoder.decode(data) == picture)
        #expect(try ImageDecoder.decode(data, maxPixelSize: 3).width == 3)
        #expect(try ImageDecoder.header(of: data).colorProfileName == nil)
    }

    @Test("Compressed text that unpacks to far more is not unpacked")
    func textBomb() throws {
        // Interlaced pictures are read by libpng.
        for name in ["png-c6-8bit.png", "png-c6-8bit-adam7.png"] {
            let original = try Fixture.data(name)
            var list = PNGChunkList(original)
            let zeros = Self.zlibZeros(megabytes: 32)
            for (type, head) in [("zTXt", "a\0\0"), ("iTXt", "a\0\u{1}\0\0\0")] {
                let chunk = PNGChunkList.Chunk(type: type, body: Data(head.utf8) + zeros)
                list.chunks.insert(chunk, at: 1)
            }
            #expect(try ImageDecoder.decode(list.data()) == ImageDecoder.decode(original))
        }
    }

    /// A zlib stream of zeros, about a thousandth of what it stands for: stored by hand, since 32 MB
    /// are not worth compressing for.
    private static func zlibZeros(megabytes: Int) -> Data {
        // A fixed Huffman block: one literal 0, then pairs of length 258 (code 285) and distance 1.
        var bits = BitWriter()
        bits.put(0b1, count: 1)
        bits.put(0b01, count: 2)
        bits.putCode(0b0011_0000, count: 8)
        let repetitions = megabytes * 1_048_576 / 258
        for _ in 0..<repetitions {
            bits.putCode(0b1100_0101, count: 8)
            bits.putCode(0, count: 5)
        }
        bits.putCode(0, count: 7)
        // Adler-32 of n zeros: the low half is 1, the high half n modulo 65521.
        let count = 1 + repetitions * 258
        let adler = UInt32(count % 65_521) << 16 | 1
        var stream = Data([0x78, 0x9C])
        stream += bits.data
        return stream + PNGBytes.bigEndian(adler)
    }
}
