#if canImport(CoreGraphics)
import CoreGraphics
import Foundation
import Testing

@testable import Kingfisher

@Suite("Decoding on a context", .timeLimit(.minutes(1)))
struct ImageContextAppleTests {
    private static func context(side: Int) throws -> CGContext {
        let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        return try #require(
            CGContext(
                data: nil, width: side, height: side, bitsPerComponent: 8, bytesPerRow: 0,
                space: space, bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    }

    /// An image of one colour, opaque.
    private static func image(side: Int, scale: CGFloat) throws -> KFCrossPlatformImage {
        let context = try context(side: side)
        context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: side, height: side))
        return KFCrossPlatformImage(bitmap: try #require(context.makeImage()), scale: scale)
    }

    @Test("DEC-8: the context's pixels become the result, drawn on as large as the points are")
    func decodesOnContext() throws {
        let image = try Self.image(side: 8, scale: 2)
        let decoded = image.kf.decoded(on: try Self.context(side: 8))
        #expect(decoded !== image)
        #expect(decoded.kf.scale == image.kf.scale)
        #expect(decoded.kf.size == image.kf.size)
        let bitmap = try Bitmap.drawn(try #require(decoded.kf.cgImage))
        #expect(bitmap.width == 8 && bitmap.height == 8)
        let drawn = 8 / Int(image.kf.scale)
        // Core Graphics counts rows from below.
        #expect(bitmap.pixel(x: 0, y: 7) == Pixel(red: 255, green: 0, blue: 0, alpha: 255))
        #expect(bitmap.pixel(x: drawn - 1, y: 8 - drawn)?.alpha == 255)
        #expect(drawn == 8 || bitmap.pixel(x: drawn, y: 7 - drawn)?.alpha == 0)
    }

    @Test("DEC-8: an animation comes back as it is")
    func animationStays() throws {
        let image = try Self.image(side: 2, scale: 1)
        image.kf.imageFrameCount = 3
        #expect(image.kf.decoded(on: try Self.context(side: 2)) === image)
    }

    @Test("Pixels survive the way to Core Graphics and back", arguments: [true, false])
    func roundTrip(isOpaque: Bool) throws {
        let bitmap = try Bitmap(width: 3, height: 2, isOpaque: isOpaque) { bytes, bytesPerRow in
            for y in 0..<2 {
                for x in 0..<3 {
                    let pixel: [UInt8] = [UInt8(20 * x), UInt8(30 * y), 60, isOpaque ? 255 : 128]
                    let start = y * bytesPerRow + 4 * x
                    for (offset, byte) in pixel.enumerated() { bytes[start + offset] = byte }
                }
            }
        }
        let result = try Bitmap.drawn(try #require(bitmap.coreImage))
        #expect(result.isOpaque == isOpaque)
        for y in 0..<2 {
            for x in 0..<3 { #expect(result.pixel(x: x, y: y) == bitmap.pixel(x: x, y: y)) }
        }
    }
}
#endif
