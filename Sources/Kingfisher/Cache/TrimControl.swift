import Locking

/// Decides when files have to make room.
final class TrimControl: Sendable {
    private struct State {
        var isPending = false
        /// What the last trimming left; above the limit only if files could not be removed.
        var floor: UInt = 0
    }

    private let state = Locked(State())

    /// Whether to trim now; true once until ``trimmed(to:)``.
    ///
    /// Trimming goes down to half the limit, so it comes again only after as much was stored. Where
    /// files could not be removed, it is tried again after an eighth of the limit.
    func shouldTrim(total: UInt, limit: UInt) -> Bool {
        state.withLock { state in
            let isRetry = state.floor >= limit
            let threshold = isRetry ? sum(state.floor, limit / 8) : limit
            guard !state.isPending, total >= threshold else { return false }
            state.isPending = true
            return true
        }
    }

    func trimmed(to total: UInt) {
        state.withLock { state in
            state.isPending = false
            state.floor = total
        }
    }

    private func sum(_ left: UInt, _ right: UInt) -> UInt {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? .max : sum
    }
}
