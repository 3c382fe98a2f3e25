import Foundation
import Raster
import RasterIO
import Testing

@Suite("Hostile input is refused with a reason", .timeLimit(.minutes(2)))
struct HostileInputTests {
    @Test("No bytes are an error of their own")
    func empty() {
        #expect(throws: ImageDecodingError.emptyData) { try ImageDecoder.decode(Data()) }
        #expect(throws: ImageDecodingError.emptyData) { try ImageDecoder.header(of: Data()) }
    }

    @Test("An HTML page is named as such")
    func html() throws {
        let page = Data("<!DOCTYPE html><html><body>404 Not Found</body></html>".utf8)
        let error = #expect(throws: ImageDecodingError.self) { try ImageDecoder.decode(page) }
        #expect(try #require(error).description.contains("an HTML page"))
    }

    @Test(
        "Other data gets a hint",
        arguments: [
            ("{\"error\": 1}", "JSON"), ("%PDF-1.7", "PDF"), ("hello", "plain text"),
        ])
    func hints(_ text: String, _ hint: String) throws {
        let error = #expect(throws: ImageDecodingError.self) {
            try ImageDecoder.decode(Data(text.utf8))
        }
        #expect(try #require(error).description.contains(hint))
    }

    /// A PNG signature and an IHDR with any size; the CRC is right for none of them.
    static func pngHeader(width: UInt32, height: UInt32) -> Data {
        var data = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13])
        data += Array("IHDR".utf8)
        for value in [width, height] { data += withUnsafeBytes(of: value.bigEndian) { Array($0) } }
        return data + [8, 6, 0, 0, 0, 0, 0, 0, 0]
    }

    @Test("A PNG header of 60,000×60,000 is refused before anything is allocated")
    func hugePNG() throws {
        let error = #expect(throws: ImageDecodingError.self) {
            try ImageDecoder.decode(Self.pngHeader(width: 60_000, height: 60_000))
        }
        #expect(
            error
                == .tooManyPixels(
                    width: 60_000, height: 60_000, frames: 1,
                    limit: DecodeLimits.default.maxPixels))
        #expect(try #require(error).description.contains("60000×60000"))
    }

    @Test("A PNG header of four gigapixels or no pixels is refused", arguments: [0, 1, UInt32.max])
    func absurdPNG(_ side: UInt32) {
        #expect(throws: ImageDecodingError.self) {
            try ImageDecoder.decode(Self.pngHeader(width: side, height: .max))
        }
        #expect(throws: ImageDecodingError.self) {
            try ImageDecoder.decode(Self.pngHeader(width: side, height: 0))
        }
    }

    @Test("A JPEG that claims 65,000×65,000 is refused by its header")
    func hugeJPEG() throws {
        var data = try Fixture.data("jpeg-444.jpg")
        let frame = try #require(data.range(of: Data([0xFF, 0xC0, 0x00, 0x11, 0x08])))
        data.replaceSubrange(
            frame.upperBound..<frame.upperBound + 4, with: [0xFD, 0xE8, 0xFD, 0xE8])
        #expect(
            throws: ImageDecodingError.tooManyPixels(
                width: 65_000, height: 65_000, frames: 1, limit: 1_000_000)
        ) {
            try ImageDecoder.decode(data, limits: DecodeLimits(maxPixels: 1_000_000))
        }
    }

    @Test("More bytes than allowed are refused")
    func tooManyBytes() throws {
        let data = try Fixture.data("jpeg-444.jpg")
        #expect(throws: ImageDecodingError.tooManyBytes(count: data.count, limit: 100)) {
            try ImageDecoder.decode(data, limits: DecodeLimits(maxBytes: 100))
        }
    }

    @Test("A limit of exactly the pixels of a picture admits it")
    func exactLimit() throws {
        let data = try Fixture.data("jpeg-444.jpg")
        _ = try ImageDecoder.decode(data, limits: DecodeLimits(maxPixels: 50 * 35))
        #expect(throws: ImageDecodingError.self) {
            try ImageDecoder.decode(data, limits: DecodeLimits(maxPixels: 50 * 35 - 1))
        }
    }

    @Test("A progressive JPEG with thousands of scans is given up")
    func scanBomb() throws {
        let data = try Fixture.data("jpeg-progressive.jpg")
        let scan = try #require(data.range(of: Data([0xFF, 0xDA])))
        let next = try #require(
            data.range(of: Data([0xFF, 0xC4]), in: scan.upperBound..<data.endIndex))
        let firstScan = data[scan.lowerBound..<next.lowerBound]
        var bomb = data[..<scan.lowerBound]
        for _ in 0..<5_000 { bomb += firstScan }
        bomb += data[next.lowerBound...]
        let error = #expect(throws: ImageDecodingError.self) { try ImageDecoder.decode(bomb) }
        guard case .excessive(.jpeg, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A damaged checksum of PNG pixels is an error")
    func checksum() throws {
        var data = try Fixture.data("png-c6-8bit.png")
        let chunk = try #require(data.range(of: Data("IDAT".utf8)))
        data[chunk.upperBound + 20] ^= 0x10
        #expect(throws: ImageDecodingError.self) { try ImageDecoder.decode(data) }
    }

    @Test("The reason that data cannot be decoded is nil for a picture")
    func failure() throws {
        #expect(ImageDecoder.failure(decoding: try Fixture.data("jpeg-444.jpg")) == nil)
        #expect(ImageDecoder.failure(decoding: Data()) as? ImageDecodingError == .emptyData)
    }
}
