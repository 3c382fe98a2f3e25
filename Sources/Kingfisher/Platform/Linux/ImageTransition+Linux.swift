#if os(Linux)
public import Foundation

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
    /// The image comes in from the top. Seconds.
    case flipFromTop(TimeInterval)
    /// The image comes in from the bottom. Seconds.
    case flipFromBottom(TimeInterval)

    /// How long the change takes in seconds; 0 for ``none``.
    package var duration: TimeInterval {
        switch self {
        case .none: 0
        case .fade(let duration), .flipFromLeft(let duration), .flipFromRight(let duration),
            .flipFromTop(let duration), .flipFromBottom(let duration):
            duration
        }
    }
}
#endif
