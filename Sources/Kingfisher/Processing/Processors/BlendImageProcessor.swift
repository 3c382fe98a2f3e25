#if !os(macOS)
public import Foundation
#if canImport(CoreGraphics)
public import CoreGraphics
#endif

/// Draws an image over a background with a blend mode.
public struct BlendImageProcessor: ImageProcessor, BuiltInImageProcessor {
    /// Names the processor and its parameters.
    public let identifier: String
    /// How the image is combined with the background.
    public let blendMode: CGBlendMode
    /// What the opacity of the image is multiplied with, 0…1.
    public let alpha: CGFloat
    /// The colour behind the image; nil means transparent.
    public let backgroundColor: KFCrossPlatformColor?

    /// Creates a processor.
    ///
    /// - Parameters:
    ///   - blendMode: How the image is combined with the background.
    ///   - alpha: What the opacity of the image is multiplied with, 0…1. Default 1.
    ///   - backgroundColor: The colour behind the image. Default nil, transparent, which leaves
    ///     nothing to blend with.
    public init(
        blendMode: CGBlendMode, alpha: CGFloat = 1.0, backgroundColor: KFCrossPlatformColor? = nil
    ) {
        self.blendMode = blendMode
        self.alpha = alpha
        self.backgroundColor = backgroundColor
        identifier =
            Self.identifier(
                "BlendImageProcessor", "\(blendMode.rawValue),\(IdentifierText.number(alpha))")
            + (backgroundColor.map { "_\($0.rgbaDescription)" } ?? "")
    }

    /// The blended image; nil for data that is no image.
    public func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        drawn(item: item, options: options)
    }

    func draw(
        _ image: KFCrossPlatformImage, options: KingfisherParsedOptionsInfo
    ) throws -> KFCrossPlatformImage {
        try image.kf.blended(
            blendMode.blendFunction, alpha: alpha, backgroundColor: backgroundColor)
    }
}
#endif
