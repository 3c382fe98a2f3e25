import Foundation

/// All that an animator decides: which frame is shown, and which ones are kept.
struct FrameReel {
    private(set) var timeline: AnimationTimeline
    private(set) var shelf: FrameShelf

    /// Stands at the first frame and keeps nothing.
    init(repeatCount: AnimationRepeatCount, reach: Int, extent: FrameExtent) {
        timeline = AnimationTimeline(repeatCount: repeatCount)
        shelf = FrameShelf(reach: reach, extent: extent)
    }

    /// Number of frames, 0 before it is known.
    var frameCount: Int { shelf.frameCount ?? 0 }

    /// Whether the last frame is shown.
    var isLastFrame: Bool { timeline.index == frameCount - 1 }

    /// Whether there is anything to play.
    var canPlay: Bool { timeline.canPlay(frameCount: frameCount) }

    /// Learns how many frames there are; from now on there is work.
    mutating func prepare(frameCount: Int) { shelf.prepare(frameCount: frameCount) }

    /// Learns how long each frame is shown.
    mutating func record(_ durations: [TimeInterval]) { timeline.record(durations) }

    /// Lets time pass.
    ///
    /// - Returns: What became of it, and whether somebody has to do the work on frames.
    mutating func advance(by seconds: TimeInterval) -> (step: AnimationStep, startsWork: Bool) {
        let shelf = shelf
        var step = timeline.advance(by: seconds, isReady: shelf.isReady)
        if self.shelf.takeRenewed(timeline.index) { step.frameChanged = true }
        return (step, claimWork())
    }

    /// Learns that frames are needed in another size.
    ///
    /// - Returns: Whether somebody has to do the work on frames.
    mutating func resize(to extent: FrameExtent) -> Bool {
        guard extent != shelf.extent else { return false }
        shelf.resize(to: extent)
        return claimWork()
    }

    /// What to do next, and for which size.
    mutating func nextWork() -> (work: FrameShelf.Work, extent: FrameExtent) {
        (shelf.nextWork(showing: timeline.index), shelf.extent)
    }

    /// Learns that a frame was decoded, or could not be.
    mutating func finish(_ index: Int, for extent: FrameExtent, isDamaged: Bool) {
        shelf.finish(index, for: extent, isDamaged: isDamaged)
    }

    /// Gives up all frames, or all but the one that is shown.
    ///
    /// - Returns: The frames that are not kept any longer.
    mutating func purge(keepingCurrent: Bool) -> [Int] {
        shelf.purge(keeping: keepingCurrent ? timeline.index : nil)
    }

    private mutating func claimWork() -> Bool { shelf.claimWork(showing: timeline.index) }
}
