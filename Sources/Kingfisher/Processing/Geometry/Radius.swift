public import Foundation

/// The radius of rounded corners.
public enum Radius: Sendable {
    /// A share of the width; 0.5 makes a circle of a square.
    case widthFraction(CGFloat)
    /// A share of the height.
    case heightFraction(CGFloat)
    /// A length in points.
    case point(CGFloat)

    /// The radius for a size.
    ///
    /// - Parameter size: Size of what is rounded, in points.
    /// - Returns: The radius in points, not clamped to the size.
    public func compute(with size: CGSize) -> CGFloat {
        switch self {
        case .widthFraction(let fraction): size.width * fraction
        case .heightFraction(let fraction): size.height * fraction
        case .point(let length): length
        }
    }

    /// The radius in the identifier of a processor.
    var identifier: String {
        switch self {
        case .widthFraction(let fraction): "w_frac_\(IdentifierText.number(fraction))"
        case .heightFraction(let fraction): "h_frac_\(IdentifierText.number(fraction))"
        case .point(let length): IdentifierText.number(length)
        }
    }
}
