import Foundation
import Testing

@testable import Raster

@Suite("Painting and colours", .timeLimit(.minutes(1)))
struct PaintTests {
    private let translucent = Pixel(red: 60, green: 30, blue: 0, alpha: 120)

    @Test("OVR-5: half red over an opaque colour")
    func overlayVector() throws {
        let source = try TestPictures.uniform(
            Pixel(red: 200, green: 100, blue: 50, alpha: 255), width: 2, height: 2)
        let result = try source.overlaid(with: .red, fraction: 0.5)
        let pixel = try #require(result.pixel(x: 1, y: 1))
        #expect(abs(Int(pixel.red) - 228) <= 1)
        #expect((pixel.green, pixel.blue, pixel.alpha) == (50, 25, 255))
    }

    @Test("OVR-1, OVR-3: an overlay keeps opacity and is weakened by its own")
    func overlayOpacity() throws {
        let source = try TestPictures.uniform(translucent, width: 2, height: 2)
        let silhouette = try source.overlaid(with: .blue, fraction: 0)
        #expect(silhouette.pixel(x: 0, y: 0) == Pixel(red: 0, green: 0, blue: 120, alpha: 120))
        let half = try source.overlaid(with: .blue.withAlphaComponent(0.5), fraction: 0)
        #expect(half.pixel(x: 0, y: 0) == Pixel(red: 30, green: 15, blue: 60, alpha: 120))
        #expect(try source.overlaid(with: .clear, fraction: 0) === source)
        #expect(try source.overlaid(with: .blue, fraction: 1) === source)
        #expect(try source.overlaid(with: .blue, fraction: .nan) === source)
        #expect(try source.overlaid(with: .blue, fraction: -2) == silhouette)
    }

    @Test("FLT-3: a tint covers everything, transparent parts included")
    func tint() throws {
        let source = try TestPictures.make(width: 2, height: 1) { x, _ in
            x == 0 ? translucent : Pixel(red: 0, green: 0, blue: 0, alpha: 0)
        }
        let solid = try source.tinted(with: .green)
        #expect(solid.isOpaque)
        #expect(solid.pixel(x: 1, y: 0) == Pixel(red: 0, green: 255, blue: 0, alpha: 255))
        let half = try source.tinted(with: RasterColor(red: 1, green: 0, blue: 0, alpha: 0.4))
        #expect(half.pixel(x: 1, y: 0) == Pixel(red: 102, green: 0, blue: 0, alpha: 102))
        // 102 + 60 × 0.6, 30 × 0.6, 0, 102 + 120 × 0.6
        #expect(half.pixel(x: 0, y: 0) == Pixel(red: 138, green: 18, blue: 0, alpha: 174))
        #expect(try source.tinted(with: .clear) == source)
    }

    @Test("Neutral adjustments change nothing")
    func neutral() throws {
        let source = try TestPictures.mixed(width: 20, height: 20)
        let neutral = ColorAdjustment(brightness: 0, contrast: 1, saturation: 1, exposure: 0)
        #expect(try source.adjusted(neutral) === source)
    }

    @Test("The tables give every byte back")
    func tablesRoundTrip() throws {
        let source = try TestPictures.make(width: 256, height: 1) { x, _ in
            Pixel(red: UInt8(x), green: UInt8(255 - x), blue: UInt8(x / 2), alpha: 255)
        }
        // Next to neutral, so that the kernel runs.
        let almost = ColorAdjustment(brightness: 0, contrast: 1, saturation: 1, exposure: 1e-9)
        #expect(try source.adjusted(almost) == source)
    }

    @Test(
        "FLT-4 to FLT-6: the formulas hold on linear light with straight alpha",
        arguments: [
            ColorAdjustment(brightness: 0.1, contrast: 1, saturation: 1, exposure: 0),
            ColorAdjustment(brightness: -0.2, contrast: 1.5, saturation: 1, exposure: 0),
            ColorAdjustment(brightness: 0, contrast: 1, saturation: 0.3, exposure: 0.5),
            ColorAdjustment(brightness: 0.05, contrast: 0.7, saturation: 1.8, exposure: -1),
        ])
    func formulas(adjustment: ColorAdjustment) throws {
        for alpha in [255, 128] {
            let straight = [200.0, 90.0, 20.0]
            let stored = straight.map { UInt8(($0 * Double(alpha) / 255).rounded()) }
            let source = try TestPictures.uniform(
                Pixel(red: stored[0], green: stored[1], blue: stored[2], alpha: UInt8(alpha)),
                width: 2, height: 2)
            let light = stored.map { SRGBCurve.linear(Double($0) / Double(alpha)) }
            let luma = 0.2125 * light[0] + 0.7154 * light[1] + 0.0721 * light[2]
            let expected = light.map { value in
                var value = luma + (value - luma) * adjustment.saturation + adjustment.brightness
                value = (value - 0.5) * adjustment.contrast + 0.5
                value = min(max(value * pow(2, adjustment.exposure), 0), 1)
                return SRGBCurve.encoded(value) * Double(alpha)
            }
            let pixel = try #require(try source.adjusted(adjustment).pixel(x: 1, y: 1))
            for (found, wanted) in zip([pixel.red, pixel.green, pixel.blue], expected) {
                #expect(abs(Double(found) - wanted) <= 2)
            }
            #expect(pixel.alpha == alpha)
        }
    }

    @Test(
        "Hostile numbers give black or white, not a trap",
        arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func hostileAdjustments(value: Double) throws {
        let source = try TestPictures.mixed(width: 5, height: 5)
        for adjustment in [
            ColorAdjustment(brightness: value, contrast: 1, saturation: 1, exposure: 0),
            ColorAdjustment(brightness: 0, contrast: value, saturation: 1, exposure: 0),
            ColorAdjustment(brightness: 0, contrast: 1, saturation: value, exposure: 0),
            ColorAdjustment(brightness: 0, contrast: 1, saturation: 1, exposure: value),
        ] {
            #expect(try source.adjusted(adjustment).isPremultiplied)
        }
    }

    @Test("Paint between two shapes covers the ring alone")
    func ring() throws {
        let white = Pixel(red: 255, green: 255, blue: 255, alpha: 255)
        let source = try TestPictures.uniform(white, width: 10, height: 10)
        let outer = RoundedRect(x: 0, y: 0, width: 10, height: 10, radius: 0)
        let inner = RoundedRect(x: 1.5, y: 1.5, width: 7, height: 7, radius: 0)
        let result = try source.painted(between: outer, and: inner, color: .black)
        #expect(result.isOpaque)
        #expect(result.pixel(x: 0, y: 5)?.red == 0)
        // Half a pixel of black on white is 127.5.
        #expect(result.pixel(x: 1, y: 5).map { (127...128).contains($0.red) } == true)
        #expect(result.pixel(x: 2, y: 5) == white)
    }
}
