#if os(iOS) || os(tvOS) || os(visionOS)
public import UIKit

/// How an image view changes to a loaded image.
///
/// Used for images that were loaded or made for the request; images from a cache appear at once unless
/// ``KingfisherOptionsInfoItem/forceTransition`` is given.
public enum ImageTransition: Sendable {
    /// The image appears at once.
    case none
    /// The image fades in. Seconds.
    case fade(TimeInterval)
    /// The image turns in from the left. Seconds.
    case flipFromLeft(TimeInterval)
    /// The image turns in from the right. Seconds.
    case flipFromRight(TimeInterval)
    /// The image turns in from the top. Seconds.
    case flipFromTop(TimeInterval)
    /// The image turns in from the bottom. Seconds.
    case flipFromBottom(TimeInterval)
    /// An animation of one's own, which sets the image itself.
    case custom(
        duration: TimeInterval, options: UIView.AnimationOptions,
        animations: (@Sendable @MainActor (UIImageView, UIImage) -> Void)?,
        completion: (@Sendable (Bool) -> Void)?)
}
#endif
