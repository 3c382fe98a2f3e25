public import Foundation

/// Rounds the corners of an image.
///
/// Formats without transparency lose the corners when the image is stored on disk; choose
/// `FormatIndicatedCacheSerializer.png` for such images.
public struct RoundCornerImageProcessor: ImageProcessor, BuiltInImageProcessor {
    /// Names the processor and its parameters.
    public let identifier: String
    /// The radius of the corners, clamped to half of the shorter side.
    public let radius: Radius
    /// The corners that are rounded.
    public let roundingCorners: RectCorner
    /// Size of the result in points; nil means that of the image.
    public let targetSize: CGSize?
    /// The colour behind the image; nil means transparent.
    public let backgroundColor: KFCrossPlatformColor?

    /// Creates a processor with a radius in points.
    ///
    /// As ``init(radius:targetSize:roundingCorners:backgroundColor:)`` with ``Radius/point(_:)``.
    public init(
        cornerRadius: CGFloat, targetSize: CGSize? = nil, roundingCorners: RectCorner = .all,
        backgroundColor: KFCrossPlatformColor? = nil
    ) {
        self.init(
            radius: .point(cornerRadius), targetSize: targetSize, roundingCorners: roundingCorners,
            backgroundColor: backgroundColor)
    }

    /// Creates a processor.
    ///
    /// - Parameters:
    ///   - radius: The radius of the corners.
    ///   - targetSize: Size of the result in points. An image of another shape is scaled to cover
    ///     it and cut around its centre. Default nil, the size of the image.
    ///   - roundingCorners: The corners that are rounded. Default all.
    ///   - backgroundColor: The colour behind the image. Default nil, transparent.
    public init(
        radius: Radius, targetSize: CGSize? = nil, roundingCorners: RectCorner = .all,
        backgroundColor: KFCrossPlatformColor? = nil
    ) {
        self.radius = radius
        self.targetSize = targetSize
        self.roundingCorners = roundingCorners
        self.backgroundColor = backgroundColor
        let size = targetSize.map { "_\(IdentifierText.size($0))" } ?? ""
        let background = backgroundColor.map { "_\($0.rgbaDescription)" } ?? ""
        identifier =
            Self.identifier(
                "RoundCornerImageProcessor",
                "\(radius.identifier)\(size)\(roundingCorners.cornerIdentifier)") + background
    }

    /// The rounded image; nil for data that is no image, or a size without pixels.
    public func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        drawn(item: item, options: options)
    }

    func draw(
        _ image: KFCrossPlatformImage, options: KingfisherParsedOptionsInfo
    ) throws -> KFCrossPlatformImage {
        try image.kf.rounded(
            radius: radius, fit: targetSize ?? image.kf.size, corners: roundingCorners,
            backgroundColor: backgroundColor, limits: options.decodeLimits ?? .default)
    }
}
