#if canImport(Network)
import Foundation
import Locking
import Network

/// The network as the system's path monitor sees it.
final class SystemConnectivity: ConnectivitySource {
    private let monitor = NWPathMonitor()
    private let status = Locked<NWPath.Status?>(nil)

    /// Before the monitor's first report, the path at this moment counts.
    var isConnected: Bool {
        (status.withLock { $0 } ?? monitor.currentPath.status) == .satisfied
    }

    func start(_ onChange: @escaping @Sendable () -> Void) {
        monitor.pathUpdateHandler = { [status] path in
            status.withLock { $0 = path.status }
            onChange()
        }
        monitor.start(queue: DispatchQueue(label: "com.onevcat.Kingfisher.NetworkMonitor"))
    }
}
#endif
