import Foundation

/// The weight of a source pixel by its distance from the place that is sampled.
package enum ResampleFilter: Hashable, Sendable, CaseIterable {
    /// The mean of the covered pixels; exact for whole ratios.
    case box
    /// Linear interpolation, or a tent over the covered pixels.
    case triangle
    /// The cubic of Catmull and Rom (Keys' cubic with a = −0.5): sharp, little ringing.
    case catmullRom
    /// The windowed sinc with three lobes: sharpest downscaling.
    case lanczos3

    /// Lanczos for smaller targets, the cubic for larger ones.
    static func automatic(from source: Int, to target: Int) -> ResampleFilter {
        target < source ? .lanczos3 : .catmullRom
    }

    /// Distance from the centre where the weight becomes and stays zero, in pixels.
    var support: Double {
        switch self {
        case .box: 0.5
        case .triangle: 1
        case .catmullRom: 2
        case .lanczos3: 3
        }
    }

    /// The weight at a distance in pixels.
    func weight(at distance: Double) -> Double {
        let x = abs(distance)
        switch self {
        case .box:
            // Half open, so that a pixel on the border of two boxes counts once.
            return distance > -0.5 && distance <= 0.5 ? 1 : 0
        case .triangle:
            return max(0, 1 - x)
        case .catmullRom:
            if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
            return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
        case .lanczos3:
            return x < 3 ? Self.sinc(x) * Self.sinc(x / 3) : 0
        }
    }

    private static func sinc(_ x: Double) -> Double {
        x == 0 ? 1 : sin(.pi * x) / (.pi * x)
    }
}
