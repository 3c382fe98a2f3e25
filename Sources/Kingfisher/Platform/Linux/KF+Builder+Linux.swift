#if os(Linux)
public import Foundation

extension KF.Builder {
    /// How an image view changes to the loaded image.
    ///
    /// - Parameter transition: The change. Used for images that were loaded for the request.
    /// - Returns: The builder.
    public func transition(_ transition: ImageTransition) -> Self {
        options.transition = transition
        return self
    }

    /// Lets a loaded image fade in.
    ///
    /// - Parameter duration: How long the fade takes in seconds.
    /// - Returns: The builder.
    public func fade(duration: TimeInterval) -> Self {
        transition(.fade(duration))
    }
}
#endif
