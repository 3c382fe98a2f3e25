import Foundation
import Raster
import RasterIO
import Testing

@Suite("Colours of JPEG", .timeLimit(.minutes(1)))
struct JPEGColorTests {
    @Test("YCCK is turned into CMYK by the matrix of YCbCr, and then into colours")
    func ycck() throws {
        var data = try Fixture.data("jpeg-cmyk.jpg")
        // The last byte of the marker says what the first three components are: 2 for YCCK.
        let marker = try #require(data.range(of: Data("Adobe".utf8)))
        let transform = marker.upperBound + 6
        try #require(data[transform] == 0)
        data[transform] = 2
        let bitmap = try ImageDecoder.decode(data)
        // What Pillow says is stored there, read as luma, two chromas and black.
        let stored: [(x: Int, y: Int, samples: [Double])] = [
            (3, 2, [14, 15, 1, 135]),
            (20, 11, [104, 82, 31, 175]),
            (46, 30, [239, 225, 201, 244]),
            (9, 33, [46, 248, 43, 201]),
        ]
        for (x, y, samples) in stored {
            let (luma, blue, red) = (samples[0], samples[1] - 128, samples[2] - 128)
            let colors = [
                luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue,
            ]
            let expected = colors.map { (255 - min(max($0, 0), 255)) * samples[3] / 255 }
            let pixel = try #require(bitmap.pixel(x: x, y: y))
            for (byte, value) in zip([pixel.red, pixel.green, pixel.blue], expected) {
                #expect(abs(Double(byte) - value) <= 2, "at \(x), \(y)")
            }
        }
    }
}
