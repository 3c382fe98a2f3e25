import Foundation
import Testing

@testable import Raster

@Suite("Colours", .timeLimit(.minutes(1)))
struct RasterColorTests {
    @Test("PRC-13: Display P3 green lies outside sRGB and keeps its alpha")
    func displayP3() {
        let color = RasterColor(displayP3Red: 0, green: 1, blue: 0, alpha: 0.8)
        #expect(abs(color.red - -0.5116) < 0.001)
        #expect(abs(color.green - 1.0183) < 0.001)
        #expect(abs(color.blue - -0.3107) < 0.001)
        #expect(color.alpha == 0.8)
    }

    @Test("Greys are the same in P3 and sRGB", arguments: [0, 0.2, 0.5, 1])
    func greys(value: CGFloat) {
        let color = RasterColor(displayP3Red: value, green: value, blue: value, alpha: 1)
        for component in [color.red, color.green, color.blue] {
            #expect(abs(component - value) < 0.0001)
        }
    }

    @Test("Pixels are premultiplied, clamped to the gamut and rounded")
    func pixels() {
        #expect(RasterColor.orange.pixel == Pixel(red: 255, green: 128, blue: 0, alpha: 255))
        #expect(RasterColor.clear.pixel == Pixel(red: 0, green: 0, blue: 0, alpha: 0))
        let faint = RasterColor(red: 1, green: 0.5, blue: -2, alpha: 0.5)
        #expect(faint.pixel == Pixel(red: 128, green: 64, blue: 0, alpha: 128))
        let vivid = RasterColor(red: 3, green: 1.01, blue: 1, alpha: 1)
        #expect(vivid.pixel == Pixel(red: 255, green: 255, blue: 255, alpha: 255))
    }

    @Test("No component is ever outside what arithmetic can take")
    func hostileComponents() {
        let color = RasterColor(red: .nan, green: .infinity, blue: -.infinity, alpha: .nan)
        #expect(color == .clear)
        #expect(RasterColor(white: 1, alpha: 7).alpha == 1)
        #expect(RasterColor(white: 1, alpha: -7).alpha == 0)
        let p3 = RasterColor(displayP3Red: .infinity, green: .nan, blue: 0, alpha: 1)
        #expect(p3.red.isFinite && p3.green.isFinite && p3.blue.isFinite)
    }

    @Test("The transfer curve runs both ways", arguments: [-0.4, 0, 0.01, 0.2, 0.5, 1, 1.3])
    func curve(value: Double) {
        #expect(abs(SRGBCurve.encoded(SRGBCurve.linear(value)) - value) < 1e-6)
    }
}
