/// Why a picture could not be encoded.
public enum ImageEncodingError: Error, Hashable, Sendable {
    /// The image has no pixels.
    case noPixels
    /// There is no encoder for the format.
    case noEncoder(format: EncodedImageFormat)
    /// The format cannot hold a picture of this size; `limit` is its longest side.
    case tooLarge(format: EncodedImageFormat, width: Int, height: Int, limit: Int)
    /// The encoder's library gave up; `reason` is its message.
    case failed(format: EncodedImageFormat, reason: String)
}

extension ImageEncodingError: CustomStringConvertible {
    /// What went wrong and what to do about it.
    public var description: String {
        switch self {
        case .noPixels:
            "The image has no pixels to encode."
        case .noEncoder(let format):
            "There is no encoder for \(format); choose another format or register a codec."
        case .tooLarge(let format, let width, let height, let limit):
            "A \(format) picture cannot have \(width)×\(height) pixels; "
                + "scale it to at most \(limit) on a side."
        case .failed(let format, let reason):
            "Encoding as \(format) failed (\(reason))."
        }
    }
}
