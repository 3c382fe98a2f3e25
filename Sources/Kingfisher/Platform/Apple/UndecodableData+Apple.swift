#if canImport(Darwin)
import Foundation
import ImageIO

/// Finds out why bytes are not an image.
enum UndecodableData {
    /// What is wrong with the data; the system's decoder does not say.
    static func explanation(of data: Data, limits: DecodeLimits) -> String? {
        data.isEmpty ? "The data is empty." : nil
    }

    /// Whether no program will ever make an image of the data.
    ///
    /// The system knows all formats it will ever know; what exceeds limits is whole to it.
    static func isDamaged(_ data: Data, limits: DecodeLimits) -> Bool {
        damage(of: data, limits: limits) != nil
    }

    /// How data is damaged; nil for what the system calls complete.
    static func damage(of data: Data, limits: DecodeLimits) -> (any Error)? {
        guard let source = CGImageSourceCreateWithData(data as CFData, nil),
            CGImageSourceGetStatus(source) == .statusComplete
        else { return CocoaError(.fileReadCorruptFile) }
        return nil
    }
}
#endif
