import Kingfisher

/// Which corners are rounded, and how much.
struct CornerRounding: Equatable, Sendable {
    /// How large the corners are.
    enum Size: Equatable, Sendable {
        /// A radius in points.
        case points(Double)
        /// A radius that is a share of the width, 0…1.
        case widthShare(Double)
        /// A radius that is a share of the height, 0…1.
        case heightShare(Double)
    }

    /// How large the corners are.
    var size: Size
    /// The corners that are rounded; the others stay square.
    var corners = RectCorner.all

    /// Corners as they were.
    static let none = CornerRounding(size: .points(0))

    /// The radius at so many pixels for each point.
    func radius(scale: Double) -> Radius {
        switch size {
        case .points(let length): .point(length * scale)
        case .widthShare(let share): .widthFraction(share)
        case .heightShare(let share): .heightFraction(share)
        }
    }
}

extension CornerRounding {
    /// How the corners are called on the command line.
    private static let names: [(name: String, corner: RectCorner)] = [
        ("tl", .topLeft), ("tr", .topRight), ("bl", .bottomLeft), ("br", .bottomRight),
    ]

    /// Reads `R` or `R@CORNERS`: `16`, `0.5w`, `0.5h@tl,br`.
    static func parse(
        _ text: Substring, of option: String
    ) throws(UsageError) -> CornerRounding {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let size = try size(parts.first ?? "", of: option)
        guard parts.count > 1 else { return CornerRounding(size: size) }
        return CornerRounding(size: size, corners: try corners(parts[1], of: option))
    }

    private static func size(_ text: Substring, of option: String) throws(UsageError) -> Size {
        switch text.last {
        case "w": .widthShare(try share(text.dropLast(), of: option, side: "width"))
        case "h": .heightShare(try share(text.dropLast(), of: option, side: "height"))
        default: .points(try ProcessingStep.length(text, of: option, what: "radius"))
        }
    }

    private static func share(
        _ text: Substring, of option: String, side: String
    ) throws(UsageError) -> Double {
        guard let share = ArgumentValue.number(text), share > 0, share <= 1 else {
            throw UsageError(
                "--\(option): the share \(text) of the \(side) must be above 0 and at most 1.")
        }
        return share
    }

    private static func corners(
        _ text: Substring, of option: String
    ) throws(UsageError) -> RectCorner {
        var corners: RectCorner = []
        for name in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let known = names.first(where: { $0.name == name }) else {
                throw UsageError(
                    """
                    --\(option): there is no corner '\(name)'; name some of \
                    \(names.map(\.name).joined(separator: ",")).
                    """)
            }
            corners.insert(known.corner)
        }
        return corners
    }
}
