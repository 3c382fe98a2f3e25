import Foundation
import Raster
import RasterIO
import TestTools
import Testing

/// What the formats whose traits are off by default do with headers that promise too much.
@Suite("JPEG XL and SVG", .timeLimit(.minutes(1)))
struct OptionalFormatTests {
    private static func decodes(_ format: EncodedImageFormat) -> Bool {
        HiddenColorTests.decodes(format)
    }

    /// The start of a square JPEG XL (ISO/IEC 18181-1, annex A).
    private static func jxl(side: UInt64) -> Data {
        var bits = BitWriter()
        bits.put(0xFF, count: 8)
        bits.put(0x0A, count: 8)
        // Not a multiple of eight; the height less one in 30 bits; the ratio 1:1.
        bits.put(0, count: 1)
        bits.put(3, count: 2)
        bits.put(side - 1, count: 30)
        bits.put(1, count: 3)
        // All that follows as by default: eight bits of sRGB.
        bits.put(1, count: 1)
        bits.put(0, count: 11)
        return bits.data
    }

    private static func svg(_ attributes: String, _ body: String = "") -> Data {
        Data("<svg xmlns=\"http://www.w3.org/2000/svg\" \(attributes)>\(body)</svg>".utf8)
    }

    @Test("A JPEG XL header beyond the limits is refused by name", .enabled(if: decodes(.jxl)))
    func largeJXL() throws {
        #expect(try ImageDecoder.header(of: Self.jxl(side: 4000)).storedWidth == 4000)
        let data = Self.jxl(side: 65_500)
        for side in [nil, 16] {
            let error = #expect(throws: ImageDecodingError.self) {
                try ImageDecoder.decode(data, maxPixelSize: side)
            }
            guard case .tooManyPixels(65_500, 65_500, 1, _) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test(
        "A drawing counts with the pixels that are drawn, not with those it claims",
        .enabled(if: decodes(.svg)))
    func largeSVG() throws {
        let data = Self.svg("width='60000' height='60000'", "<rect width='60000' height='60000'/>")
        let error = #expect(throws: ImageDecodingError.self) { try ImageDecoder.decode(data) }
        guard case .tooManyPixels(60_000, 60_000, 1, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let small = try ImageDecoder.decode(data, maxPixelSize: 16)
        #expect(small.width == 16 && small.height == 16)
        #expect(small.pixel(x: 8, y: 8) == Pixel(red: 0, green: 0, blue: 0, alpha: 255))
    }

    @Test(
        "IMG-3: a drawing has the size it says, else that of its view box, else 512 a side",
        .enabled(if: decodes(.svg)),
        arguments: [
            ("width='100' height='200'", 100, 200), ("viewBox='0 0 30 20'", 30, 20),
            ("", 512, 512), ("width='0' height='0'", 512, 512),
            ("width='-5' height='1e30'", 512, 512),
        ])
    func sizes(attributes: String, width: Int, height: Int) throws {
        let header = try ImageDecoder.header(of: Self.svg(attributes))
        #expect(header.storedWidth == width && header.storedHeight == height)
    }

    @Test("A drawing loads no file and no address", .enabled(if: decodes(.svg)))
    func loadsNothing() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("red.png")
        try Fixture.data("png-gamma-srgb.png").write(to: file)
        let drawing = Self.svg(
            "width='8' height='8' xmlns:xlink='http://www.w3.org/1999/xlink'",
            "<image width='8' height='8' xlink:href='\(file.absoluteString)'/>")
        let bitmap = try ImageDecoder.decode(drawing)
        #expect(bitmap.pixel(x: 4, y: 4)?.alpha == 0)
    }

    @Test("What only begins like a drawing is a typed error", .enabled(if: decodes(.svg)))
    func broken() {
        let texts = [
            "<svg", "<svg></svg", "<?xml version='1.0'?><html/>",
            "<svg xmlns='http://www.w3.org/2000/svg'><rect",
            "<!DOCTYPE svg [<!ENTITY a '&b;'><!ENTITY b '&a;'>]><svg>&a;</svg>",
        ]
        for text in texts {
            #expect(throws: ImageDecodingError.self) { try ImageDecoder.decode(Data(text.utf8)) }
        }
    }
}
