/// How one frame of an animation is laid on the canvas.
struct AnimationFrame: Hashable, Sendable {
    /// What happens to the frame's rectangle before the next frame.
    enum Disposal: Sendable {
        /// It stays.
        case keep
        /// It becomes transparent.
        case clear
        /// It becomes what it was before the frame.
        case restore
    }

    /// Left edge on the canvas in pixels, at least 0.
    var x: Int
    /// Top edge on the canvas in pixels, at least 0.
    var y: Int
    /// Width in pixels, at least 1.
    var width: Int
    /// Height in pixels, at least 1.
    var height: Int
    /// Seconds as the file says.
    var duration: Double
    /// What happens before the next frame.
    var disposal: Disposal
    /// Whether the frame replaces what is below instead of being drawn over it.
    var replaces: Bool
    /// Whether no pixel is transparent.
    var isOpaque: Bool

    /// Whether the frame covers a whole canvas.
    func covers(width: Int, height: Int) -> Bool {
        x == 0 && y == 0 && self.width >= width && self.height >= height
    }

    /// Whether what a canvas held before the frame no longer matters.
    ///
    /// It does for a frame that is undone later.
    func supersedes(width: Int, height: Int) -> Bool {
        covers(width: width, height: height) && (replaces || isOpaque) && disposal != .restore
    }

    /// Whether a canvas is transparent when the frame is over.
    func clears(width: Int, height: Int) -> Bool {
        covers(width: width, height: height) && disposal == .clear
    }
}
