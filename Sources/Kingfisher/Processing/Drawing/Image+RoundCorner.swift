public import Foundation

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The image in a size with rounded corners.
    ///
    /// An image of another shape is scaled to cover the size and cut around its centre. Outside of
    /// the corners the result is transparent, or shows the background.
    ///
    /// - Parameters:
    ///   - radius: The radius, clamped to half of the shorter side.
    ///   - size: Size of the result in points.
    ///   - corners: The corners to round.
    ///   - backgroundColor: The colour behind the image; nil means transparent.
    /// - Returns: A new upright, still image; the image itself when it has no pixels or the size is
    ///   not above zero or beyond `DecodeLimits.default`.
    public func image(
        withRadius radius: Radius, fit size: CGSize, roundingCorners corners: RectCorner = .all,
        backgroundColor: KFCrossPlatformColor? = nil
    ) -> KFCrossPlatformImage {
        let rounded = try? rounded(
            radius: radius, fit: size, corners: corners, backgroundColor: backgroundColor)
        return rounded ?? base
    }

    /// The image in a size with rounded corners of a radius in points.
    ///
    /// As ``image(withRadius:fit:roundingCorners:backgroundColor:)`` with ``Radius/point(_:)``.
    public func image(
        withRoundRadius radius: CGFloat, fit size: CGSize,
        roundingCorners corners: RectCorner = .all, backgroundColor: KFCrossPlatformColor? = nil
    ) -> KFCrossPlatformImage {
        image(
            withRadius: .point(radius), fit: size, roundingCorners: corners,
            backgroundColor: backgroundColor)
    }

    /// ``image(withRadius:fit:roundingCorners:backgroundColor:)``, with its errors.
    func rounded(
        radius: Radius, fit size: CGSize, corners: RectCorner,
        backgroundColor: KFCrossPlatformColor?, limits: DecodeLimits = .default
    ) throws -> KFCrossPlatformImage {
        let canvas = try canvas(of: size, limits: limits)
        let shape = RoundedRect(
            x: 0, y: 0, width: Double(canvas.width), height: Double(canvas.height),
            radius: Double(radius.compute(with: size) * scale), corners: corners.shapeCorners)
        return try redrawn { bitmap in
            try bitmap.covering(canvas)
                .masked(by: shape, background: backgroundColor?.rasterColor)
        }
    }
}

extension Bitmap {
    /// The centre of this picture, as much as has the shape of a size, in that size.
    fileprivate func covering(_ size: PixelSize) throws -> Bitmap {
        let scale = max(
            Double(size.width) / Double(width), Double(size.height) / Double(height))
        let partWidth = Int((Double(size.width) / scale).rounded()).clamped(to: 1...width)
        let partHeight = Int((Double(size.height) / scale).rounded()).clamped(to: 1...height)
        let part = PixelRect(
            x: (width - partWidth) / 2, y: (height - partHeight) / 2, width: partWidth,
            height: partHeight)
        return try resampled(part, width: size.width, height: size.height)
    }
}
