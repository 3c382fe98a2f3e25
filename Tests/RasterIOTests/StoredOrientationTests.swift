import Foundation
import Raster
import RasterIO
import TestTools
import Testing

/// The eight ways to store a picture, in files whose tag is patched; the JPEGs of Fixtures are apart.
@Suite("Orientations in the metadata of each format", .timeLimit(.minutes(1)))
struct StoredOrientationTests {
    /// A file with any value of the orientation tag.
    struct Container: CustomTestStringConvertible, Sendable {
        let name: String
        let file: @Sendable (_ tag: UInt8) throws -> Data

        var testDescription: String { name }
    }

    private static let containers = [
        Container(name: "png") { tag in
            // Behind the signature and the header.
            let png = try ImageEncoder.encode(try picture(), as: .png)
            let exif: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1] + bigEntry(tag) + [0, 0]
            return png.prefix(33) + PNGBytes.chunk("eXIf", Data(exif + [0, 0, 0, 0]))
                + png.dropFirst(33)
        },
        Container(name: "tiff") { try patched("tiff-orientation.tif", tag: $0) },
        Container(name: "webp") { try patched("webp-orientation.webp", tag: $0) },
    ].filter { container in
        container.name == "png" || Fixture.all.contains { $0.name.hasPrefix(container.name + "-") }
    }

    private static func picture() throws -> Bitmap {
        try Bitmap.made(width: 7, height: 5, isOpaque: true) { x, y in
            Pixel(red: UInt8(30 * x), green: UInt8(50 * y), blue: UInt8(9 * x * y), alpha: 255)
        }
    }

    /// The entry of a directory that says how the picture is stored, big-endian.
    private static func bigEntry(_ tag: UInt8) -> [UInt8] {
        [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, tag]
    }

    /// A fixture of orientation 6 with another one.
    private static func patched(_ name: String, tag: UInt8) throws -> Data {
        var data = try Fixture.data(name)
        let little: [UInt8] = [0x12, 0x01, 3, 0, 1, 0, 0, 0, 6]
        if let range = data.range(of: Data(little)) {
            data[range.upperBound - 1] = tag
        } else {
            let range = try #require(data.range(of: Data(bigEntry(6))), "no tag in it")
            data[range.upperBound - 1] = tag
        }
        return data
    }

    /// Where a stored pixel is seen, straight from the table of rule ORI-4.
    private func upright(_ tag: UInt8, _ x: Int, _ y: Int, _ w: Int, _ h: Int) -> (x: Int, y: Int) {
        switch tag {
        case 2: (w - 1 - x, y)
        case 3: (w - 1 - x, h - 1 - y)
        case 4: (x, h - 1 - y)
        case 5: (y, x)
        case 6: (h - 1 - y, x)
        case 7: (h - 1 - y, w - 1 - x)
        case 8: (y, w - 1 - x)
        default: (x, y)
        }
    }

    @Test(
        "ORI-4: every value of the tag turns the pixels as the table says",
        arguments: containers, UInt8(1)...8)
    func turned(container: Container, tag: UInt8) throws {
        let stored = try ImageDecoder.decode(try container.file(1))
        let data = try container.file(tag)
        let shown = try ImageDecoder.decode(data)
        let header = try ImageDecoder.header(of: data)
        #expect(header.width == shown.width && header.height == shown.height)
        let (width, height) = (stored.width, stored.height)
        #expect(shown.width == (tag > 4 ? height : width))
        #expect(shown.height == (tag > 4 ? width : height))
        for y in 0..<height {
            for x in 0..<width {
                let place = upright(tag, x, y, width, height)
                guard shown.pixel(x: place.x, y: place.y) == stored.pixel(x: x, y: y) else {
                    Issue.record("pixel \(x), \(y)")
                    return
                }
            }
        }
        let reduced = try ImageDecoder.decode(data, maxPixelSize: 5)
        #expect((reduced.width > reduced.height) == (shown.width > shown.height))
        #expect(max(reduced.width, reduced.height) == 5)
    }

    @Test("ORI-4: a value that does not exist leaves the pixels as stored", arguments: containers)
    func noSuchValue(container: Container) throws {
        let stored = try ImageDecoder.decode(try container.file(1))
        for tag in [UInt8(0), 9, 255] {
            #expect(try ImageDecoder.decode(try container.file(tag)) == stored)
        }
    }
}
