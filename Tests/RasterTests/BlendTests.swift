import CRaster
import Foundation
import Testing

@testable import Raster

@Suite("Blending", .timeLimit(.minutes(1)))
struct BlendTests {
    /// A premultiplied colour with components of 0…1.
    private struct Color {
        var r: Double
        var g: Double
        var b: Double
        var a: Double

        init(_ r: Double, _ g: Double, _ b: Double, _ a: Double) {
            (self.r, self.g, self.b, self.a) = (r * a, g * a, b * a, a)
        }

        var pixel: Pixel {
            func byte(_ value: Double) -> UInt8 { UInt8((value * 255).rounded()) }
            return Pixel(red: byte(r), green: byte(g), blue: byte(b), alpha: byte(a))
        }
    }

    private func blend(
        _ mode: CGBlendMode, _ source: Color, over backdrop: RasterColor?, opacity: Double = 1
    ) throws -> Pixel {
        let bitmap = try TestPictures.uniform(source.pixel, width: 3, height: 2)
            .blended(mode.blendFunction, opacity: opacity, background: backdrop)
        #expect(bitmap.isPremultiplied)
        return try #require(bitmap.pixel(x: 2, y: 1))
    }

    private func expectClose(
        _ pixel: Pixel, _ r: Double, _ g: Double, _ b: Double, _ a: Double,
        _ comment: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = [pixel.red, pixel.green, pixel.blue, pixel.alpha].map(Double.init)
        let wanted = [r, g, b, a].map { $0 * 255 }
        let difference = (zip(found, wanted).map { abs($0 - $1) }.max() ?? 0) - 1e-9
        // Source and backdrop are rounded to bytes before they are blended, and burning divides that
        // error by the source, here at least 0.2.
        #expect(
            difference <= 2.5, "\(comment): \(found) ≠ \(wanted)", sourceLocation: sourceLocation)
    }

    private static let samples: [(Double, Double, Double)] = [
        (0, 0, 0), (1, 1, 1), (0.2, 0.6, 0.9), (0.8, 0.4, 0.2), (0, 1, 0.5),
    ]

    @Test(
        "BLD-5: separable modes over an opaque backdrop, with and without opacity",
        arguments: CGBlendMode.allCases.filter { $0.rawValue < 12 })
    func separableModes(mode: CGBlendMode) throws {
        for s in Self.samples {
            for d in Self.samples {
                let backdrop = RasterColor(
                    red: CGFloat(d.0), green: CGFloat(d.1), blue: CGFloat(d.2), alpha: 1)
                for opacity in [1, 0.5] {
                    let pixel = try blend(
                        mode, Color(s.0, s.1, s.2, 1), over: backdrop, opacity: opacity)
                    let mixed = try zip([s.0, s.1, s.2], [d.0, d.1, d.2]).map { cs, cb in
                        let value = try #require(BlendReference.separable(mode, cb, cs))
                        return value * opacity + cb * (1 - opacity)
                    }
                    expectClose(pixel, mixed[0], mixed[1], mixed[2], 1, "\(mode) \(s) \(d)")
                }
            }
        }
    }

    @Test(
        "BLD-2: over nothing, blend modes give the image times its alpha",
        arguments: CGBlendMode.allCases.filter { $0.rawValue < 16 })
    func nothingBehind(mode: CGBlendMode) throws {
        let source = Color(0.2, 0.6, 0.9, 0.8)
        let full = try blend(mode, source, over: nil)
        expectClose(full, source.r, source.g, source.b, source.a, "\(mode)")
        let half = try blend(mode, source, over: nil, opacity: 0.5)
        expectClose(half, source.r / 2, source.g / 2, source.b / 2, source.a / 2, "\(mode)")
    }

    @Test(
        "BLD-5: Porter-Duff operations on translucent colours",
        arguments: CGBlendMode.allCases.filter { $0.rawValue >= 16 })
    func porterDuff(mode: CGBlendMode) throws {
        let s = Color(0.2, 0.6, 0.9, 0.6)
        let d = Color(1, 0.3, 0, 0.7)
        func mix(_ s: Double, _ sa: Double, _ d: Double, _ da: Double) -> Double {
            switch mode {
            case .clear: 0
            case .copy: s
            case .sourceIn: s * da
            case .sourceOut: s * (1 - da)
            case .sourceAtop: s * da + d * (1 - sa)
            case .destinationOver: s * (1 - da) + d
            case .destinationIn: d * sa
            case .destinationOut: d * (1 - sa)
            case .destinationAtop: s * (1 - da) + d * sa
            case .xor: s * (1 - da) + d * (1 - sa)
            case .plusDarker: max(0, 1 - ((1 - d) + (1 - s)))
            case .plusLighter: min(1, s + d)
            default: .nan
            }
        }
        let pixel = try blend(
            mode, s, over: RasterColor(red: 1, green: 0.3, blue: 0, alpha: 0.7))
        let alpha = mix(s.a, s.a, d.a, d.a)
        let channels = [(s.r, d.r), (s.g, d.g), (s.b, d.b)].map {
            min(mix($0.0, s.a, $0.1, d.a), alpha)
        }
        expectClose(pixel, channels[0], channels[1], channels[2], alpha, "\(mode)")
    }

    @Test(
        "BLD-5: hue, saturation, colour and luminosity keep what they promise",
        arguments: [CGBlendMode.hue, .saturation, .color, .luminosity])
    func nonSeparable(mode: CGBlendMode) throws {
        func light(_ c: [Double]) -> Double { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }
        let source = [0.3, 0.5, 0.4]
        let backdrop = [0.6, 0.45, 0.5]
        let pixel = try blend(
            mode, Color(source[0], source[1], source[2], 1),
            over: RasterColor(red: 0.6, green: 0.45, blue: 0.5, alpha: 1))
        let result = [pixel.red, pixel.green, pixel.blue].map { Double($0) / 255 }
        func range(_ c: [Double]) -> Double { (c.max() ?? 0) - (c.min() ?? 0) }
        let wantedLight = light(mode == .luminosity ? source : backdrop)
        #expect(abs(light(result) - wantedLight) < 0.01)
        let wantedRange = range(mode == .hue || mode == .luminosity ? backdrop : source)
        #expect(abs(range(result) - wantedRange) < 0.015)
        // Which channel is largest shows whose hue it is.
        let hue = mode == .hue || mode == .color ? source : backdrop
        #expect(result.firstIndex(of: result.max() ?? 0) == hue.firstIndex(of: hue.max() ?? 0))
    }

    @Test("Both names of an operation mean the same")
    func compositingOperations() {
        #expect(NSCompositingOperation.sourceOver.blendFunction == CGBlendMode.normal.blendFunction)
        #expect(NSCompositingOperation.highlight.blendFunction == CGBlendMode.normal.blendFunction)
        for operation in NSCompositingOperation.allCases {
            let namesake = CGBlendMode.allCases.first { "\($0)" == "\(operation)" }
            if let namesake { #expect(operation.blendFunction == namesake.blendFunction) }
        }
    }

    @Test("Hostile opacities are clamped", arguments: [Double.nan, -1, 0])
    func hostileOpacity(opacity: Double) throws {
        let pixel = try blend(.normal, Color(1, 1, 1, 1), over: nil, opacity: opacity)
        #expect(pixel == Pixel(red: 0, green: 0, blue: 0, alpha: 0))
        let large = try blend(.normal, Color(1, 1, 1, 1), over: nil, opacity: 9)
        #expect(large == Pixel(red: 255, green: 255, blue: 255, alpha: 255))
    }
}
