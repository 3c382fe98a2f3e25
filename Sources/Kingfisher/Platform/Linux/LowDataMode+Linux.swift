#if os(Linux)
import FoundationNetworking

/// Low data mode, which only Apple's systems have.
enum LowDataMode {
    /// Whether a transfer failed because the system saves data; never on Linux.
    static func isConstrained(_ error: any Error) -> Bool { false }

    /// Leaves the request as it is, as no network is constrained on Linux.
    static func refuseConstrainedNetworks(_ request: inout URLRequest) {}
}
#endif
