/// Hears what becomes of the animation of an ``AnimatedImageView``.
///
/// Both calls come on the main thread, and both may be left out.
public protocol AnimatedImageViewDelegate: AnyObject {
    /// The animation has played to its end, and may begin anew.
    ///
    /// - Parameters:
    ///   - imageView: The view.
    ///   - didPlayAnimationLoops: How often it has played, from 1.
    @MainActor
    func animatedImageView(_ imageView: AnimatedImageView, didPlayAnimationLoops: UInt)

    /// The animation has played as often as it should, and stays at its last frame.
    ///
    /// - Parameter imageView: The view.
    @MainActor
    func animatedImageViewDidFinishAnimating(_ imageView: AnimatedImageView)
}

extension AnimatedImageViewDelegate {
    /// Does nothing.
    ///
    /// - Parameters:
    ///   - imageView: The view.
    ///   - didPlayAnimationLoops: How often it has played.
    @MainActor
    public func animatedImageView(_ imageView: AnimatedImageView, didPlayAnimationLoops: UInt) {}

    /// Does nothing.
    ///
    /// - Parameter imageView: The view.
    @MainActor
    public func animatedImageViewDidFinishAnimating(_ imageView: AnimatedImageView) {}
}
