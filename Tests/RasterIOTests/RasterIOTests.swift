import Foundation
import Raster
import Testing

@testable import RasterIO

@Suite("Encoding and decoding", .timeLimit(.minutes(1)))
struct RoundTripTests {
    static func gradient(width: Int, height: Int, isOpaque: Bool) throws -> Bitmap {
        try Bitmap(width: width, height: height, isOpaque: isOpaque) { buffer, bytesPerRow in
            for y in 0..<height {
                for x in 0..<width {
                    let alpha = isOpaque ? 255 : (x * 255) / max(1, width - 1)
                    let offset = y * bytesPerRow + x * 4
                    buffer[offset] = UInt8(alpha * y / max(1, height))
                    buffer[offset + 1] = UInt8(alpha * x / max(1, width))
                    buffer[offset + 2] = UInt8(alpha / 2)
                    buffer[offset + 3] = UInt8(alpha)
                }
            }
        }
    }

    @Test("An opaque bitmap survives PNG exactly")
    func opaquePNG() throws {
        let bitmap = try Self.gradient(width: 37, height: 21, isOpaque: true)
        let data = try ImageEncoder.encode(bitmap, as: .png)
        #expect(try ImageDecoder.decode(data) == bitmap)
        #expect(try ImageDecoder.header(of: data).hasAlpha == false)
    }

    @Test("JPEG keeps smooth colours within 4 of 255")
    func smoothJPEG() throws {
        let bitmap = try Self.gradient(width: 64, height: 48, isOpaque: true)
        let data = try ImageEncoder.encode(
            bitmap, as: .jpeg, options: ImageEncodingOptions(quality: 1))
        let decoded = try ImageDecoder.decode(data)
        #expect(decoded.width == 64 && decoded.height == 48 && decoded.isOpaque)
        for y in 0..<48 {
            for x in 0..<64 {
                let (before, after) = (
                    try #require(bitmap.pixel(x: x, y: y)), try #require(decoded.pixel(x: x, y: y))
                )
                #expect(abs(Int(before.red) - Int(after.red)) <= 4)
                #expect(abs(Int(before.green) - Int(after.green)) <= 4)
                #expect(abs(Int(before.blue) - Int(after.blue)) <= 4)
                #expect(after.alpha == 255)
            }
        }
    }
}
