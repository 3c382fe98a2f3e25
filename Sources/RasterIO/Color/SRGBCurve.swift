import Foundation

/// The tone curve of sRGB (IEC 61966-2-1).
enum SRGBCurve {
    /// The stored value, 0…1, of linear light, 0…1; not a number counts as 0.
    static func encode(_ linear: Double) -> Double {
        guard linear > 0.0031308 else { return max(0, 12.92 * linear) }
        return 1.055 * pow(linear, 1 / 2.4) - 0.055
    }
}
