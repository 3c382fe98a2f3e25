#if os(macOS) || os(Linux)
public import Foundation
#if canImport(AppKit)
public import AppKit
#endif

/// Draws an image over a background with a compositing operation.
///
/// The counterpart of `BlendImageProcessor` for code written for the Mac.
public struct CompositingImageProcessor: ImageProcessor, BuiltInImageProcessor {
    /// Names the processor and its parameters.
    public let identifier: String
    /// How the image is combined with the background.
    public let compositingOperation: NSCompositingOperation
    /// What the opacity of the image is multiplied with, 0…1.
    public let alpha: CGFloat
    /// The colour behind the image; nil means transparent.
    public let backgroundColor: KFCrossPlatformColor?

    /// Creates a processor.
    ///
    /// - Parameters:
    ///   - compositingOperation: How the image is combined with the background.
    ///   - alpha: What the opacity of the image is multiplied with, 0…1. Default 1.
    ///   - backgroundColor: The colour behind the image. Default nil, transparent.
    public init(
        compositingOperation: NSCompositingOperation, alpha: CGFloat = 1.0,
        backgroundColor: KFCrossPlatformColor? = nil
    ) {
        self.compositingOperation = compositingOperation
        self.alpha = alpha
        self.backgroundColor = backgroundColor
        identifier =
            Self.identifier(
                "CompositingImageProcessor",
                "\(compositingOperation.rawValue),\(IdentifierText.number(alpha))")
            + (backgroundColor.map { "_\($0.rgbaDescription)" } ?? "")
    }

    /// The composed image; nil for data that is no image.
    public func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        drawn(item: item, options: options)
    }

    func draw(
        _ image: KFCrossPlatformImage, options: KingfisherParsedOptionsInfo
    ) throws -> KFCrossPlatformImage {
        try image.kf.blended(
            compositingOperation.blendFunction, alpha: alpha, backgroundColor: backgroundColor)
    }
}
#endif
