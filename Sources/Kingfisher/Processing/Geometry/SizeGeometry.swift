public import Foundation

extension KingfisherWrapper where Base == CGSize {
    /// The size that an image of this size gets for a target.
    ///
    /// - Parameters:
    ///   - size: The target.
    ///   - contentMode: How the image is fitted to it.
    /// - Returns: The size; the target itself for ``ContentMode/none``.
    public func resize(to size: CGSize, for contentMode: ContentMode) -> CGSize {
        switch contentMode {
        case .aspectFit: constrained(size)
        case .aspectFill: filling(size)
        case .none: size
        }
    }

    /// The largest size with this shape that fits into another size.
    ///
    /// The computed side is rounded to a whole number, halves up, and at least 1 where the target's
    /// is. A shape without width or height, or with sides that are no numbers, counts as square.
    ///
    /// - Parameter size: The size to fit into. Sides below 0 count as 0.
    /// - Returns: The size.
    public func constrained(_ size: CGSize) -> CGSize {
        let target = size.clampedSides
        let width = roundedSide(ratio * target.height, atLeastIn: target.width)
        if width > target.width {
            let height = roundedSide(target.width / ratio, atLeastIn: target.height)
            return CGSize(width: target.width, height: height)
        }
        return CGSize(width: width, height: target.height)
    }

    /// The smallest size with this shape that covers another size.
    ///
    /// Rounding and degenerate shapes are as in ``constrained(_:)``.
    ///
    /// - Parameter size: The size to cover. Sides below 0 count as 0.
    /// - Returns: The size.
    public func filling(_ size: CGSize) -> CGSize {
        let target = size.clampedSides
        let width = roundedSide(ratio * target.height, atLeastIn: target.width)
        if width < target.width {
            let height = roundedSide(target.width / ratio, atLeastIn: target.height)
            return CGSize(width: target.width, height: height)
        }
        return CGSize(width: width, height: target.height)
    }

    /// A rectangle of a size inside this size, placed by an anchor.
    ///
    /// - Parameters:
    ///   - size: Size of the rectangle; sides that do not fit are cut.
    ///   - anchor: Where the rectangle lies: (0, 0) top left, (1, 1) bottom right. Clamped to 0…1.
    /// - Returns: The rectangle; y grows downwards.
    public func constrainedRect(for size: CGSize, anchor: CGPoint) -> CGRect {
        let (base, size) = (base.clampedSides, size.clampedSides)
        func side(_ whole: CGFloat, _ part: CGFloat, _ anchor: CGFloat) -> (CGFloat, CGFloat) {
            guard part < whole else { return (0, whole) }
            return ((anchor.isNaN ? 0 : anchor.clamped(to: 0...1)) * (whole - part), part)
        }
        let (x, width) = side(base.width, size.width, anchor.x)
        let (y, height) = side(base.height, size.height, anchor.y)
        return CGRect(x: x, y: y, width: width, height: height)
    }

    /// Width for each unit of height.
    private var ratio: CGFloat {
        let sides = base.clampedSides
        guard sides.width > 0, sides.height > 0, sides.width.isFinite, sides.height.isFinite else {
            return 1
        }
        return sides.width / sides.height
    }

    /// Rounds a side, but not down to nothing where the other side of the target is something.
    private func roundedSide(_ side: CGFloat, atLeastIn target: CGFloat) -> CGFloat {
        guard side.isFinite else { return side.isNaN ? 0 : side }
        return max(side.rounded(), min(target, 1))
    }
}

extension CGSize {
    /// The size with sides that are not numbers, or below 0, replaced by 0.
    fileprivate var clampedSides: CGSize {
        func side(_ value: CGFloat) -> CGFloat { value > 0 ? value : 0 }
        return CGSize(width: side(width), height: side(height))
    }
}

extension CGRect {
    /// The rectangle with origin and size multiplied by a factor.
    func scaled(_ scale: CGFloat) -> CGRect {
        CGRect(
            x: origin.x * scale, y: origin.y * scale, width: width * scale, height: height * scale)
    }
}

extension Comparable {
    /// The value, or the end of the range that it lies beyond.
    func clamped(to limits: ClosedRange<Self>) -> Self {
        min(max(self, limits.lowerBound), limits.upperBound)
    }
}
