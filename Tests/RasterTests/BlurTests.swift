import CRaster
import Foundation
import TestTools
import Testing

@testable import Raster

@Suite("Blur", .timeLimit(.minutes(1)))
struct BlurTests {
    @Test(
        "BLR-2: the window grows with the radius; one that would be even grows by one more",
        arguments: [(1, 5), (2, 5), (3, 7), (4, 9), (5, 9), (6, 11), (10, 19), (14, 27), (20, 39)])
    func windows(radius: Int, window: Int) {
        #expect(BoxBlur(radius: Double(radius)).window == window)
    }

    @Test(
        "INT-3: even is what leaves nothing when divided by two",
        arguments: [
            (0, true), (2, true), (-4, true), (1e15, true), (1, false), (-3, false), (2.5, false),
            (CGFloat.infinity, false), (CGFloat.nan, false),
        ] as [(CGFloat, Bool)])
    func evenness(number: CGFloat, isEven: Bool) {
        #expect(number.isEven == isEven)
    }

    @Test(
        "BLR-3: one pass for the smallest radii, two up to 1.5, three beyond",
        arguments: [(0.1, 1), (0.49, 1), (0.5, 2), (1.49, 2), (1.5, 3), (20, 3)])
    func passes(radius: Double, passes: Int) {
        #expect(BoxBlur(radius: radius).passes == passes)
    }

    @Test(
        "A radius not above zero changes nothing", arguments: [0, -3, -Double.infinity, Double.nan])
    func identity(radius: Double) throws {
        let source = try TestPictures.mixed(width: 9, height: 7)
        #expect(try source.blurred(BoxBlur(radius: radius)) === source)
    }

    @Test(
        "BLR-4: each pass is the mean of a square with replicated edges, within 1 a pass",
        arguments: [0.3, 1, 2, 6, 30], [(40, 30), (17, 1), (1, 33), (16, 16), (5, 50)])
    func agreesWithMeans(radius: Double, size: (Int, Int)) throws {
        let source = try TestPictures.mixed(width: size.0, height: size.1)
        let blur = BoxBlur(radius: radius)
        let result = try source.blurred(blur)
        var expected = source.packedBytes.map(Double.init)
        for _ in 0..<blur.passes {
            expected = squareMean(expected, width: size.0, height: size.1, side: blur.window)
        }
        let difference = zip(result.packedBytes, expected).map { abs(Double($0) - $1) }.max()
        #expect(try #require(difference) <= Double(blur.passes))
        #expect(result.isPremultiplied)
    }

    @Test("BLR-7: a uniform picture stays as it is", arguments: [0.4, 1, 3, 20, 100, 200, 5000])
    func uniform(radius: Double) throws {
        let pixel = Pixel(red: 33, green: 200, blue: 1, alpha: 251)
        let source = try TestPictures.uniform(pixel, width: 21, height: 18)
        #expect(try source.blurred(BoxBlur(radius: radius)) == source)
    }

    @Test("BLR-7: the mean of a picture is kept away from its edges")
    func meanIsKept() throws {
        let source = try TestPictures.make(width: 80, height: 80) { x, y in
            let value = UInt8((30..<50).contains(x) && (30..<50).contains(y) ? 200 : 0)
            return Pixel(red: value, green: value, blue: value, alpha: 255)
        }
        let result = try source.blurred(BoxBlur(radius: 5))
        func mean(_ bitmap: Bitmap) -> Double {
            let bytes = bitmap.packedBytes
            return bytes.reduce(0) { $0 + Double($1) } / Double(bytes.count)
        }
        #expect(abs(mean(source) - mean(result)) <= 1)
    }

    @Test("Opacity is kept, and radii without measure end")
    func extremes() throws {
        let source = try TestPictures.coordinates(width: 30, height: 20)
        for radius in [1, 300, 1e9, Double.infinity] {
            let result = try source.blurred(BoxBlur(radius: radius))
            #expect(result.isOpaque)
            #expect(result.pixel(x: 29, y: 19)?.alpha == 255)
        }
    }

    @Test(
        "Vector and scalar means are the same bytes", arguments: [1, 2, 3, 19, 63, 127, 128, 4000],
        [1, 2, 30, 129])
    func columnKernelsAgree(radius: Int, rows: Int) {
        var generator = SeededGenerator(seed: UInt64(radius * 1000 + rows))
        let stride = 192
        let source = (0..<rows * stride).map { _ in UInt8.random(in: 0...255, using: &generator) }
        var fast = [UInt8](repeating: 1, count: rows * 64)
        var plain = [UInt8](repeating: 2, count: rows * 64)
        CRaster_boxColumns(source, stride, &fast, 64, rows, radius)
        CRaster_boxColumns_scalar(source, stride, &plain, 64, rows, radius)
        #expect(fast == plain)
    }

    @Test(
        "Rows become columns and come back, vector and scalar alike",
        arguments: [1, 7, 8, 9, 33], [1, 5, 15, 16])
    func transposition(width: Int, count: Int) {
        var generator = SeededGenerator(seed: UInt64(width * 100 + count))
        let stride = 192
        let source = (0..<16 * stride).map { _ in UInt8.random(in: 0...255, using: &generator) }
        var fast = [UInt8](repeating: 1, count: width * 64)
        var plain = [UInt8](repeating: 2, count: width * 64)
        CRaster_gatherColumns(source, stride, count, width, &fast)
        CRaster_gatherColumns_scalar(source, stride, count, width, &plain)
        #expect(fast == plain)
        #expect(
            plain[64 * (width - 1) + 4 * (count - 1)]
                == source[stride * (count - 1) + 4 * width - 4])
        for scatter in [CRaster_scatterColumns, CRaster_scatterColumns_scalar] {
            var back = [UInt8](repeating: 0, count: 16 * stride)
            scatter(fast, count, width, &back, stride)
            for y in 0..<count {
                let row = y * stride..<y * stride + 4 * width
                #expect(back[row] == source[row])
            }
        }
    }

    /// The mean of a square around each pixel, computed the slow way.
    private func squareMean(_ values: [Double], width: Int, height: Int, side: Int) -> [Double] {
        func clamp(_ value: Int, _ count: Int) -> Int { min(max(value, 0), count - 1) }
        let reach = -(side / 2)...(side / 2)
        var rows = values
        for y in 0..<height {
            for x in 0..<width {
                for c in 0..<4 {
                    let sum = reach.reduce(0) {
                        $0 + values[(y * width + clamp(x + $1, width)) * 4 + c]
                    }
                    rows[(y * width + x) * 4 + c] = sum / Double(side)
                }
            }
        }
        var result = rows
        for y in 0..<height {
            for x in 0..<width {
                for c in 0..<4 {
                    let sum = reach.reduce(0) {
                        $0 + rows[(clamp(y + $1, height) * width + x) * 4 + c]
                    }
                    result[(y * width + x) * 4 + c] = sum / Double(side)
                }
            }
        }
        return result
    }
}
