public import Foundation

/// Turns encoded bytes into bitmaps.
public enum ImageDecoder {
    /// Why bytes cannot be decoded, or nil when they can.
    package static func failure(decoding data: Data) -> (any Error)? { nil }
}
