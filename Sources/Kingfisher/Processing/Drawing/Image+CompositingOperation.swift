#if os(macOS) || os(Linux)
public import Foundation
#if canImport(AppKit)
public import AppKit
#endif

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The image drawn over a background with a compositing operation.
    ///
    /// As drawing with a blend mode; the operations have other names and numbers.
    ///
    /// - Parameters:
    ///   - compositingOperation: How the image is combined with the background.
    ///   - alpha: What the opacity of the image is multiplied with, 0…1. Default 1.
    ///   - backgroundColor: The colour behind the image. Default nil, transparent.
    /// - Returns: A new upright, still image; the image itself when it has no pixels.
    public func image(
        withCompositingOperation compositingOperation: NSCompositingOperation,
        alpha: CGFloat = 1.0, backgroundColor: KFCrossPlatformColor? = nil
    ) -> KFCrossPlatformImage {
        let image = try? blended(
            compositingOperation.blendFunction, alpha: alpha, backgroundColor: backgroundColor)
        return image ?? base
    }
}
#endif
