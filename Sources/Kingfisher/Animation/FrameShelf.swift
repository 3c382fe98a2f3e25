import Foundation

/// Which frames of an animation are kept decoded: the one that is shown and those that follow.
///
/// Decides only; the frames are elsewhere.
struct FrameShelf {
    /// What is to be done next.
    struct Work: Equatable {
        /// Frames that are not kept any longer.
        var dropped: [Int] = []
        /// The frame to decode; nil when there is none.
        var index: Int?
    }

    private enum Slot {
        case decoded(for: FrameExtent)
        /// Cannot be decoded. Passed over as if it were there.
        case damaged
    }

    /// Number of frames; nil before anything is known of them.
    private(set) var frameCount: Int?
    /// How large frames are needed.
    private(set) var extent: FrameExtent

    /// How many frames after the one that is shown are kept.
    private let reach: Int
    private var slots: [Int: Slot] = [:]
    /// Frames that are there, but not in the size in which they are needed.
    private var outdated: Set<Int> = []
    /// Frames that were decoded anew since somebody looked.
    private var renewed: Set<Int> = []
    /// Whether somebody is at the work, or about to be.
    private var isWorking = false

    /// Keeps nothing yet.
    init(reach: Int, extent: FrameExtent) {
        self.reach = max(0, reach)
        self.extent = extent
    }

    /// Learns how many frames there are; who calls this is expected to do the work.
    mutating func prepare(frameCount: Int) {
        self.frameCount = max(0, frameCount)
        isWorking = true
    }

    /// Whether a frame can be shown, or passed over because it never can.
    func isReady(_ index: Int) -> Bool { slots[index] != nil }

    /// Whether there is work that nobody is at; who asks is then expected to do it.
    mutating func claimWork(showing current: Int) -> Bool {
        guard !isWorking, hasWork(showing: current) else { return false }
        isWorking = true
        return true
    }

    /// What to do next, on behalf of who claimed the work.
    ///
    /// Frames that are missing come before those in the wrong size, and both in the order in which
    /// they will be shown.
    mutating func nextWork(showing current: Int) -> Work {
        var work = Work()
        work.dropped = slots.keys.filter { !isWanted($0, showing: current) }
        forget(work.dropped)
        let wanted = window(from: current)
        work.index = wanted.first { slots[$0] == nil } ?? wanted.first(where: outdated.contains)
        isWorking = work.index != nil
        return work
    }

    /// Learns that a frame was decoded, or could not be.
    mutating func finish(_ index: Int, for extent: FrameExtent, isDamaged: Bool) {
        if slots[index] != nil { renewed.insert(index) }
        outdated.remove(index)
        slots[index] = isDamaged ? .damaged : .decoded(for: extent)
        // The size may have changed while it was decoded.
        markOutdated(index)
    }

    /// Whether a frame was decoded anew since the last call.
    mutating func takeRenewed(_ index: Int) -> Bool {
        guard !renewed.isEmpty else { return false }
        defer { renewed.removeAll() }
        return renewed.contains(index)
    }

    /// Gives up all frames, but for one.
    ///
    /// - Returns: The frames that are not kept any longer.
    mutating func purge(keeping kept: Int?) -> [Int] {
        let dropped = slots.keys.filter { $0 != kept }
        forget(dropped)
        return dropped
    }

    /// Learns that frames are needed in another size.
    mutating func resize(to extent: FrameExtent) {
        self.extent = extent
        outdated.removeAll()
        for index in slots.keys { markOutdated(index) }
    }

    private mutating func forget(_ indices: [Int]) {
        for index in indices {
            slots[index] = nil
            outdated.remove(index)
            renewed.remove(index)
        }
    }

    private mutating func markOutdated(_ index: Int) {
        guard case .decoded(let made)? = slots[index], !made.serves(extent) else { return }
        outdated.insert(index)
    }

    private func hasWork(showing current: Int) -> Bool {
        guard let frameCount, frameCount > 0 else { return false }
        // The usual case of an animation that is kept whole.
        if slots.count == frameCount, windowLength == frameCount, outdated.isEmpty { return false }
        return window(from: current).contains { slots[$0] == nil || outdated.contains($0) }
            || slots.keys.contains { !isWanted($0, showing: current) }
    }

    private var windowLength: Int {
        guard let frameCount, frameCount > 0 else { return 0 }
        return min(reach, frameCount - 1) + 1
    }

    /// The frames to keep, in the order in which they will be shown.
    private func window(from current: Int) -> some Sequence<Int> {
        let count = max(1, frameCount ?? 0)
        return (0..<windowLength).lazy.map { (current + $0) % count }
    }

    private func isWanted(_ index: Int, showing current: Int) -> Bool {
        guard let frameCount, frameCount > 0 else { return false }
        let distance = (index - current + frameCount) % frameCount
        return distance < windowLength
    }
}
