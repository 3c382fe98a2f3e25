import Foundation

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The image with a line along the inside of its edge.
    ///
    /// The size does not change. Rounded borders do not round the image itself; round its corners
    /// with the same radius first.
    ///
    /// - Parameter border: The line.
    /// - Returns: A new upright, still image; the image itself when it has no pixels.
    public func addingBorder(_ border: Border) -> KFCrossPlatformImage {
        (try? bordered(border)) ?? base
    }

    /// ``addingBorder(_:)``, with its errors.
    func bordered(_ border: Border) throws -> KFCrossPlatformImage {
        let (size, scale) = (size, Double(scale))
        let lineWidth = border.lineWidth > 0 ? Double(border.lineWidth) : 0
        return try redrawn { bitmap in
            guard lineWidth > 0 else { return bitmap }
            let inset = CGSize(
                width: size.width - border.lineWidth, height: size.height - border.lineWidth)
            // The line is a stroke around a path in its middle. A path with square corners has
            // square corners outside as well, otherwise the outer corner is half a line wider.
            let middle = Double(border.radius.compute(with: inset)) - lineWidth / 2
            let shortSide = Double(min(inset.width, inset.height))
            let radius = middle > 0 ? min(middle, max(shortSide / 2, 0)) : 0
            let width = Double(bitmap.width)
            let height = Double(bitmap.height)
            let line = min(lineWidth * scale, max(width, height))
            let corners = border.roundingCorners.shapeCorners
            let outer = RoundedRect(
                x: 0, y: 0, width: width, height: height,
                radius: radius > 0 ? (radius + lineWidth / 2) * scale : 0, corners: corners)
            let inner = RoundedRect(
                x: line, y: line, width: width - 2 * line, height: height - 2 * line,
                radius: (radius - lineWidth / 2) * scale, corners: corners)
            return try bitmap.painted(
                between: outer, and: inner, color: border.color.rasterColor)
        }
    }
}
