public import Foundation

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The image mixed with a colour where it is not transparent; its opacity does not change.
    ///
    /// - Parameters:
    ///   - color: The colour. Its own opacity weakens it.
    ///   - fraction: Share of the image: 0 gives its silhouette in the colour, 1 the image alone.
    /// - Returns: A new upright, still image; the image itself when it has no pixels.
    public func overlaying(
        with color: KFCrossPlatformColor, fraction: CGFloat
    ) -> KFCrossPlatformImage {
        (try? overlaid(with: color, fraction: fraction)) ?? base
    }

    /// ``overlaying(with:fraction:)``, with its errors.
    func overlaid(
        with color: KFCrossPlatformColor, fraction: CGFloat
    ) throws -> KFCrossPlatformImage {
        try redrawn { try $0.overlaid(with: color.rasterColor, fraction: Double(fraction)) }
    }
}
