import Foundation
import Testing

@testable import Kingfisher

@Suite("Placeholder hashes of images", .timeLimit(.minutes(1)))
struct ImagePlaceholderHashTests {
    @Test("An image of the hash of an image looks like it")
    func roundTrip() throws {
        let color = Pixel.opaque(200, 100, 50)
        let image = try TestImages.uniform(color, width: 30, height: 60)
        let blurHash = try #require(image.kf.blurHash())
        let blurred = try #require(KingfisherWrapper<RasterImage>.image(blurHash: blurHash))
        #expect(blurred.size == CGSize(width: 32, height: 32))
        #expect(blurred.pixel(9, 9)?.isClose(to: color, within: 6) == true)
        let thumbHash = try #require(image.kf.thumbHash())
        let thumb = try #require(KingfisherWrapper<RasterImage>.image(thumbHash: thumbHash))
        #expect(thumb.size == CGSize(width: 18, height: 32))
        #expect(thumb.pixel(9, 9)?.isClose(to: color, within: 6) == true)
    }

    @Test("Hashes are of the image as it is displayed")
    func orientation() throws {
        let image = try TestImages.coordinates(width: 40, height: 20, orientation: .left)
        #expect(image.kf.thumbHash() == image.kf.normalized.kf.thumbHash())
        #expect(image.kf.blurHash() == image.kf.normalized.kf.blurHash())
    }

    @Test("What cannot be is nil")
    func failures() throws {
        #expect(RasterImage().kf.blurHash() == nil)
        #expect(RasterImage().kf.thumbHash() == nil)
        let image = try TestImages.coordinates(width: 4, height: 4)
        #expect(image.kf.blurHash(componentsX: 10) == nil)
        #expect(KingfisherWrapper<RasterImage>.image(thumbHash: Data([1, 2])) == nil)
        #expect(KingfisherWrapper<RasterImage>.image(blurHash: "no hash") == nil)
        let hash = try #require(image.kf.blurHash())
        for side in [0, -1, CGFloat.nan, .infinity, 1e9] {
            let size = CGSize(width: side, height: 4e4)
            #expect(KingfisherWrapper<RasterImage>.image(blurHash: hash, size: size) == nil)
        }
    }
}
