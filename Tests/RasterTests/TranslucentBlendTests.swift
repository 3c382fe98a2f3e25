import Foundation
import Testing

@testable import Raster

/// Every blend mode between two translucent colours, against the W3C's "Compositing and Blending
/// Level 1", section 10, written down anew.
@Suite("Blending of translucent colours", .timeLimit(.minutes(1)))
struct TranslucentBlendTests {
    private typealias RGB = [Double]

    // MARK: Separable modes, section 10.1

    private func separable(_ mode: CGBlendMode, _ cb: Double, _ cs: Double) -> Double? {
        switch mode {
        case .normal: cs
        case .multiply: cb * cs
        case .screen: cb + cs - cb * cs
        case .overlay: hardLight(cs, cb)
        case .darken: min(cb, cs)
        case .lighten: max(cb, cs)
        case .colorDodge: cb == 0 ? 0 : cs == 1 ? 1 : min(1, cb / (1 - cs))
        case .colorBurn: cb == 1 ? 1 : cs == 0 ? 0 : 1 - min(1, (1 - cb) / cs)
        case .softLight: softLight(cb, cs)
        case .hardLight: hardLight(cb, cs)
        case .difference: abs(cb - cs)
        case .exclusion: cb + cs - 2 * cb * cs
        default: nil
        }
    }

    private func hardLight(_ cb: Double, _ cs: Double) -> Double {
        cs <= 0.5 ? cb * 2 * cs : cb + (2 * cs - 1) - cb * (2 * cs - 1)
    }

    private func softLight(_ cb: Double, _ cs: Double) -> Double {
        let d = cb <= 0.25 ? ((16 * cb - 12) * cb + 4) * cb : cb.squareRoot()
        return cs <= 0.5
            ? cb - (1 - 2 * cs) * cb * (1 - cb) : cb + (2 * cs - 1) * (d - cb)
    }

    // MARK: Modes of hue, saturation and luminosity, section 10.2

    private func luminosity(_ c: RGB) -> Double { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }

    private func saturation(_ c: RGB) -> Double { (c.max() ?? 0) - (c.min() ?? 0) }

    private func clipped(_ c: RGB) -> RGB {
        let (light, low, high) = (luminosity(c), c.min() ?? 0, c.max() ?? 0)
        var color = c
        if low < 0 { color = color.map { light + ($0 - light) * light / (light - low) } }
        if high > 1 { color = color.map { light + ($0 - light) * (1 - light) / (high - light) } }
        return color
    }

    private func with(luminosity light: Double, _ c: RGB) -> RGB {
        let difference = light - luminosity(c)
        return clipped(c.map { $0 + difference })
    }

    private func with(saturation wanted: Double, _ c: RGB) -> RGB {
        let (low, range) = (c.min() ?? 0, saturation(c))
        return range > 0 ? c.map { ($0 - low) * wanted / range } : [0, 0, 0]
    }

    private func nonSeparable(_ mode: CGBlendMode, _ cb: RGB, _ cs: RGB) -> RGB? {
        switch mode {
        case .hue: with(luminosity: luminosity(cb), with(saturation: saturation(cb), cs))
        case .saturation: with(luminosity: luminosity(cb), with(saturation: saturation(cs), cb))
        case .color: with(luminosity: luminosity(cb), cs)
        case .luminosity: with(luminosity: luminosity(cs), cb)
        default: nil
        }
    }

    // MARK: The tests

    private func bytes(_ pixel: Pixel) -> [Double] {
        [pixel.red, pixel.green, pixel.blue].map(Double.init)
    }

    private static let samples: [RGB] = [
        [0, 0, 0], [1, 1, 1], [0.2, 0.6, 0.9], [0.8, 0.4, 0.2], [0, 1, 0.5], [0.45, 0.5, 0.55],
    ]

    @Test(
        "BLD-5: every blend mode of translucent colours, against the formulas",
        arguments: CGBlendMode.allCases.filter { $0.rawValue < 16 })
    func translucent(mode: CGBlendMode) throws {
        for s in Self.samples {
            for d in Self.samples {
                let source = RasterColor(
                    red: CGFloat(s[0]), green: CGFloat(s[1]), blue: CGFloat(s[2]), alpha: 0.6
                ).pixel
                let background = RasterColor(
                    red: CGFloat(d[0]), green: CGFloat(d[1]), blue: CGFloat(d[2]), alpha: 0.7)
                let bitmap = try TestPictures.uniform(source, width: 2, height: 1)
                    .blended(mode.blendFunction, opacity: 1, background: background)
                let result = try #require(bitmap.pixel(x: 1, y: 0))
                // What the bytes say, so that rounding them is no part of the difference.
                let (sa, da) = (Double(source.alpha) / 255, Double(background.pixel.alpha) / 255)
                let cs = bytes(source).map { $0 / 255 / sa }
                let cb = bytes(background.pixel).map { $0 / 255 / da }
                let mixed =
                    nonSeparable(mode, cb, cs)
                    ?? zip(cb, cs).compactMap { separable(mode, $0, $1) }
                try #require(mixed.count == 3)
                for channel in 0..<3 {
                    let value =
                        cs[channel] * sa * (1 - da) + cb[channel] * da * (1 - sa)
                        + sa * da * mixed[channel]
                    #expect(
                        abs(bytes(result)[channel] - 255 * value) <= 1.5,
                        "\(s) over \(d): channel \(channel)")
                }
                let alpha = 255 * (sa + da - sa * da)
                #expect(abs(Double(result.alpha) - alpha) <= 1, "\(s) over \(d)")
            }
        }
    }

    @Test(
        "BLD-2: over nothing, operations that keep only what lies over a backdrop give nothing",
        arguments: [CGBlendMode.sourceIn, .sourceAtop, .destinationIn, .destinationOut, .clear])
    func nothingBehind(mode: CGBlendMode) throws {
        let source = Pixel(red: 40, green: 90, blue: 130, alpha: 153)
        for opacity in [1, 0.5] {
            let bitmap = try TestPictures.uniform(source, width: 2, height: 1)
                .blended(mode.blendFunction, opacity: opacity, background: nil)
            #expect(bitmap.pixel(x: 1, y: 0) == Pixel(red: 0, green: 0, blue: 0, alpha: 0))
        }
    }
}
