import Foundation

/// How much time each tick of a display stands for.
struct TickRhythm {
    /// When the last tick was, in seconds of any origin.
    private(set) var timestamp: TimeInterval = 0
    /// Seconds between the last two ticks; for the first one, those between two pictures of the display.
    private(set) var duration: TimeInterval = 0

    private var last: Int64?

    /// Takes a tick into account.
    ///
    /// - Parameters:
    ///   - time: When it is, in microseconds of any origin.
    ///   - refreshInterval: Microseconds between two pictures of the display; 0 if that is not known.
    mutating func tick(at time: Int64, refreshInterval: Int64) {
        let passed = last.map { time.subtractingReportingOverflow($0).partialValue }
        last = time
        timestamp = TimeInterval(time) / 1_000_000
        // A clock that is set back lets no time pass.
        duration = TimeInterval(max(0, passed ?? refreshInterval)) / 1_000_000
    }
}
