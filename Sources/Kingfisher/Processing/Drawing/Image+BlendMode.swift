#if !os(macOS)
public import Foundation
#if canImport(CoreGraphics)
public import CoreGraphics
#endif

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The image drawn over a background with a blend mode.
    ///
    /// Without a background there is nothing to blend with: blend modes give the image alone, and
    /// modes that keep only what lies over a background give nothing.
    ///
    /// - Parameters:
    ///   - blendMode: How the image is combined with the background.
    ///   - alpha: What the opacity of the image is multiplied with, 0…1. Default 1.
    ///   - backgroundColor: The colour behind the image. Default nil, transparent.
    /// - Returns: A new upright, still image; the image itself when it has no pixels.
    public func image(
        withBlendMode blendMode: CGBlendMode, alpha: CGFloat = 1.0,
        backgroundColor: KFCrossPlatformColor? = nil
    ) -> KFCrossPlatformImage {
        let image = try? blended(
            blendMode.blendFunction, alpha: alpha, backgroundColor: backgroundColor)
        return image ?? base
    }
}
#endif
