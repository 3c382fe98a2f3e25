import Foundation
import Locking

/// Where the knowledge about the network comes from.
protocol ConnectivitySource: Sendable {
    /// Whether there is a network now.
    var isConnected: Bool { get }

    /// Calls a block on any thread whenever the network may have changed, until the process ends.
    func start(_ onChange: @escaping @Sendable () -> Void)
}

/// Watches the network for the whole process, from the first question on.
final class NetworkMonitor: NetworkMonitoring {
    static let `default` = NetworkMonitor(source: SystemConnectivity())

    private struct State {
        var isStarted = false
        var observers: [ObjectIdentifier: NetworkObserverImpl] = [:]
    }

    private let source: any ConnectivitySource
    private let state = Locked(State())

    init(source: any ConnectivitySource) { self.source = source }

    var isConnected: Bool {
        start()
        return source.isConnected
    }

    func observeConnectivity(
        timeoutInterval: TimeInterval?, callback: @escaping @Sendable (Bool) -> Void
    ) -> any NetworkObserver {
        // Made under the lock, as its timeout may come at once and then waits to remove it.
        let observer = state.withLock { state in
            let observer = NetworkObserverImpl(
                timeoutInterval: timeoutInterval, callback: callback, monitor: self)
            state.observers[ObjectIdentifier(observer)] = observer
            return observer
        }
        start()
        // The network may have come back just before the observer was there.
        notifyIfConnected()
        return observer
    }

    /// Forgets an observer whose wait is over.
    func remove(_ observer: NetworkObserverImpl) {
        state.withLock { $0.observers[ObjectIdentifier(observer)] = nil }
    }

    private func start() {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted
        }
        guard isFirst else { return }
        source.start { [weak self] in self?.notifyIfConnected() }
    }

    private func notifyIfConnected() {
        guard source.isConnected else { return }
        let observers = state.withLock { state in
            defer { state.observers = [:] }
            return state.observers.values
        }
        for observer in observers {
            observer.notify(isConnected: true)
        }
    }
}
