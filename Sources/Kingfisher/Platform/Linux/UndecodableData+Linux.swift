#if os(Linux)
import Foundation

/// Finds out why bytes are not an image.
enum UndecodableData {
    /// What is wrong with the data, or nil when it can be decoded after all.
    static func explanation(of data: Data, limits: DecodeLimits) -> String? {
        ImageDecoder.failure(decoding: data, limits: limits).map { "\($0)" }
    }

    /// Whether no program will ever make an image of the data.
    ///
    /// - Parameters:
    ///   - data: Encoded bytes.
    ///   - limits: How much may be spent on finding out.
    /// - Returns: False for what exceeds the limits.
    static func isDamaged(_ data: Data, limits: DecodeLimits) -> Bool {
        damage(of: data, limits: limits) != nil
    }

    /// How data is damaged; nil for what can be decoded, or could be with other limits, more memory or
    /// another codec.
    static func damage(of data: Data, limits: DecodeLimits) -> (any Error)? {
        guard
            let error = ImageDecoder.failure(decoding: data, limits: limits) as? ImageDecodingError
        else { return nil }
        switch error {
        case .emptyData, .truncated, .corrupt:
            return error
        case .unknownFormat:
            return UnknownFormatHint.isForeignFormat(data) ? nil : error
        case .tooManyBytes, .tooManyPixels, .tooManyFrames, .excessive, .unsupported, .noSuchFrame:
            return nil
        }
    }
}
#endif
