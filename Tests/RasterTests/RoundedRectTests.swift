import Foundation
import Testing

@testable import Raster

@Suite("Rounded rectangles", .timeLimit(.minutes(1)))
struct RoundedRectTests {
    private func coverage(_ shape: RoundedRect, width: Int, height: Int) -> [[UInt8]] {
        (0..<height).map { y in
            var row = [UInt8](repeating: 9, count: width)
            row.withUnsafeMutableBufferPointer { shape.coverage(ofRow: y, into: $0) }
            return row
        }
    }

    /// Share of a pixel inside a shape, by testing 64 × 64 points; independent of the formula.
    private func sampled(
        x: Int, y: Int, inside: (Double, Double) -> Bool
    ) -> Double {
        let hits = (0..<64).reduce(0) { sum, j in
            sum
                + (0..<64).count { i in
                    inside(Double(x) + (Double(i) + 0.5) / 64, Double(y) + (Double(j) + 0.5) / 64)
                }
        }
        return Double(hits) / 4096
    }

    @Test("The area of a disc is π r²", arguments: [2, 5, 16, 40])
    func discArea(radius: Int) {
        let size = radius * 2
        let shape = RoundedRect(
            x: 0, y: 0, width: Double(size), height: Double(size), radius: 1000)
        let sum = coverage(shape, width: size, height: size).joined().reduce(0.0) {
            $0 + Double($1)
        }
        let area = sum / 255
        let expected = Double.pi * Double(radius * radius)
        #expect(abs(area - expected) < 0.002 * Double(8 * radius) + 0.01)
    }

    @Test(
        "Each pixel is covered by the share that lies inside, whole and fractional",
        arguments: [
            (0.0, 0.0, 20.0, 14.0, 5.0), (0.5, 1.25, 17.75, 11.5, 4.3), (2, 2, 16, 10, 0.6),
        ])
    func exactCoverage(x: Double, y: Double, width: Double, height: Double, radius: Double) {
        let shape = RoundedRect(
            x: x, y: y, width: width, height: height, radius: radius,
            corners: [.topLeft, .bottomRight])
        func inside(_ px: Double, _ py: Double) -> Bool {
            guard px > x, px < x + width, py > y, py < y + height else { return false }
            let (cx, cy) = (x + radius, y + radius)
            if px < cx, py < cy { return hypot(px - cx, py - cy) < radius }
            let (dx, dy) = (x + width - radius, y + height - radius)
            if px > dx, py > dy { return hypot(px - dx, py - dy) < radius }
            return true
        }
        for (row, values) in coverage(shape, width: 21, height: 15).enumerated() {
            for (column, value) in values.enumerated() {
                let expected = sampled(x: column, y: row, inside: inside) * 255
                // 4096 points miss at most a line of 64 of them at an edge: 1.6 % of a pixel.
                #expect(abs(Double(value) - expected) <= 4.5, "\(column), \(row)")
            }
        }
    }

    @Test(
        "A radius of zero, below zero or not a number covers everything",
        arguments: [0, -3, -Double.infinity, Double.nan])
    func noRadius(radius: Double) {
        let shape = RoundedRect(x: 0, y: 0, width: 6, height: 4, radius: radius)
        #expect(coverage(shape, width: 6, height: 4).joined().allSatisfy { $0 == 255 })
    }

    @Test("A shape outside the picture covers nothing")
    func outside() {
        for shape in [
            RoundedRect(x: -20, y: 0, width: 6, height: 4, radius: 2),
            RoundedRect(x: 20, y: 0, width: 6, height: 4, radius: 2),
            RoundedRect(x: 0, y: 0, width: -6, height: 4, radius: 2),
        ] {
            #expect(coverage(shape, width: 6, height: 4).joined().allSatisfy { $0 == 0 })
        }
    }

    @Test("Only the selected corners are rounded")
    func corners() {
        let places: [(RoundedRect.Corners, Int, Int)] = [
            (.topLeft, 0, 0), (.topRight, 9, 0), (.bottomLeft, 0, 9), (.bottomRight, 9, 9),
        ]
        for (corner, _, _) in places {
            let shape = RoundedRect(
                x: 0, y: 0, width: 10, height: 10, radius: 5, corners: corner)
            let rows = coverage(shape, width: 10, height: 10)
            for (other, x, y) in places {
                #expect((rows[y][x] == 255) == (other != corner))
            }
        }
    }

    @Test("Masking multiplies pixels by coverage and shows the background outside")
    func masking() throws {
        let source = try TestPictures.uniform(
            Pixel(red: 200, green: 100, blue: 0, alpha: 255), width: 8, height: 8)
        let shape = RoundedRect(x: 0, y: 0, width: 8, height: 8, radius: 4)
        let clear = try source.masked(by: shape)
        #expect(clear.pixel(x: 0, y: 0) == Pixel(red: 0, green: 0, blue: 0, alpha: 0))
        #expect(clear.pixel(x: 4, y: 4) == source.pixel(x: 4, y: 4))
        #expect(clear.isPremultiplied && !clear.isOpaque)
        let edge = try #require(clear.pixel(x: 1, y: 1))
        #expect(edge.alpha > 100 && edge.alpha < 255)
        #expect(abs(Int(edge.red) * 255 - Int(edge.alpha) * 200) <= 255)
        let blue = try source.masked(by: shape, background: .blue)
        #expect(blue.isOpaque)
        #expect(blue.pixel(x: 0, y: 0) == Pixel(red: 0, green: 0, blue: 255, alpha: 255))
        #expect(blue.pixel(x: 1, y: 1)?.alpha == 255)
    }
}
