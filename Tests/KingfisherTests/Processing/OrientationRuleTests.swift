import Foundation
import TestTools
import Testing

@testable import Kingfisher

@Suite("What turned images are drawn as", .timeLimit(.minutes(1)))
struct OrientationRuleTests {
    private func image(_ orientation: RasterImage.Orientation) throws -> RasterImage {
        try TestImages.make(width: 12, height: 8, scale: 2, orientation: orientation) { x, y in
            .opaque(UInt8(20 * x), UInt8(30 * y), UInt8(x * y))
        }
    }

    @Test(
        "ORI-5: borders and blends are drawn upright",
        arguments: RasterImage.Orientation.allCases)
    func drawnUpright(orientation: RasterImage.Orientation) throws {
        let image = try image(orientation)
        let border = Border(
            color: .white, lineWidth: 1, radius: .point(2), roundingCorners: .topLeft)
        typealias Drawing = @Sendable (RasterImage) -> RasterImage
        let drawings: [Drawing] = [
            { $0.kf.addingBorder(border) },
            { $0.kf.image(withBlendMode: .screen, alpha: 0.7, backgroundColor: .orange) },
            { $0.kf.image(withCompositingOperation: .xor, backgroundColor: .orange) },
        ]
        for (number, draw) in drawings.enumerated() {
            let drawn = draw(image)
            #expect(drawn.imageOrientation == .up, "drawing \(number)")
            #expect(drawn == draw(image.kf.normalized), "drawing \(number)")
            #expect(drawn.size == image.size && drawn.scale == 2)
        }
    }

    @Test(
        "ORI-5: filters keep the tag, and look as if they were drawn on the upright image",
        arguments: RasterImage.Orientation.allCases)
    func filtersKeepTag(orientation: RasterImage.Orientation) throws {
        let image = try image(orientation)
        let half = KFCrossPlatformColor(red: 0, green: 0, blue: 1, alpha: 0.5)
        typealias Drawing = @Sendable (RasterImage) -> RasterImage
        let drawings: [Drawing] = [
            { $0.kf.tinted(with: half) },
            { $0.kf.adjusted(brightness: 0.1, contrast: 1.2, saturation: 0.5, inputEV: 0.3) },
            { $0.kf.apply(.tint(half)) }, { $0.kf.scaled(to: 3) },
        ]
        for (number, draw) in drawings.enumerated() {
            let drawn = draw(image)
            #expect(drawn.imageOrientation == orientation, "drawing \(number)")
            #expect(drawn.kf.normalized == draw(image.kf.normalized), "drawing \(number)")
        }
    }

    /// A picture stored as a tag of EXIF says, and what it shows.
    private func stored(_ tag: Int) throws -> (upright: Bitmap, stored: Bitmap) {
        let tags: [RasterImage.Orientation] = [
            .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
        ]
        // Quarters of one colour: compressing and reducing change little but at their edges.
        let colors: [Pixel] = [
            .opaque(220, 40, 40), .opaque(40, 180, 60), .opaque(50, 60, 210), .opaque(230, 220, 70),
        ]
        let image = try TestImages.make(width: 48, height: 32, orientation: tags[tag - 1]) { x, y in
            colors[(y < 16 ? 0 : 2) + (x < 24 ? 0 : 1)]
        }
        return (try #require(image.kf.normalized.cgImage), try #require(image.cgImage))
    }

    private static func tiff(_ tag: Int) -> Data {
        Data([0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(tag)])
            + Data(count: 6)
    }

    @Test("DWN-5: a tag of EXIF is applied to the pixels of what is reduced", arguments: 1...8)
    func downsampled(tag: Int) throws {
        let (upright, stored) = try stored(tag)
        let jpeg = try ImageEncoder.encode(stored, as: .jpeg, options: .init(quality: 1))
        let exif = Data("Exif\0\0".utf8) + Self.tiff(tag)
        let segment = Data([0xFF, 0xE1, 0, UInt8(exif.count + 2)]) + exif
        let png = try ImageEncoder.encode(stored, as: .png)
        // Behind the start of a JPEG, and behind the header of a PNG.
        let files = [
            jpeg.prefix(2) + segment + jpeg.dropFirst(2),
            png.prefix(33) + PNGBytes.chunk("eXIf", Self.tiff(tag)) + png.dropFirst(33),
        ]
        for data in files {
            for side in [12, 100] as [CGFloat] {
                let processor = DownsamplingImageProcessor(size: CGSize(width: side, height: side))
                let result = try #require(
                    processor.process(
                        item: .data(Data(data)), options: KingfisherParsedOptionsInfo(nil)))
                #expect(result.imageOrientation == .up)
                let reduced = try upright.reduced(maxPixelSize: Int(side))
                #expect(result.pixelSize == CGSize(width: reduced.width, height: reduced.height))
                for (x, y) in [(1, 1), (4, 1), (1, 4), (4, 4)] {
                    let (x, y) = (x * reduced.width / 6, y * reduced.height / 6)
                    let expected = try #require(
                        upright.pixel(
                            x: x * upright.width / reduced.width,
                            y: y * upright.height / reduced.height))
                    #expect(
                        result.pixel(x, y)?.isClose(to: expected, within: 6) == true,
                        "\(tag) at \(x), \(y): \(String(describing: result.pixel(x, y)))")
                }
            }
        }
    }
}
