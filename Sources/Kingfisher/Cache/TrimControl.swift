import Locking

/// Decides when files have to make room, and when stores have to wait for it.
///
/// Stores wait only while the limit is reached. Trimming goes on to half of it beside them.
final class TrimControl: Sendable {
    /// What is said about the start of stores; a greater number is a later word.
    struct Word: Equatable, Sendable {
        let isPaused: Bool
        let number: UInt64
    }

    /// What has to follow a store.
    struct Step: Equatable, Sendable {
        var startsTrimming = false
        var word: Word?
    }

    private struct State {
        var isTrimming = false
        var isPaused = false
        var lastNumber: UInt64 = 0
        /// What the last trimming left above its limit, because files could not be removed; 0 for
        /// nothing.
        var floor: UInt = 0
        var floorLimit: UInt = 0

        mutating func setPaused(_ isPaused: Bool) -> Word? {
            guard self.isPaused != isPaused else { return nil }
            self.isPaused = isPaused
            lastNumber += 1
            return Word(isPaused: isPaused, number: lastNumber)
        }
    }

    private let state = Locked(State())

    /// Takes in the total after a store.
    ///
    /// Trimming goes down to half the limit, so it comes again only after as much was stored. Where
    /// files could not be removed, it is tried again after an eighth of the limit.
    func stored(total: UInt, limit: UInt) -> Step {
        state.withLock { state in
            guard !state.isTrimming else {
                return Step(word: total >= limit ? state.setPaused(true) : nil)
            }
            // What went since then, or was left for the sake of another limit, does not count.
            state.floor = state.floorLimit == limit ? min(state.floor, total) : 0
            let isRetry = state.floor >= limit
            let threshold = isRetry ? sum(state.floor, limit / 8) : limit
            guard total >= threshold else { return Step() }
            state.isTrimming = true
            return Step(startsTrimming: true, word: state.setPaused(true))
        }
    }

    /// Takes in the total after a file was removed.
    func removed(total: UInt, limit: UInt) -> Word? {
        state.withLock { total < limit ? $0.setPaused(false) : nil }
    }

    /// Notes that trimming to a limit ended, and how many bytes it left.
    func ended(leaving total: UInt, limit: UInt) -> Word? {
        state.withLock { state in
            state.isTrimming = false
            state.floor = total >= limit ? total : 0
            state.floorLimit = limit
            return state.setPaused(false)
        }
    }

    private func sum(_ left: UInt, _ right: UInt) -> UInt {
        let (sum, overflow) = left.addingReportingOverflow(right)
        return overflow ? .max : sum
    }
}
