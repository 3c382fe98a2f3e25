import CLCMS
import Foundation

extension ColorTransform {
    /// The transform from pixels of other primaries or another curve.
    ///
    /// Nil for sRGB and for code points that are not known. Made anew each time, since few pictures have
    /// no profile but such code points.
    ///
    /// - Parameters:
    ///   - codePoint: The primaries, as numbered in ITU-T H.273, table 2.
    ///   - transfer: The curve, as numbered in table 3. Default 13, that of sRGB; all but linear light and
    ///     the powers of 2.2 and 2.8 count as that.
    /// - Returns: The transform.
    static func toSRGB(primaries codePoint: Int, transfer: Int = 13) -> ColorTransform? {
        let gamma: Double? =
            switch transfer {
            case 4: 2.2
            case 5: 2.8
            case 8: 1
            default: nil
            }
        // All three have the white point D65.
        let primaries: cmsCIExyYTRIPLE? =
            switch codePoint {
            case 9: triple(red: (0.708, 0.292), green: (0.170, 0.797), blue: (0.131, 0.046))
            case 12: triple(red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060))
            default: nil
            }
        let white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
        guard let primaries else { return gamma.flatMap { toSRGB(gamma: $0) } }
        return ColorProfile(primaries: primaries, whitePoint: white, gamma: gamma)
            .flatMap { make($0, input: .rgb) }
    }

    /// The transform from pixels of other primaries.
    ///
    /// - Parameters:
    ///   - points: White, red, green and blue as x and y.
    ///   - gamma: The exponent from stored values to light, nil for the tone curve of sRGB.
    /// - Returns: The transform, nil for points that are none or those of sRGB.
    static func toSRGB(chromaticities points: [Double], gamma: Double?) -> ColorTransform? {
        guard points.count == 8 else { return nil }
        let white = cmsCIExyY(x: points[0], y: points[1], Y: 1)
        let primaries = triple(
            red: (points[2], points[3]), green: (points[4], points[5]),
            blue: (points[6], points[7]))
        return ColorProfile(primaries: primaries, whitePoint: white, gamma: gamma).flatMap {
            make($0, input: .rgb)
        }
    }

    /// The transform from pixels of the primaries of sRGB, or grey, whose curve is a power.
    ///
    /// - Parameter gamma: The exponent from stored values to light.
    /// - Returns: The transform, nil when it would change nothing.
    static func toSRGB(gamma: Double) -> ColorTransform? {
        curve { pow($0, gamma) }
    }

    private static func triple(
        red: (Double, Double), green: (Double, Double), blue: (Double, Double)
    ) -> cmsCIExyYTRIPLE {
        cmsCIExyYTRIPLE(
            Red: cmsCIExyY(x: red.0, y: red.1, Y: 1),
            Green: cmsCIExyY(x: green.0, y: green.1, Y: 1),
            Blue: cmsCIExyY(x: blue.0, y: blue.1, Y: 1))
    }
}
