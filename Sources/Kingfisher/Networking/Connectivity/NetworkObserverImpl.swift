import Foundation
import Locking

/// One wait for the network: the first of connection, timeout and cancellation decides it.
final class NetworkObserverImpl: NetworkObserver {
    private enum Phase {
        case waiting
        /// Decided, and on its way to the main queue.
        case decided
        case over
    }

    private struct State {
        var phase = Phase.waiting
        var timer: DispatchWorkItem?
    }

    private let state = Locked(State())
    private let callback: @Sendable (Bool) -> Void
    private let monitor: NetworkMonitor

    init(
        timeoutInterval: TimeInterval?, callback: @escaping @Sendable (Bool) -> Void,
        monitor: NetworkMonitor
    ) {
        self.callback = callback
        self.monitor = monitor
        guard let timeoutInterval, timeoutInterval.isFinite else { return }
        let timer = DispatchWorkItem { [weak self] in self?.notify(isConnected: false) }
        state.withLock { $0.timer = timer }
        DispatchQueue.global(qos: .utility).asyncAfter(
            deadline: .now() + min(max(timeoutInterval, 0), 1e9), execute: timer)
    }

    /// Ends the wait with an answer, if nothing has ended it before.
    func notify(isConnected: Bool) {
        let isFirst = end { state in
            guard state.phase == .waiting else { return false }
            state.phase = .decided
            return true
        }
        guard isFirst else { return }
        DispatchQueue.main.async { [self] in
            let isStillWanted = state.withLock { state in
                defer { state.phase = .over }
                return state.phase == .decided
            }
            if isStillWanted { callback(isConnected) }
        }
    }

    func cancel() {
        _ = end { state in
            state.phase = .over
            return true
        }
    }

    private func end(_ change: (inout State) -> Bool) -> Bool {
        let (isEnded, timer) = state.withLock { state -> (Bool, DispatchWorkItem?) in
            guard change(&state) else { return (false, nil) }
            defer { state.timer = nil }
            return (true, state.timer)
        }
        timer?.cancel()
        if isEnded { monitor.remove(self) }
        return isEnded
    }
}
