import Foundation
import Locking

/// Keeps an outcome from overtaking the announcement of the handle it belongs to.
///
/// Somebody who joins a download may be served by another thread before the caller was told of the
/// handle.
final class StartGate: Sendable {
    private struct State {
        var isOpen = false
        /// The thread on which the handle is being announced.
        var announcer: ObjectIdentifier?
        var held: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    private static var thread: ObjectIdentifier { ObjectIdentifier(Thread.current) }

    /// Runs `deliver` now, or when the gate opens.
    ///
    /// What comes from within the announcement runs at once: whoever cancels there knows the handle.
    func pass(_ deliver: @escaping @Sendable () -> Void) {
        let mayRun = state.withLock { state in
            let mayRun = state.isOpen || state.announcer.map { $0 == Self.thread } ?? false
            if !mayRun { state.held = deliver }
            return mayRun
        }
        if mayRun { deliver() }
    }

    /// Tells the caller of its handle.
    func announce(_ tell: () -> Void) {
        let thread = Self.thread
        state.withLock { $0.announcer = thread }
        tell()
        state.withLock { $0.announcer = nil }
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
