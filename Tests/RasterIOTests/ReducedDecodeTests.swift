import Foundation
import Raster
import RasterIO
import Testing

@Suite("Decoding at reduced size", .timeLimit(.minutes(1)))
struct ReducedDecodeTests {
    @Test(
        "DWN-1, DWN-9: the longer side is the limit and the shorter one is rounded, at least 1",
        arguments: [
            (6000, 4000, 200, 200, 133), (4000, 6000, 200, 133, 200), (64, 64, 15, 15, 15),
            (1000, 1, 10, 10, 1), (7, 5, 6, 6, 4), (3, 2, 1, 1, 1), (22, 11, 15, 15, 8),
        ])
    func targetSize(_ width: Int, _ height: Int, _ limit: Int, _ w: Int, _ h: Int) {
        let size = DecodeRequest(maxPixelSize: limit).targetSize(width: width, height: height)
        #expect(size.width == w && size.height == h)
    }

    @Test(
        "DWN-2, DWN-7: never enlarges, and sizes below 1 count as 1", arguments: [Int.min, -1, 0])
    func bounds(_ small: Int) {
        let tiny = DecodeRequest(maxPixelSize: small).targetSize(width: 64, height: 32)
        #expect(tiny.width == 1 && tiny.height == 1)
        for large in [64, 65, Int.max] {
            let size = DecodeRequest(maxPixelSize: large).targetSize(width: 64, height: 32)
            #expect(size.width == 64 && size.height == 32)
        }
    }

    @Test(
        "DWN-10: each reduced size shows the picture", arguments: [1, 5, 6, 12, 13, 24, 26, 49, 50])
    func reduced(_ limit: Int) throws {
        for name in ["jpeg-444.jpg", "jpeg-progressive.jpg", "jpeg-cmyk.jpg"] {
            let data = try Fixture.data(name)
            let full = try ImageDecoder.decode(data)
            let reduced = try ImageDecoder.decode(data, maxPixelSize: limit)
            #expect(reduced.width == limit)
            #expect(reduced.height == max(1, Int((35.0 * Double(limit) / 50).rounded())))
            #expect(reduced.isOpaque)
            let expected = try full.resampled(width: reduced.width, height: reduced.height)
            // Averages of a smooth picture hardly depend on where they are taken.
            #expect((expected.difference(from: reduced) ?? 255) <= 24, "\(name) at \(limit)")
        }
    }

    @Test(
        "A PNG reduced row by row equals the whole picture reduced",
        arguments: Fixture.named("png-c"))
    func png(_ fixture: Fixture) throws {
        let full = try ImageDecoder.decode(try fixture.data())
        let reduced = try ImageDecoder.decode(try fixture.data(), maxPixelSize: 6)
        #expect(reduced == (try full.resampled(width: 6, height: 5)))
    }
}
