import Foundation

/// What passing time did to an animation.
struct AnimationStep: Equatable {
    /// Whether another frame is to be shown.
    var frameChanged = false
    /// The number of whole loops at each moment that somebody is told of it.
    var playedLoops: [UInt] = []
}

/// Which frame of an animation is shown when, and how often it has played.
///
/// Moves on only to frames that are ready. One that is not holds the animation up, and the time it does
/// is not made up for: an animation that cannot be decoded fast enough plays slowly, instead of
/// jumping past frames that nobody ever sees.
struct AnimationTimeline {
    /// Seconds that a single step can count for at most, so that a program that was stopped does not
    /// rush through what it missed; also what a frame counts for in ``loopDuration``.
    static let longestStep: TimeInterval = 1

    /// Seconds that each frame is shown; empty until they are known.
    private(set) var durations: [TimeInterval] = []
    /// The frame that is shown.
    private(set) var index = 0
    /// How often the last frame was reached.
    private(set) var loops: UInt = 0
    /// Whether the animation has played as often as it should, to the end of its last frame.
    private(set) var isFinished = false

    private let repeatCount: AnimationRepeatCount
    /// Seconds that passed of the frame that is shown.
    private var elapsed: TimeInterval = 0
    /// Whether the next frame was due but not ready, while which no time passes.
    private var isHeldUp = false

    /// Stands at the first frame.
    init(repeatCount: AnimationRepeatCount) {
        self.repeatCount = repeatCount
    }

    /// Whether the last frame was reached as often as it should be.
    var hasReachedLimit: Bool { repeatCount.limit.map { loops >= $0 } ?? false }

    /// Seconds that one loop takes, where a frame counts for one at most.
    var loopDuration: TimeInterval {
        durations.reduce(0) { $0 + min($1, Self.longestStep) }
    }

    /// Takes the times of the frames; what is no time at all counts as none.
    mutating func record(_ durations: [TimeInterval]) {
        self.durations = durations.map { $0 > 0 ? $0 : 0 }
    }

    /// Whether there is anything to play in an animation of so many frames.
    ///
    /// A single frame that is never done is a still picture.
    func canPlay(frameCount: Int) -> Bool {
        guard !isFinished, frameCount > 0, repeatCount.limit != 0 else { return false }
        return frameCount > 1 || repeatCount.limit != nil
    }

    /// Lets time pass.
    ///
    /// A frame that was due long ago is followed by the ones that were due since, within one loop;
    /// frames without a time are shown for a step each.
    ///
    /// - Parameters:
    ///   - seconds: How much time.
    ///   - isReady: Whether a frame can be shown.
    /// - Returns: What became of it.
    mutating func advance(by seconds: TimeInterval, isReady: (Int) -> Bool) -> AnimationStep {
        var step = AnimationStep()
        guard !durations.isEmpty, !isFinished else { return step }
        if seconds > 0, !isHeldUp { elapsed += min(seconds, Self.longestStep) }
        isHeldUp = false
        if hasReachedLimit {
            finishIfDone()
            return step
        }
        for _ in durations.indices {
            guard elapsed >= durations[index] else { return step }
            let next = (index + 1) % durations.count
            guard isReady(next) else {
                elapsed = durations[index]
                isHeldUp = true
                return step
            }
            move(to: next, &step)
            // The end of the last loop is a step of its own.
            guard durations[index] > 0, !hasReachedLimit else { return step }
        }
        // Loops that are shorter than a step cannot be caught up with.
        elapsed = min(elapsed, durations[index])
        return step
    }

    /// Ends the animation when its last frame was shown for as long as it should be.
    private mutating func finishIfDone() {
        let rest = durations[index]
        isFinished = durations.count == 1 || elapsed >= rest || !rest.isFinite
    }

    private mutating func move(to next: Int, _ step: inout AnimationStep) {
        let last = durations.count - 1
        elapsed -= durations[index]
        // A single frame is always the last one, and its loops are told only when there are no more.
        if index == last, last > 0 { step.playedLoops.append(loops) }
        index = next
        if last > 0 { step.frameChanged = true }
        guard index == last else { return }
        if loops < .max { loops += 1 }
        if hasReachedLimit { step.playedLoops.append(loops) }
    }
}
