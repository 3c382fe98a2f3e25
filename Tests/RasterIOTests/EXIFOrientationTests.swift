import Foundation
import Raster
import Testing

@testable import RasterIO

@Suite("The orientation in EXIF", .timeLimit(.minutes(1)))
struct EXIFOrientationTests {
    /// A TIFF directory with one entry.
    static func tiff(
        bigEndian: Bool = true, tag: UInt16 = 0x0112, type: UInt16 = 3, value: UInt16,
        offset: UInt32 = 8, entries: UInt16 = 1
    ) -> [UInt8] {
        func bytes<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
            withUnsafeBytes(of: bigEndian ? value.bigEndian : value.littleEndian) { Array($0) }
        }
        return Array((bigEndian ? "MM" : "II").utf8) + bytes(UInt16(42)) + bytes(offset)
            + bytes(entries) + bytes(tag) + bytes(type) + bytes(UInt32(1)) + bytes(value)
            + [0, 0, 0, 0, 0, 0]
    }

    static func orientation(_ bytes: [UInt8]) -> RasterImage.Orientation? {
        bytes.withUnsafeBytes { EXIFOrientation.orientation(in: $0) }
    }

    @Test("ORI-4: the eight values name the eight orientations", arguments: [true, false])
    func values(bigEndian: Bool) {
        let expected: [RasterImage.Orientation] = [
            .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
        ]
        for (index, orientation) in expected.enumerated() {
            let bytes = Self.tiff(bigEndian: bigEndian, value: UInt16(index + 1))
            #expect(Self.orientation(bytes) == orientation)
            #expect(Self.orientation(Array("Exif\0\0".utf8) + bytes) == orientation)
        }
    }

    @Test("Values, types and offsets that make no sense are ignored")
    func nonsense() {
        #expect(Self.orientation(Self.tiff(value: 0)) == nil)
        #expect(Self.orientation(Self.tiff(value: 9)) == nil)
        #expect(Self.orientation(Self.tiff(type: 4, value: 6)) == nil)
        #expect(Self.orientation(Self.tiff(tag: 0x0113, value: 6)) == nil)
        #expect(Self.orientation(Self.tiff(value: 6, offset: .max)) == nil)
        #expect(Self.orientation(Self.tiff(value: 6, offset: 0)) == nil)
        #expect(Self.orientation([]) == nil)
    }

    @Test("A directory that claims more entries than there are bytes ends at the bytes")
    func tooManyEntries() {
        #expect(Self.orientation(Self.tiff(tag: 1, value: 6, entries: .max)) == nil)
        #expect(Self.orientation(Self.tiff(value: 6, entries: .max)) == .right)
    }

    @Test("Cut at any length it gives nothing or the right value")
    func truncated() {
        let bytes = Self.tiff(value: 8)
        for length in 0..<bytes.count {
            let found = Self.orientation(Array(bytes.prefix(length)))
            #expect(found == nil || found == .left)
        }
    }

    @Test("ORI-4: pictures stored in eight ways decode to the same upright picture")
    func upright() throws {
        let fixtures = Fixture.named("jpeg-orientation-")
        #expect(fixtures.count == 8)
        for fixture in fixtures {
            let header = try ImageDecoder.header(of: try fixture.data())
            #expect(header.orientation == RasterImage.Orientation(exif: fixture.orientation ?? 0))
            #expect(header.width == 32 && header.height == 16)
            let bitmap = try ImageDecoder.decode(try fixture.data())
            #expect(fixture.difference(from: bitmap) ?? 255 <= fixture.tolerance)
            let small = try ImageDecoder.decode(try fixture.data(), maxPixelSize: 8)
            #expect(small.width == 8 && small.height == 4)
            #expect((small.pixel(x: 1, y: 1)?.red ?? 0) > 180)
            #expect((small.pixel(x: 6, y: 1)?.green ?? 0) > 150)
            #expect((small.pixel(x: 1, y: 3)?.blue ?? 0) > 180)
        }
    }
}
