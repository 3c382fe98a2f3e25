import Foundation

/// Which frame of an animation is seen when.
struct FrameRhythm {
    /// Seconds from the start of a loop until each frame ends.
    private let ends: [TimeInterval]
    private let loop: TimeInterval

    /// Creates a rhythm, or nil for what does not move.
    ///
    /// - Parameter durations: Seconds that each frame is seen; what is no time counts as none.
    init?(durations: [TimeInterval]) {
        var loop: TimeInterval = 0
        ends = durations.map { duration in
            loop += duration > 0 ? duration : 0
            return loop
        }
        guard durations.count > 1, loop > 0, loop.isFinite else { return nil }
        self.loop = loop
    }

    /// The index of the frame to see.
    ///
    /// - Parameter elapsed: Seconds that the animation has played.
    /// - Returns: An index of a frame; the first one's for a time before the start.
    func frame(after elapsed: TimeInterval) -> Int {
        let time = elapsed.truncatingRemainder(dividingBy: loop)
        return ends.firstIndex { time < $0 } ?? ends.count - 1
    }
}
