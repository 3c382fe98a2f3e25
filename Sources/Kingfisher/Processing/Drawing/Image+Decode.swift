public import Foundation

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The image with its pixels decoded, so that drawing it the first time takes no longer.
    ///
    /// As ``decoded(scale:)`` with the scale of the image.
    public var decoded: KFCrossPlatformImage { decoded(scale: scale) }

    /// The image with its pixels decoded, at a scale.
    ///
    /// - Parameter scale: Pixels for each point of the result.
    /// - Returns: An image with the same pixels and orientation; the image itself when it is
    ///   animated or has no pixels.
    public func decoded(scale: CGFloat) -> KFCrossPlatformImage {
        guard !hasFrames, !isAnimated else { return base }
        return scaled(to: scale)
    }
}
