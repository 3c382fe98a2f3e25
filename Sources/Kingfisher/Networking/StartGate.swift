import Locking

/// Keeps an outcome from overtaking the announcement of the handle it belongs to.
///
/// Somebody who joins a download may be served by another thread before the caller was told of the
/// handle.
final class StartGate: Sendable {
    private struct State {
        var isOpen = false
        var held: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    /// Runs `deliver` now, or when the gate opens.
    func pass(_ deliver: @escaping @Sendable () -> Void) {
        let mayRun = state.withLock { state in
            if !state.isOpen { state.held = deliver }
            return state.isOpen
        }
        if mayRun { deliver() }
    }

    /// Lets the outcome through, if it is there already.
    func open() {
        let held = state.withLock { state in
            state.isOpen = true
            defer { state.held = nil }
            return state.held
        }
        held?()
    }
}
