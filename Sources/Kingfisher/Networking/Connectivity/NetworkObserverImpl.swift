import Foundation
import Locking

/// One wait for the network: the first of connection, timeout and cancellation decides it.
final class NetworkObserverImpl: NetworkObserver {
    private struct State {
        /// Nil once the wait is over; whoever ends it lets go of what the callback holds.
        var callback: (@Sendable (Bool) -> Void)?
        /// Whether the answer is on its way to the main queue.
        var isDecided = false
        var timer: DispatchWorkItem?
    }

    private let state: Locked<State>
    private let monitor: NetworkMonitor

    init(
        timeoutInterval: TimeInterval?, callback: @escaping @Sendable (Bool) -> Void,
        monitor: NetworkMonitor
    ) {
        state = Locked(State(callback: callback))
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
            guard state.callback != nil, !state.isDecided else { return false }
            state.isDecided = true
            return true
        }
        guard isFirst else { return }
        DispatchQueue.main.async { [self] in
            let callback = state.withLock { state in
                defer { state.callback = nil }
                return state.callback
            }
            callback?(isConnected)
        }
    }

    func cancel() {
        _ = end { state in
            state.callback = nil
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
