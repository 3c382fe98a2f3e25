import Foundation
import Raster
import RasterIO
import Testing

@Suite("Headers that promise too much or nothing", .timeLimit(.minutes(1)))
struct HostileHeaderTests {
    /// A fixture and where the bytes of its width and height stand.
    struct Header: CustomTestStringConvertible, Sendable {
        let name: String
        /// Bytes before the sides, found in the fixture; empty for its start.
        var marker: [UInt8] = []
        var widthOffset: Int
        var heightOffset: Int
        var size = 2
        var isBigEndian = false
        /// Largest side that the format can express.
        var largest = 65_535

        var testDescription: String { name }

        /// The fixture with other sides.
        func data(width: Int, height: Int) throws -> Data {
            var data = try Fixture.data(name)
            let start =
                marker.isEmpty
                ? 0 : try #require(data.range(of: Data(marker)), "no marker").upperBound
            for (offset, side) in [(widthOffset, width), (heightOffset, height)] {
                let little = (0..<size).map { UInt8(truncatingIfNeeded: side >> (8 * $0)) }
                data.replaceSubrange(
                    start + offset..<start + offset + size,
                    with: isBigEndian ? little.reversed() : little)
            }
            return data
        }
    }

    private static let all = [
        Header(
            name: "jpeg-444.jpg", marker: [0xFF, 0xC0, 0, 0x11, 8], widthOffset: 2,
            heightOffset: 0, isBigEndian: true),
        Header(
            name: "jpeg-progressive.jpg", marker: [0xFF, 0xC2, 0, 0x11, 8], widthOffset: 2,
            heightOffset: 0, isBigEndian: true),
        Header(name: "gif-pillow.gif", widthOffset: 6, heightOffset: 8),
        Header(
            name: "bmp-24bit.bmp", widthOffset: 18, heightOffset: 22, size: 4, largest: 0x7FFF_FFFF),
        Header(
            name: "tiff-grey.tif", widthOffset: 18, heightOffset: 30, size: 4, largest: 0xFFFF_FFFF
        ),
        Header(
            name: "avif-opaque.avif", marker: Array("ispe\0\0\0\0".utf8), widthOffset: 0,
            heightOffset: 4, size: 4, isBigEndian: true, largest: 0x7FFF_FFFF),
        Header(
            name: "heic-opaque.heic", marker: Array("ispe\0\0\0\0".utf8), widthOffset: 0,
            heightOffset: 4, size: 4, isBigEndian: true, largest: 0x7FFF_FFFF),
        // The larger picture of two; an icon counts its mask as rows.
        Header(
            name: "ico-bitmap.ico", marker: [40, 0, 0, 0, 32, 0, 0, 0, 64, 0, 0, 0],
            widthOffset: -8, heightOffset: -4, size: 4, largest: 0x7FFF_FFFF),
        Header(
            name: "webp-animated.webp", marker: Array("VP8X".utf8), widthOffset: 8,
            heightOffset: 11, size: 3, largest: 65_535),
    ].filter { header in Fixture.all.contains { $0.name == header.name } }

    @Test("The limits refuse the largest picture that a format can claim", arguments: all)
    func gigapixels(_ header: Header) throws {
        let data = try header.data(width: header.largest, height: header.largest)
        for size in [nil, 16] {
            let error = #expect(throws: (any Error).self) {
                try ImageDecoder.decode(data, maxPixelSize: size)
            }
            #expect(error is ImageDecodingError, "\(String(describing: error))")
        }
        #expect(throws: ImageDecodingError.self) {
            if try ImageDecoder.animation(in: data) == nil {
                _ = try ImageDecoder.decode(data)
            }
        }
    }

    @Test("Four gigapixels are named in the error", arguments: all)
    func fourGigapixels(_ header: Header) throws {
        // Formats whose library refuses such a size before we do are allowed to.
        let data = try header.data(width: 65_500, height: 65_500)
        let error = #expect(throws: ImageDecodingError.self) { try ImageDecoder.decode(data) }
        guard case .tooManyPixels(_, _, 1, let limit) = error else {
            let mayRefuseFirst = header.name.hasPrefix("avif") || header.name.hasPrefix("heic")
            #expect(mayRefuseFirst, "\(String(describing: error))")
            return
        }
        #expect(limit == DecodeLimits.default.maxPixels)
    }

    @Test("A side of zero is an error, or the size is that of the pixels", arguments: all)
    func zero(_ header: Header) throws {
        for (width, height) in [(0, 0), (0, 9), (9, 0)] {
            let data = try header.data(width: width, height: height)
            do {
                let bitmap = try ImageDecoder.decode(data)
                #expect(bitmap.width > 0 && bitmap.height > 0)
                if header.name.hasPrefix("heic") {
                    // libheif then takes what the coded picture says.
                    #expect(bitmap.width == 64 && bitmap.height == 48)
                } else {
                    #expect(header.name.hasPrefix("gif") || header.name.hasPrefix("webp"))
                }
            } catch {
                #expect(error is ImageDecodingError, "\(error)")
            }
        }
    }

    @Test("Heights that are negative, or have no opposite, are read or refused but never trap")
    func negativeHeights() throws {
        let header = try #require(Self.all.first { $0.name == "bmp-24bit.bmp" })
        let turned = try ImageDecoder.decode(header.data(width: 37, height: -21))
        #expect(turned.width == 37 && turned.height == 21)
        #expect(throws: ImageDecodingError.self) {
            try ImageDecoder.decode(header.data(width: 37, height: Int(Int32.min)))
        }
        #expect(throws: ImageDecodingError.self) {
            try ImageDecoder.decode(header.data(width: -37, height: 21))
        }
    }
}
