import Foundation

/// Puts a colour over the whole rectangle of an image, transparent parts included.
///
/// ``OverlayImageProcessor`` colours only what is not transparent.
public struct TintImageProcessor: ImageProcessor, BuiltInImageProcessor {
    /// Names the processor and its parameters.
    public let identifier: String
    /// The colour; the image shows through as far as it is not opaque.
    public let tint: KFCrossPlatformColor

    /// Creates a processor.
    ///
    /// - Parameter tint: The colour; the image shows through as far as it is not opaque.
    public init(tint: KFCrossPlatformColor) {
        self.tint = tint
        identifier = Self.identifier("TintImageProcessor", tint.rgbaDescription)
    }

    /// The tinted image; nil for data that is no image.
    public func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        drawn(item: item, options: options)
    }

    func draw(
        _ image: KFCrossPlatformImage, options: KingfisherParsedOptionsInfo
    ) throws -> KFCrossPlatformImage {
        try image.kf.tintedImage(tint)
    }
}
