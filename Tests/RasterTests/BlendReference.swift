import Foundation

@testable import Raster

/// Straight colours blended after the W3C's "Compositing and Blending Level 1", section 10.
///
/// `cb` is the backdrop, `cs` the source. Nil for modes of the other kind.
enum BlendReference {
    typealias RGB = [Double]

    // Section 10.1.

    static func separable(_ mode: CGBlendMode, _ cb: Double, _ cs: Double) -> Double? {
        switch mode {
        case .normal: cs
        case .multiply: cb * cs
        case .screen: cb + cs - cb * cs
        case .overlay: hardLight(cs, cb)
        case .darken: min(cb, cs)
        case .lighten: max(cb, cs)
        case .colorDodge: cb == 0 ? 0 : cs >= 1 ? 1 : min(1, cb / (1 - cs))
        case .colorBurn: cb >= 1 ? 1 : cs <= 0 ? 0 : 1 - min(1, (1 - cb) / cs)
        case .softLight: softLight(cb, cs)
        case .hardLight: hardLight(cb, cs)
        case .difference: abs(cb - cs)
        case .exclusion: cb + cs - 2 * cb * cs
        default: nil
        }
    }

    private static func hardLight(_ cb: Double, _ cs: Double) -> Double {
        cs <= 0.5 ? cb * 2 * cs : cb + (2 * cs - 1) - cb * (2 * cs - 1)
    }

    private static func softLight(_ cb: Double, _ cs: Double) -> Double {
        let d = cb <= 0.25 ? ((16 * cb - 12) * cb + 4) * cb : cb.squareRoot()
        return cs <= 0.5
            ? cb - (1 - 2 * cs) * cb * (1 - cb) : cb + (2 * cs - 1) * (d - cb)
    }

    // Section 10.2.

    private static func luminosity(_ c: RGB) -> Double { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }

    private static func saturation(_ c: RGB) -> Double { (c.max() ?? 0) - (c.min() ?? 0) }

    private static func clipped(_ c: RGB) -> RGB {
        let (light, low, high) = (luminosity(c), c.min() ?? 0, c.max() ?? 0)
        var color = c
        if low < 0 { color = color.map { light + ($0 - light) * light / (light - low) } }
        if high > 1 { color = color.map { light + ($0 - light) * (1 - light) / (high - light) } }
        return color
    }

    private static func with(luminosity light: Double, _ c: RGB) -> RGB {
        let difference = light - luminosity(c)
        return clipped(c.map { $0 + difference })
    }

    private static func with(saturation wanted: Double, _ c: RGB) -> RGB {
        let (low, range) = (c.min() ?? 0, saturation(c))
        return range > 0 ? c.map { ($0 - low) * wanted / range } : [0, 0, 0]
    }

    static func nonSeparable(_ mode: CGBlendMode, _ cb: RGB, _ cs: RGB) -> RGB? {
        switch mode {
        case .hue: with(luminosity: luminosity(cb), with(saturation: saturation(cb), cs))
        case .saturation: with(luminosity: luminosity(cb), with(saturation: saturation(cs), cb))
        case .color: with(luminosity: luminosity(cb), cs)
        case .luminosity: with(luminosity: luminosity(cs), cb)
        default: nil
        }
    }
}
