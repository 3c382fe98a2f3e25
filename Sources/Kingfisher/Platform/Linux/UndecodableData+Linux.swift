#if os(Linux)
import Foundation

/// Finds out why bytes are not an image, for error texts.
enum UndecodableData {
    /// What is wrong with the data, or nil when it can be decoded after all.
    static func explanation(of data: Data, limits: DecodeLimits) -> String? {
        ImageDecoder.failure(decoding: data, limits: limits).map { "\($0)" }
    }
}
#endif
