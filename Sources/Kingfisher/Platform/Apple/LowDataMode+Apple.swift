#if canImport(Darwin)
import Foundation

/// Low data mode, which a person switches on in the system's settings.
enum LowDataMode {
    /// Whether a transfer failed because the system saves data.
    static func isConstrained(_ error: any Error) -> Bool {
        (error as? URLError)?.networkUnavailableReason == .constrained
    }
}
#endif
