import Foundation
import TestTools
import Testing

@testable import Kingfisher

/// What all drawing has in common: the bitmap it draws into.
///
/// The reference describes the canvas of AppKit; where that is of another kind than ours, the tests
/// hold what Differences.md says of ours.
@Suite("Canvas", .timeLimit(.minutes(1)))
struct CanvasTests {
    private typealias Images = KingfisherWrapper<KFCrossPlatformImage>

    @Test(
        "CAN-1 to CAN-3: a canvas has whole pixels, at least one each way, and the scale of the image",
        arguments: [
            (CGSize(width: 0.2, height: 5), CGFloat(1), 1, 5),
            (CGSize(width: 10.5, height: 4), 1, 11, 4), (CGSize(width: 10.5, height: 4), 2, 21, 8),
            (CGSize(width: 0.01, height: 0.01), 3, 1, 1),
        ])
    func wholePixels(size: CGSize, scale: CGFloat, width: Int, height: Int) throws {
        let image = try TestImages.coordinates(width: 8, height: 8, scale: scale)
        let drawn = image.kf.resize(to: size)
        #expect(drawn.pixelSize == CGSize(width: width, height: height))
        #expect(drawn.scale == scale)
    }

    @Test("CAN-1: what is not drawn on is transparent")
    func startsTransparent() throws {
        let image = try TestImages.uniform(.opaque(200, 100, 50), width: 20, height: 20)
        let round = image.kf.image(withRadius: .point(10), fit: image.size)
        #expect(round.pixel(0, 0) == .clear)
        #expect(round.pixel(10, 10) == .opaque(200, 100, 50))
    }

    @Test("CAN-3: high-quality interpolation, with the first row on top")
    func interpolation() throws {
        let image = try TestImages.make(width: 64, height: 64) { x, y in
            let level: UInt8 = (x + y).isMultiple(of: 2) ? 0 : 255
            return y < 32 ? .opaque(level, level, level) : .opaque(255, 0, 0)
        }
        let small = image.kf.resize(to: CGSize(width: 16, height: 16))
        for x in 0..<16 {
            let top = try #require(small.pixel(x, 3))
            #expect(top.isClose(to: .opaque(127, 127, 127), within: 3), "column \(x)")
            #expect(small.pixel(x, 12) == .opaque(255, 0, 0))
        }
    }

    @Test("CAN-4: a canvas has 8 bits, of a source of 16 bits the nearest ones")
    func depth() throws {
        for (depth, value) in [(UInt8(8), [UInt8(0x80)]), (16, [0xFE, 0x00])] {
            let row = [0] + value + value
            let data = PNGBytes.picture(width: 2, height: 2, depth: depth, rows: row + row)
            let image = try #require(Images.image(data: data, options: ImageCreatingOptions()))
            #expect(image.cgImage?.bitsPerComponent == Int(depth))
            let drawn = image.kf.resize(to: CGSize(width: 3, height: 1))
            #expect(drawn.cgImage?.bitsPerComponent == 8)
            // The upper byte alone would be 0xFE, but 0xFE00 is 253.003 of 255.
            let level: UInt8 = depth == 8 ? 0x80 : 253
            #expect(drawn.pixel(1, 0) == .opaque(level, level, level))
        }
    }

    @Test("CAN-5: a canvas has red, green and blue also for grey and indexed sources")
    func colorSpace() throws {
        let grey = PNGBytes.picture(width: 2, height: 1, depth: 8, rows: [0, 40, 200])
        let indexed = PNGBytes.picture(
            width: 2, height: 1, depth: 8, colorType: 3,
            palette: [40, 40, 40, 200, 200, 200], rows: [0, 0, 1])
        for data in [grey, indexed] {
            let image = try #require(Images.image(data: data, options: ImageCreatingOptions()))
            let tinted = image.kf.tinted(
                with: KFCrossPlatformColor(red: 1, green: 0, blue: 0, alpha: 0.5))
            #expect(tinted.cgImage?.bitsPerPixel == 32)
            for (x, level) in [(0, 40), (1, 200)] {
                let expected = Pixel.opaque(
                    UInt8((level + 255) / 2), UInt8(level / 2), UInt8(level / 2))
                #expect(try #require(tinted.pixel(x, 0)).isClose(to: expected), "\(level)")
            }
        }
    }

    @Test(
        "CAN-6: what is opaque stays so where nothing of it is cut off, and rows have 64 bytes or more"
    )
    func alpha() throws {
        let bitmap = try Bitmap(width: 30, height: 30, isOpaque: true) { bytes, _ in
            for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : 90 }
        }
        let opaque = RasterImage(cgImage: bitmap)
        let half = try TestImages.uniform(
            Pixel(red: 60, green: 30, blue: 0, alpha: 128), width: 30, height: 30)
        let size = CGSize(width: 21, height: 9)
        typealias Drawing = @Sendable (RasterImage) -> RasterImage
        let drawings: [Drawing] = [
            { $0.kf.resize(to: size) }, { $0.kf.crop(to: size, anchorOn: .zero) },
            { $0.kf.blurred(withRadius: 3) }, { $0.kf.overlaying(with: .red, fraction: 0.5) },
            { $0.kf.tinted(with: KFCrossPlatformColor(white: 0, alpha: 0.2)) },
        ]
        for (number, draw) in drawings.enumerated() {
            for (image, isOpaque) in [(opaque, true), (half, false)] {
                let drawn = try #require(draw(image).cgImage)
                #expect(drawn.isOpaque == isOpaque, "drawing \(number)")
                #expect(drawn.bytesPerRow.isMultiple(of: 64))
            }
        }
        // Here an opaque canvas would show black corners.
        let round = try #require(opaque.kf.image(withRadius: .point(10), fit: opaque.size).cgImage)
        #expect(!round.isOpaque)
        #expect(round.pixel(x: 0, y: 0) == .clear)
    }

    @Test("RSZ-4: pixels are copied to the canvas, not laid over it, whatever is done to the size")
    func copies() throws {
        let pixel = Pixel(red: 60, green: 30, blue: 0, alpha: 128)
        let image = try TestImages.uniform(pixel, width: 12, height: 12)
        for side in [5, 12, 40] as [CGFloat] {
            let drawn = image.kf.resize(to: CGSize(width: side, height: side))
            for position in [0, Int(side) / 2, Int(side) - 1] {
                #expect(drawn.pixel(position, position) == pixel)
            }
        }
    }

    @Test("RSZ-4: an enlarged edge is smooth")
    func smooth() throws {
        let image = try TestImages.make(width: 2, height: 1) { x, _ in
            x == 0 ? .opaque(0, 0, 0) : .opaque(255, 255, 255)
        }
        let drawn = image.kf.resize(to: CGSize(width: 16, height: 1))
        let levels = try (0..<16).map { try #require(drawn.pixel($0, 0)).red }
        #expect(levels == levels.sorted())
        #expect(levels.first == 0 && levels.last == 255)
        #expect(Set(levels).count >= 6)
    }
}
