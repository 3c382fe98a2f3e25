public import Foundation

/// A line along the inside of an image's edge.
public struct Border: Sendable {
    /// The colour of the line.
    public var color: KFCrossPlatformColor
    /// Width of the line in points.
    public var lineWidth: CGFloat
    /// Radius of the line's outer corners.
    public var radius: Radius
    /// The corners that are rounded.
    public var roundingCorners: RectCorner

    /// Creates a border.
    ///
    /// - Parameters:
    ///   - color: The colour of the line. Default black.
    ///   - lineWidth: Its width in points. Default 4; nothing is drawn unless above 0.
    ///   - radius: Radius of the outer corners; fractions are of the image without the line.
    ///     Default 0, square corners.
    ///   - roundingCorners: The corners that are rounded. Default all.
    public init(
        color: KFCrossPlatformColor = .black, lineWidth: CGFloat = 4, radius: Radius = .point(0),
        roundingCorners: RectCorner = .all
    ) {
        self.color = color
        self.lineWidth = lineWidth
        self.radius = radius
        self.roundingCorners = roundingCorners
    }

    /// The border in the identifier of a processor.
    var identifier: String {
        let width = IdentifierText.number(lineWidth)
        return "\(color.rgbaDescription)_\(width)_\(radius.identifier)_"
            + roundingCorners.cornerIdentifier
    }
}
