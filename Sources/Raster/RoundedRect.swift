import Foundation

/// A rectangle with rounded corners, in pixels of a picture; y grows downwards.
///
/// ``coverage(ofRow:into:)`` gives the exact share of each pixel that lies inside, which makes the
/// edges smooth without sampling.
package struct RoundedRect: Hashable, Sendable {
    /// The corners that are rounded.
    package struct Corners: OptionSet, Hashable, Sendable {
        /// The bits.
        package let rawValue: Int

        /// Creates a set from its bits.
        package init(rawValue: Int) { self.rawValue = rawValue }

        /// Upper left.
        package static let topLeft = Corners(rawValue: 1)
        /// Upper right.
        package static let topRight = Corners(rawValue: 2)
        /// Lower left.
        package static let bottomLeft = Corners(rawValue: 4)
        /// Lower right.
        package static let bottomRight = Corners(rawValue: 8)
        /// All four.
        package static let all: Corners = [.topLeft, .topRight, .bottomLeft, .bottomRight]
    }

    private let left: Double
    private let top: Double
    private let right: Double
    private let bottom: Double
    private let radius: Double
    private let corners: Corners

    /// Creates a shape.
    ///
    /// - Parameters:
    ///   - x: Left edge in pixels; fractions are allowed, here and below.
    ///   - y: Upper edge.
    ///   - width: Width; below 0 counts as 0.
    ///   - height: Height; below 0 counts as 0.
    ///   - radius: Radius of the corners, clamped to half of the shorter side. Anything that is not
    ///     a number counts as 0.
    ///   - corners: The corners that are rounded; the others are square.
    package init(
        x: Double, y: Double, width: Double, height: Double, radius: Double, corners: Corners = .all
    ) {
        left = x
        top = y
        right = x + max(width, 0)
        bottom = y + max(height, 0)
        let most = min(max(width, 0), max(height, 0)) / 2
        self.radius = radius.isNaN ? 0 : min(max(radius, 0), most)
        self.corners = corners
    }

    /// Writes how much of each pixel of a row lies inside, 0 to 255.
    ///
    /// - Parameters:
    ///   - row: The row of pixels, from the top.
    ///   - coverage: One byte for each pixel of the row; all are written.
    package func coverage(ofRow row: Int, into coverage: UnsafeMutableBufferPointer<UInt8>) {
        coverage.update(repeating: 0)
        let y0 = max(Double(row), top)
        let y1 = min(Double(row) + 1, bottom)
        let first = Int(max(left, 0).rounded(.down))
        let end = min(Int(max(right, 0).rounded(.up)), coverage.count)
        guard y1 > y0, first < end else { return }
        // Columns that neither an edge nor a corner touches all have the coverage of the row.
        let plain = Self.byte(y1 - y0)
        let curvedHere =
            (y0 < top + radius && !corners.isDisjoint(with: [.topLeft, .topRight]))
            || (y1 > bottom - radius && !corners.isDisjoint(with: [.bottomLeft, .bottomRight]))
        let inset = curvedHere ? radius : 0
        let flatStart = min(max(Int((left + inset).rounded(.up)), first), end)
        let flatEnd = max(min(Int((right - inset).rounded(.down)), end), flatStart)
        for x in first..<flatStart { coverage[x] = Self.byte(area(column: x, y0: y0, y1: y1)) }
        coverage[flatStart..<flatEnd].update(repeating: plain)
        for x in flatEnd..<end { coverage[x] = Self.byte(area(column: x, y0: y0, y1: y1)) }
    }

    private static func byte(_ area: Double) -> UInt8 {
        UInt8(min(max(area * 255, 0), 255).rounded())
    }

    /// Area of the shape inside one column of a row.
    private func area(column: Int, y0: Double, y1: Double) -> Double {
        let x0 = max(Double(column), left)
        let x1 = min(Double(column) + 1, right)
        guard x1 > x0 else { return 0 }
        var area = (x1 - x0) * (y1 - y0)
        // In each corner, distances are measured from the centre of its circle.
        for (corner, isLeft, isTop) in Self.places where corners.contains(corner) {
            let u0 = isLeft ? left + radius - x1 : x0 - (right - radius)
            let u1 = isLeft ? left + radius - x0 : x1 - (right - radius)
            let v0 = isTop ? top + radius - y1 : y0 - (bottom - radius)
            let v1 = isTop ? top + radius - y0 : y1 - (bottom - radius)
            area -= QuarterDisc(radius: radius).areaOutside(
                u: max(u0, 0)...max(u1, 0), v: max(v0, 0)...max(v1, 0))
        }
        return area
    }

    private static let places: [(corner: Corners, isLeft: Bool, isTop: Bool)] = [
        (.topLeft, true, true), (.topRight, false, true), (.bottomLeft, true, false),
        (.bottomRight, false, false),
    ]
}

/// The part of a disc around the origin where both coordinates are positive.
private struct QuarterDisc {
    let radius: Double

    /// Area of a rectangle minus what of it lies inside the disc.
    func areaOutside(u: ClosedRange<Double>, v: ClosedRange<Double>) -> Double {
        let area = (u.upperBound - u.lowerBound) * (v.upperBound - v.lowerBound)
        guard area > 0 else { return 0 }
        if hypot(u.upperBound, v.upperBound) <= radius { return 0 }
        if hypot(u.lowerBound, v.lowerBound) >= radius { return area }
        // Left of `full` the disc covers the whole height, right of `none` nothing of it.
        let full = clamp(width(at: v.upperBound), to: u)
        let none = clamp(width(at: v.lowerBound), to: u)
        let below = integral(to: none) - integral(to: full) - (none - full) * v.lowerBound
        let inside = (full - u.lowerBound) * (v.upperBound - v.lowerBound) + below
        return area - inside
    }

    /// Half the width of the disc at a height.
    private func width(at height: Double) -> Double {
        height >= radius ? 0 : (radius * radius - height * height).squareRoot()
    }

    /// Area under the circle from 0 to u: ½(u·√(r²−u²) + r²·asin(u/r)).
    private func integral(to u: Double) -> Double {
        let u = min(u, radius)
        return 0.5 * (u * width(at: u) + radius * radius * asin(u / radius))
    }

    private func clamp(_ value: Double, to range: ClosedRange<Double>) -> Double {
        min(max(value, range.lowerBound), range.upperBound)
    }
}
