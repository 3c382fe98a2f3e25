package import Foundation

/// A clock that ticks with the pictures of a display.
///
/// Is paused when it is new. Ticks on the main thread, in a way that each implementation decides; it must
/// not keep alive what it ticks for.
@MainActor
package protocol DisplayLinkCompatible: AnyObject, Sendable {
    /// Whether it does not tick.
    ///
    /// Costs nothing then. Initially true.
    var isPaused: Bool { get set }

    /// Ticks a second that were asked for; 0 for those of the display, which are ``duration`` apart.
    var preferredFramesPerSecond: Int { get }

    /// When the last tick was, in seconds of any origin.
    var timestamp: TimeInterval { get }

    /// Seconds that a tick stands for.
    var duration: TimeInterval { get }

    /// Has it tick while a run loop is in a mode.
    func add(to runLoop: RunLoop, forMode mode: RunLoop.Mode)

    /// Takes back what ``add(to:forMode:)`` did.
    func remove(from runLoop: RunLoop, forMode mode: RunLoop.Mode)

    /// Ends it for good.
    func invalidate()
}

extension DisplayLinkCompatible {
    /// Seconds by which a tick moves an animation on.
    package var tickLength: TimeInterval {
        preferredFramesPerSecond > 0 ? 1 / TimeInterval(preferredFramesPerSecond) : duration
    }
}
