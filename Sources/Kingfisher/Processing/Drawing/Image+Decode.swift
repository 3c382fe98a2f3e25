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
        guard !hasFrames else { return base }
        let decoded = scaled(to: scale)
        // The first frame of an animation is still stored as that animation.
        if decoded !== base, isAnimated { copyKingfisherState(to: decoded) }
        return decoded
    }
}
