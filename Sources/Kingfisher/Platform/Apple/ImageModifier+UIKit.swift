#if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
public import UIKit

/// Delivers images with another rendering mode.
public struct RenderingModeImageModifier: ImageModifier {
    /// The rendering mode of what is delivered.
    public let renderingMode: UIImage.RenderingMode

    /// Creates a modifier.
    ///
    /// - Parameter renderingMode: The rendering mode. Default `.automatic`.
    public init(renderingMode: UIImage.RenderingMode = .automatic) {
        self.renderingMode = renderingMode
    }

    /// A copy of the image that has the rendering mode.
    public func modify(_ image: KFCrossPlatformImage) -> KFCrossPlatformImage {
        image.withRenderingMode(renderingMode)
    }
}

/// Delivers images that turn around where text runs from right to left.
public struct FlipsForRightToLeftLayoutDirectionImageModifier: ImageModifier {
    /// Creates a modifier.
    public init() {}

    /// A copy of the image that turns around in a layout from right to left.
    public func modify(_ image: KFCrossPlatformImage) -> KFCrossPlatformImage {
        image.imageFlippedForRightToLeftLayoutDirection()
    }
}

/// Delivers images with other insets for aligning them.
public struct AlignmentRectInsetsImageModifier: ImageModifier {
    /// The insets of what is delivered, in points.
    public let alignmentInsets: UIEdgeInsets

    /// Creates a modifier.
    ///
    /// - Parameter alignmentInsets: The insets, in points.
    public init(alignmentInsets: UIEdgeInsets) {
        self.alignmentInsets = alignmentInsets
    }

    /// A copy of the image that has the insets.
    public func modify(_ image: KFCrossPlatformImage) -> KFCrossPlatformImage {
        image.withAlignmentRectInsets(alignmentInsets)
    }
}
#endif
