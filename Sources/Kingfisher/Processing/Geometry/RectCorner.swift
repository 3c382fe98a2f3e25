/// Corners of a rectangle, as they are seen: top is up on every platform.
public struct RectCorner: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Upper left.
    public static let topLeft = RectCorner(rawValue: 1 << 0)
    /// Upper right.
    public static let topRight = RectCorner(rawValue: 1 << 1)
    /// Lower left.
    public static let bottomLeft = RectCorner(rawValue: 1 << 2)
    /// Lower right.
    public static let bottomRight = RectCorner(rawValue: 1 << 3)
    /// All four.
    public static let all: RectCorner = [.topLeft, .topRight, .bottomLeft, .bottomRight]

    /// The corners in the identifier of a processor; empty for all four.
    var cornerIdentifier: String {
        self == .all ? "" : "_corner(\(rawValue))"
    }

    /// The corners in terms of the pixel layer.
    var shapeCorners: RoundedRect.Corners { RoundedRect.Corners(rawValue: rawValue) }
}
