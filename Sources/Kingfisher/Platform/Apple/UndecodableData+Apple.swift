#if canImport(Darwin)
import Foundation

/// Finds out why bytes are not an image, for error texts.
enum UndecodableData {
    /// What is wrong with the data; the system's decoder does not say.
    static func explanation(of data: Data, limits: DecodeLimits) -> String? {
        data.isEmpty ? "The data is empty." : nil
    }
}
#endif
