import Foundation

/// The sources of a prefetcher and what has become of each.
///
/// Decides without acting: its owner asks on one queue and acts accordingly. A source is known by its
/// place in the list, so that equal sources are counted separately.
struct PrefetchList {
    /// What becomes of a source.
    enum Outcome {
        case skipped
        case failed
        case completed
    }

    private enum Phase {
        case idle
        case running
        case stopped
    }

    let sources: [Source]

    private var phase = Phase.idle
    private var limit = 0
    private var nextIndex = 0
    private var running: Set<Int> = []
    private var isReported = false

    init(_ sources: [Source]) { self.sources = sources }

    var isStopped: Bool { phase == .stopped }

    /// The places of the sources that are being fetched.
    var runningIndexes: [Int] { running.sorted() }

    /// Begins, the first time only.
    ///
    /// - Parameter limit: How many sources may be fetched at once.
    /// - Returns: Whether this call began.
    mutating func begin(limit: Int) -> Bool {
        guard phase == .idle else { return false }
        phase = .running
        self.limit = limit
        // Without a slot nothing can ever run, so nothing is left to do.
        if limit < 1 { nextIndex = sources.count }
        return true
    }

    /// The place of the next source that may be fetched now.
    mutating func next() -> Int? {
        guard phase == .running, running.count < limit, nextIndex < sources.count else {
            return nil
        }
        defer { nextIndex += 1 }
        running.insert(nextIndex)
        return nextIndex
    }

    /// Notes that it is known what became of a source.
    ///
    /// - Returns: False when that was known already.
    mutating func settle(_ index: Int) -> Bool {
        running.remove(index) != nil
    }

    /// Gives up all sources that are not being fetched yet.
    ///
    /// - Returns: False when everything was over or stopped already.
    mutating func stop() -> Bool {
        guard phase != .stopped, !isReported else { return false }
        phase = .stopped
        return true
    }

    /// Takes the end, once, when everything is settled.
    ///
    /// - Returns: The sources that never began, or nil while there is no end to report.
    mutating func takeEnd() -> [Source]? {
        guard phase != .idle, running.isEmpty, !isReported else { return nil }
        guard phase == .stopped || nextIndex == sources.count else { return nil }
        isReported = true
        return Array(sources[nextIndex...])
    }
}
