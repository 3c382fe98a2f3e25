public import Foundation

/// Blurs an image, nearly like with a Gaussian.
public struct BlurImageProcessor: ImageProcessor, BuiltInImageProcessor {
    /// Names the processor and its parameters.
    public let identifier: String
    /// The radius in points; radii not above 0 do not blur.
    public let blurRadius: CGFloat

    /// Creates a processor.
    ///
    /// - Parameter blurRadius: The radius in points, which the scale of the request turns into
    ///   pixels. Radii not above 0 do not blur.
    public init(blurRadius: CGFloat) {
        self.blurRadius = blurRadius
        identifier = Self.identifier("BlurImageProcessor", IdentifierText.number(blurRadius))
    }

    /// The blurred image; nil for data that is no image.
    public func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        drawn(item: item, options: options)
    }

    func draw(
        _ image: KFCrossPlatformImage, options: KingfisherParsedOptionsInfo
    ) throws -> KFCrossPlatformImage {
        try image.kf.blurredImage(radius: blurRadius * options.scaleFactor)
    }
}
