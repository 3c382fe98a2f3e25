#if !os(watchOS)
package import Foundation

/// What ``AnimationPlayback`` needs of the view that it plays an animation in.
@MainActor
package protocol AnimatedImageDisplay: AnyObject {
    /// Size of the view in pixels; zero as long as it has none.
    var pixelSize: CGSize { get }

    /// How the view places its image.
    var frameContentMode: KFCrossPlatformContentMode { get }

    /// Whether the view is where it can be seen.
    var isAttached: Bool { get }

    /// Makes a clock for the view.
    ///
    /// - Parameter tick: To be called with each tick.
    /// - Returns: The clock, paused.
    func makeDisplayLink(_ tick: @escaping @MainActor () -> Void) -> any DisplayLinkCompatible

    /// Shows a frame in place of the one before, or, for nil, the view's image.
    func show(frame: KFCrossPlatformImage?)

    /// Hears that the animation has played some loops, all together.
    func didPlay(loops: UInt)

    /// Hears that the animation has played as often as it should.
    func didFinish()
}
#endif
