#if os(macOS) || os(watchOS)
public import Foundation

/// How a view changes to a loaded image.
///
/// Only SwiftUI views animate here.
public enum ImageTransition: Sendable {
    /// The image appears at once.
    case none
    /// The image fades in. Seconds.
    case fade(TimeInterval)
}
#endif
