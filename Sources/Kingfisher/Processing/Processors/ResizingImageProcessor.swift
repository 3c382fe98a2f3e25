public import Foundation

/// Resizes an image to a size, or to fit or cover it.
///
/// Decoding a large image only to reduce it costs memory; ``DownsamplingImageProcessor`` avoids it.
public struct ResizingImageProcessor: ImageProcessor, BuiltInImageProcessor {
    /// Names the processor and its parameters.
    public let identifier: String
    /// The size to resize to, in points.
    public let referenceSize: CGSize
    /// How the image is fitted to the size.
    public let targetContentMode: ContentMode

    /// Creates a processor.
    ///
    /// - Parameters:
    ///   - referenceSize: The size to resize to, in points.
    ///   - mode: How the image is fitted to it. Default ``ContentMode/none``, which stretches.
    public init(referenceSize: CGSize, mode: ContentMode = .none) {
        self.referenceSize = referenceSize
        targetContentMode = mode
        identifier = Self.identifier(
            "ResizingImageProcessor", IdentifierText.size(referenceSize) + mode.identifier)
    }

    /// The resized image; nil for data that is no image, or a size without pixels.
    public func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        drawn(item: item, options: options)
    }

    func draw(
        _ image: KFCrossPlatformImage, options: KingfisherParsedOptionsInfo
    ) throws -> KFCrossPlatformImage {
        try image.kf.resized(
            to: referenceSize, for: targetContentMode, limits: options.decodeLimits ?? .default)
    }
}
