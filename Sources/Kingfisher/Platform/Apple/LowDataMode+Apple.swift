#if canImport(Darwin)
import Foundation

/// Low data mode, which a person switches on in the system's settings.
enum LowDataMode {
    /// Whether a transfer failed because the system saves data.
    static func isConstrained(_ error: any Error) -> Bool {
        (error as? URLError)?.networkUnavailableReason == .constrained
    }

    /// Makes the request fail while the system saves data.
    static func refuseConstrainedNetworks(_ request: inout URLRequest) {
        request.allowsConstrainedNetworkAccess = false
    }
}
#endif
