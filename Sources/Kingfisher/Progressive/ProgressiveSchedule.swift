import Foundation

/// Decides which scans of a growing JPEG make an image, and when.
///
/// A value: its owner keeps it behind a lock and acts outside. Images are made one at a time, in the
/// order of their scans.
struct ProgressiveSchedule {
    /// What to do next.
    enum Step: Equatable {
        /// Nothing until more arrives.
        case rest
        /// Make an image of that many leading bytes now; so many scans have begun when they end.
        case decode(count: Int, scan: Int)
        /// Ask again after so many seconds.
        case wait(TimeInterval)
    }

    /// What makes an image.
    private struct Candidate {
        /// Leading bytes.
        let count: Int
        /// Scans that have begun by then, that of the next marker included.
        let scan: Int
    }

    private enum Phase {
        case idle
        case waiting
        case working
    }

    let isFastestScan: Bool
    let scanInterval: TimeInterval

    private var finder = JPEGScanFinder()
    private var queue: [Candidate] = []
    private var phase = Phase.idle
    private var lastEnd: TimeInterval?

    init(isFastestScan: Bool, scanInterval: TimeInterval) {
        self.isFastestScan = isFastestScan
        self.scanInterval = scanInterval
    }

    /// Bytes looked at so far.
    var examinedCount: Int { finder.examinedCount }

    /// Scans that have begun so far; all but the last of them are complete.
    var scanCount: Int { finder.scanOffsets.count }

    /// Takes in the bytes that follow those seen before.
    ///
    /// - Returns: Whether scans became complete.
    mutating func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let found = finder.examine(bytes)
        guard found > 0, scanCount > 1 else { return false }
        // The bytes before the first scan are headers only.
        let complete = (max(1, scanCount - found)..<scanCount).map {
            Candidate(count: finder.scanOffsets[$0], scan: $0 + 1)
        }
        if isFastestScan {
            // What waits is out of date as well.
            queue = complete.suffix(1)
        } else {
            queue += complete
        }
        return true
    }

    /// Says what to do, and counts on its being done.
    ///
    /// - Parameter now: Seconds of any clock that only goes forward.
    /// - Returns: The step; ``Step/rest`` also while an image is made or somebody waits.
    mutating func next(now: TimeInterval) -> Step {
        guard phase == .idle, let candidate = queue.first else { return .rest }
        if let lastEnd, now < lastEnd + scanInterval {
            phase = .waiting
            return .wait(lastEnd + scanInterval - now)
        }
        phase = .working
        queue.removeFirst()
        return .decode(count: candidate.count, scan: candidate.scan)
    }

    /// Notes that the time to wait is over.
    mutating func waited() {
        if phase == .waiting { phase = .idle }
    }

    /// Notes that the image was made, or could not be.
    mutating func ended(now: TimeInterval) {
        phase = .idle
        lastEnd = now
    }

    /// Forgets the scans that wait.
    mutating func dropAll() {
        queue = []
    }
}
