import Foundation

/// Which frame of an animation with equally long frames is seen when.
struct FrameRhythm {
    private let frameCount: Int
    private let duration: TimeInterval

    /// Creates a rhythm, or nil for what does not move.
    ///
    /// - Parameters:
    ///   - frameCount: How many frames there are.
    ///   - duration: Seconds that one loop takes.
    init?(frameCount: Int, duration: TimeInterval) {
        guard frameCount > 1, duration > 0, duration.isFinite else { return nil }
        self.frameCount = frameCount
        self.duration = duration
    }

    /// The index of the frame to see.
    ///
    /// - Parameter elapsed: Seconds that the animation has played.
    /// - Returns: `0 ..< frameCount`; 0 for a time before the start.
    func frame(after elapsed: TimeInterval) -> Int {
        let part = elapsed.truncatingRemainder(dividingBy: duration) / duration
        guard part > 0 else { return 0 }
        return min(Int(part * Double(frameCount)), frameCount - 1)
    }
}
