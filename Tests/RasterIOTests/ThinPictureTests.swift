import Foundation
import Raster
import RasterIO
import Testing

@Suite("Limits of thin pictures", .timeLimit(.minutes(1)))
struct ThinPictureTests {
    @Test(
        "A picture of few pixels whose rows or tables would take gigabytes is refused",
        arguments: [(1, 50_000_000), (50_000_000, 1), (1, 781_251), (3_000_000, 16)])
    func refused(_ width: Int, _ height: Int) {
        let limits = DecodeLimits()
        #expect(
            throws: ImageDecodingError.tooManyPixels(
                width: width, height: height, frames: 1, limit: limits.maxPixels)
        ) {
            try limits.check(width: width, height: height)
        }
    }

    @Test(
        "Ordinary shapes are admitted up to the limit",
        arguments: [
            (50_000, 1000), (7_000, 7_142), (1, 781_250), (781_250, 64), (100_000, 10), (1, 1),
        ])
    func admitted(_ width: Int, _ height: Int) throws {
        try DecodeLimits().check(width: width, height: height)
    }

    @Test(
        "The header of a PNG is enough to refuse it", arguments: [(1, 49_999_999), (49_999_999, 1)])
    func png(_ width: UInt32, _ height: UInt32) {
        let error = #expect(throws: ImageDecodingError.self) {
            try ImageDecoder.decode(
                HostileInputTests.pngHeader(width: width, height: height), maxPixelSize: 200)
        }
        #expect(error?.description.contains("a short side counts as 64") == true)
    }

    @Test("The longest side grows with the limit, and 65,536 pixels are always granted")
    func scales() throws {
        try DecodeLimits(maxPixels: 64_000_000).check(width: 1, height: 1_000_000)
        try DecodeLimits(maxPixels: 65_536).check(width: 65_536, height: 1)
        #expect(throws: ImageDecodingError.self) {
            try DecodeLimits(maxPixels: 65_537).check(width: 65_537, height: 1)
        }
        try DecodeLimits(maxPixels: .max).check(width: 1 << 30, height: 1)
    }

    @Test("Each frame of an animation takes whole cache lines for its rows")
    func frames() throws {
        #expect(throws: ImageDecodingError.self) {
            try DecodeLimits().check(width: 1, height: 1_000, frames: 10_000)
        }
        try DecodeLimits().check(width: 1, height: 1_000, frames: 1_000)
        try DecodeLimits(maxPixels: 80).check(width: 4, height: 4, frames: 5)
    }

    @Test("What is too large by its pixels is said to be so, without talk of thin ones")
    func message() {
        let large = ImageDecodingError.tooManyPixels(
            width: 10, height: 10_000_000, frames: 1, limit: 50_000_000)
        #expect(!large.description.contains("short side"))
    }
}
