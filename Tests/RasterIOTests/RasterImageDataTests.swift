import Foundation
import Raster
import RasterIO
import Testing

@Suite("RasterImage from and to data", .timeLimit(.minutes(1)))
struct RasterImageDataTests {
    @Test("An image has the size of its pixels divided by its scale")
    func scale() throws {
        let data = try Fixture.data("jpeg-444.jpg")
        #expect(try #require(RasterImage(data: data)).size == CGSize(width: 50, height: 35))
        let double = try #require(RasterImage(data: data, scale: 2))
        #expect(double.size == CGSize(width: 25, height: 17.5))
        #expect(double.scale == 2)
        #expect(RasterImage(data: data, scale: 0)?.scale == 1)
        #expect(RasterImage(data: data, scale: .nan)?.scale == 1)
        // Numbers that would make a size too large for anything.
        for scale in [CGFloat.leastNonzeroMagnitude, 1e-300, 1e-7, 1e7, .infinity] {
            #expect(RasterImage(data: data, scale: scale)?.scale == 1)
        }
        #expect(RasterImage(data: data, scale: 0.001)?.scale == 0.001)
    }

    @Test("Data that is no picture gives no image")
    func noImage() {
        #expect(RasterImage(data: Data("hello".utf8)) == nil)
        #expect(RasterImage(data: Data()) == nil)
    }

    @Test("REP-1: an image without pixels has no representation")
    func emptyImage() {
        #expect(RasterImage().pngData() == nil)
        #expect(RasterImage().jpegData(compressionQuality: 1) == nil)
    }

    @Test("REP-6: PNG gives back opaque pixels exactly and translucent ones within 3")
    func roundTrip() throws {
        let opaque = try Bitmap.smooth(width: 33, height: 17)
        let encoded = try #require(RasterImage(cgImage: opaque).pngData())
        let decoded = try #require(RasterImage(data: encoded))
        #expect(decoded.cgImage == opaque)
        let translucent = try Bitmap.made(width: 256, height: 16) { x, y in
            let alpha = UInt8(x)
            return Pixel(
                red: alpha / 2, green: alpha, blue: UInt8(Int(alpha) * y / 16), alpha: alpha)
        }
        let data = try #require(RasterImage(cgImage: translucent).pngData())
        let again = try #require(RasterImage(data: data)?.cgImage)
        #expect(try #require(translucent.difference(from: again)) <= 3)
    }

    @Test("Opaque pixels are written as RGB even when nobody promised opacity")
    func opaquePNG() throws {
        let bitmap = try Bitmap.made(width: 9, height: 9) { _, _ in
            Pixel(red: 1, green: 2, blue: 3, alpha: 255)
        }
        #expect(!bitmap.isOpaque)
        let data = try ImageEncoder.encode(bitmap, as: .png)
        #expect(try ImageDecoder.header(of: data).hasAlpha == false)
        #expect(try ImageDecoder.decode(data) == bitmap)
    }

    @Test("REP-5: encoding twice gives the same bytes, and another quality gives others")
    func deterministic() throws {
        let image = RasterImage(cgImage: try Bitmap.smooth(width: 64, height: 64))
        let first = try #require(image.jpegData(compressionQuality: 0.8))
        #expect(first == image.jpegData(compressionQuality: 0.8))
        #expect(first != image.jpegData(compressionQuality: 1))
        #expect(image.pngData() == image.pngData())
    }

    @Test("REP-4: quality is clamped to 0…1")
    func quality() throws {
        let image = RasterImage(cgImage: try Bitmap.smooth(width: 20, height: 20))
        #expect(image.jpegData(compressionQuality: 7) == image.jpegData(compressionQuality: 1))
        #expect(image.jpegData(compressionQuality: -1) == image.jpegData(compressionQuality: 0))
        #expect(image.jpegData(compressionQuality: .nan) != nil)
    }

    @Test("JPEG at full quality keeps smooth colours within 4")
    func jpeg() throws {
        let bitmap = try Bitmap.smooth(width: 64, height: 48)
        let data = try #require(RasterImage(cgImage: bitmap).jpegData(compressionQuality: 1))
        let decoded = try ImageDecoder.decode(data)
        #expect(try #require(decoded.difference(from: bitmap)) <= 4)
    }

    @Test("JPEG shows white where the image is transparent")
    func transparentJPEG() throws {
        let bitmap = try Bitmap.made(width: 16, height: 16) { _, _ in
            Pixel(red: 0, green: 0, blue: 0, alpha: 0)
        }
        let data = try #require(RasterImage(cgImage: bitmap).jpegData(compressionQuality: 1))
        let pixel = try #require(try ImageDecoder.decode(data).pixel(x: 8, y: 8))
        #expect(pixel == Pixel(red: 255, green: 255, blue: 255, alpha: 255))
    }

    @Test("Encoding writes the pixels upright", arguments: RasterImage.Orientation.allCases)
    func orientation(_ orientation: RasterImage.Orientation) throws {
        let bitmap = try Bitmap.smooth(width: 6, height: 4)
        let image = RasterImage(cgImage: bitmap, scale: 1, orientation: orientation)
        let encoded = try #require(image.pngData())
        let decoded = try #require(RasterImage(data: encoded))
        #expect(decoded.size == image.size)
        #expect(decoded.imageOrientation == .up)
        if orientation == .right {
            // ORI-4: stored (x, y) goes to (H−1−y, x).
            #expect(decoded.cgImage?.pixel(x: 3, y: 5) == bitmap.pixel(x: 5, y: 0))
        }
    }

    @Test("A JPEG side beyond what the format holds is a typed error")
    func tooLargeForJPEG() throws {
        let bitmap = try Bitmap(width: 65_536, height: 1, isOpaque: true) { _, _ in }
        #expect(
            throws: ImageEncodingError.tooLarge(
                format: .jpeg, width: 65_536, height: 1, limit: 65_500)
        ) { try ImageEncoder.encode(bitmap, as: .jpeg) }
    }
}
