public import Foundation

/// A colour in extended sRGB with straight alpha.
///
/// Components outside 0…1 stand for colours that sRGB cannot show, for example vivid Display P3
/// ones. They are kept as they are and clamped only when a pixel is made of them.
public struct RasterColor: Hashable, Sendable {
    /// Red, gamma-encoded; 0…1 inside the sRGB gamut.
    public let red: CGFloat
    /// Green, gamma-encoded; 0…1 inside the sRGB gamut.
    public let green: CGFloat
    /// Blue, gamma-encoded; 0…1 inside the sRGB gamut.
    public let blue: CGFloat
    /// Opacity, 0 (transparent) to 1 (opaque).
    public let alpha: CGFloat

    /// Creates a colour from extended sRGB components.
    ///
    /// - Parameters:
    ///   - red: Red; 0…1 inside the gamut. Anything not finite counts as 0, as in all parameters.
    ///   - green: Green; 0…1 inside the gamut.
    ///   - blue: Blue; 0…1 inside the gamut.
    ///   - alpha: Opacity, clamped to 0…1.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.red = red.isFinite ? red : 0
        self.green = green.isFinite ? green : 0
        self.blue = blue.isFinite ? blue : 0
        self.alpha = alpha.isFinite ? min(max(alpha, 0), 1) : 0
    }

    /// Creates a grey.
    ///
    /// - Parameters:
    ///   - white: Gamma-encoded brightness, 0 (black) to 1 (white).
    ///   - alpha: Opacity, clamped to 0…1.
    public init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    /// Creates a colour from Display P3 components, converted to extended sRGB.
    ///
    /// - Parameters:
    ///   - displayP3Red: Red of the P3 primaries, gamma-encoded.
    ///   - green: Green of the P3 primaries, gamma-encoded.
    ///   - blue: Blue of the P3 primaries, gamma-encoded.
    ///   - alpha: Opacity, clamped to 0…1.
    public init(displayP3Red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        let p3 = [displayP3Red, green, blue].map { SRGBCurve.linear(Double($0)) }
        // P3 to XYZ to sRGB, both D65, from the primaries in SMPTE EG 432-1 and IEC 61966-2-1.
        let linear = [
            1.224940176280, -0.224940176280, 0,
            -0.042056954709, 1.042056954709, 0,
            -0.019637554590, -0.078636045551, 1.098273600141,
        ]
        func component(_ row: Int) -> CGFloat {
            let sum = (0..<3).reduce(0.0) { $0 + linear[3 * row + $1] * p3[$1] }
            return CGFloat(SRGBCurve.encoded(sum))
        }
        self.init(red: component(0), green: component(1), blue: component(2), alpha: alpha)
    }

    /// The same colour with another opacity.
    ///
    /// - Parameter alpha: Opacity, clamped to 0…1.
    /// - Returns: The colour.
    public func withAlphaComponent(_ alpha: CGFloat) -> RasterColor {
        RasterColor(red: red, green: green, blue: blue, alpha: alpha)
    }
}

extension RasterColor {
    /// The colour as a pixel: clamped to the sRGB gamut, premultiplied, rounded to nearest.
    public var pixel: Pixel {
        func byte(_ value: CGFloat) -> UInt8 { UInt8((min(max(value, 0), 1) * 255).rounded()) }
        func premultiplied(_ value: CGFloat) -> UInt8 { byte(min(max(value, 0), 1) * alpha) }
        return Pixel(
            red: premultiplied(red), green: premultiplied(green), blue: premultiplied(blue),
            alpha: byte(alpha))
    }
}

/// The transfer curve of sRGB (IEC 61966-2-1), mirrored below zero for extended components.
package enum SRGBCurve {
    /// Light of an encoded component.
    package static func linear(_ encoded: Double) -> Double {
        let size = abs(encoded)
        let light = size <= 0.04045 ? size / 12.92 : pow((size + 0.055) / 1.055, 2.4)
        return encoded < 0 ? -light : light
    }

    /// Encoded component of a light.
    package static func encoded(_ linear: Double) -> Double {
        let size = abs(linear)
        let value = size <= 0.0031308 ? size * 12.92 : 1.055 * pow(size, 1 / 2.4) - 0.055
        return linear < 0 ? -value : value
    }
}
