import Foundation

/// Knows whether there is a network, and tells when there is one again.
protocol NetworkMonitoring: Sendable {
    /// Whether there is a network now.
    var isConnected: Bool { get }

    /// Waits for the network.
    ///
    /// - Parameters:
    ///   - timeoutInterval: Seconds to wait at most; nil for no limit. Kept by the observer.
    ///   - callback: Called at most once, on the main queue: true when the network is there, false
    ///     when the time is over.
    /// - Returns: What ends the wait.
    func observeConnectivity(
        timeoutInterval: TimeInterval?, callback: @escaping @Sendable (Bool) -> Void
    ) -> any NetworkObserver
}

/// A wait for the network.
protocol NetworkObserver: Sendable {
    /// Ends the wait; the callback is not called any more.
    func cancel()
}
