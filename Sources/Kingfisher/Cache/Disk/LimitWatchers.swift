import Locking

/// Those who keep the files of a storage below its size limit.
///
/// They are told when the limit was changed and when the bytes of all files became known. Holds none
/// of them.
final class LimitWatchers: Sendable {
    /// Acts, and says whether there is still somebody who would.
    typealias Watcher = @Sendable () -> Bool

    private struct State {
        var watchers: [UInt64: Watcher] = [:]
        var lastNumber: UInt64 = 0
    }

    private let state = Locked(State())

    func add(_ watcher: @escaping Watcher) {
        state.withLock { state in
            state.lastNumber += 1
            state.watchers[state.lastNumber] = watcher
        }
    }

    @Sendable
    func notify() {
        for (number, watcher) in state.withLock({ $0.watchers }) where !watcher() {
            state.withLock { _ = $0.watchers.removeValue(forKey: number) }
        }
    }
}
