public import Foundation

/// Mixes an image with a colour where it is not transparent.
public struct OverlayImageProcessor: ImageProcessor, BuiltInImageProcessor {
    /// Names the processor and its parameters.
    public let identifier: String
    /// The colour; its opacity weakens it.
    public let overlay: KFCrossPlatformColor
    /// Share of the image, 0 (colour alone) to 1 (image alone).
    public let fraction: CGFloat

    /// Creates a processor.
    ///
    /// - Parameters:
    ///   - overlay: The colour; its opacity weakens it.
    ///   - fraction: Share of the image, 0 (colour alone) to 1 (image alone). Default 0.5.
    public init(overlay: KFCrossPlatformColor, fraction: CGFloat = 0.5) {
        self.overlay = overlay
        self.fraction = fraction
        identifier = Self.identifier(
            "OverlayImageProcessor", "\(overlay.rgbaDescription)_\(IdentifierText.number(fraction))"
        )
    }

    /// The mixed image; nil for data that is no image.
    public func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        drawn(item: item, options: options)
    }

    func draw(
        _ image: KFCrossPlatformImage, options: KingfisherParsedOptionsInfo
    ) throws -> KFCrossPlatformImage {
        try image.kf.overlaid(with: overlay, fraction: fraction)
    }
}
