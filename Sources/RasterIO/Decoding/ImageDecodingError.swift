import Raster

/// Why bytes could not be turned into a picture.
public enum ImageDecodingError: Error, Hashable, Sendable {
    /// There are no bytes at all.
    case emptyData
    /// The bytes are in no format that a codec knows; `hint` names what they look like.
    case unknownFormat(hint: String?)
    /// The encoded data is larger than the limits allow.
    case tooManyBytes(count: Int, limit: Int)
    /// The header claims more pixels than the limits allow, all frames counted.
    case tooManyPixels(width: Int, height: Int, frames: Int, limit: Int)
    /// The picture has more frames than the limits allow.
    case tooManyFrames(count: Int, limit: Int)
    /// The data ends before the picture does; `rows` of `height` rows are there.
    case truncated(format: EncodedImageFormat, rows: Int, height: Int)
    /// The data breaks the rules of its format; `reason` says how.
    case corrupt(format: EncodedImageFormat, reason: String)
    /// The data asks for far more work or memory than a picture of its size needs.
    case excessive(format: EncodedImageFormat, reason: String)
    /// The format is known, but not this variant of it.
    case unsupported(format: EncodedImageFormat, reason: String)
    /// A frame was asked for that the picture does not have.
    case noSuchFrame(index: Int, count: Int)
}

extension ImageDecodingError: CustomStringConvertible {
    /// What is wrong with the data and what to do about it.
    public var description: String {
        switch self {
        case .emptyData:
            "The image data is empty; check that the source really delivers a body."
        case .unknownFormat(let hint?):
            "The data is not an image: it looks like \(hint). Check what the source delivers."
        case .unknownFormat(nil):
            "The data is in no image format known here; register a codec for it or convert it."
        case .tooManyBytes(let count, let limit):
            "The image data has \(count) bytes, over the limit of \(limit); "
                + "raise DecodeLimits.maxBytes if it can be trusted."
        case .tooManyPixels(let width, let height, let frames, let limit):
            Self.tooManyPixels(width: width, height: height, frames: frames, limit: limit)
        case .tooManyFrames(let count, let limit):
            "The animation has \(count) frames, over the limit of \(limit); "
                + "raise DecodeLimits.maxFrames if it can be trusted."
        case .truncated(let format, let rows, let height):
            "The \(format) data is truncated: it ends at row \(rows) of \(height). Load it again."
        case .corrupt(let format, let reason):
            "The \(format) data is corrupt (\(reason)). Load it again or replace the file."
        case .excessive(let format, let reason):
            "The \(format) data is refused (\(reason)); encode it anew if it can be trusted."
        case .unsupported(let format, let reason):
            "This kind of \(format) cannot be decoded (\(reason)). Convert it to another kind."
        case .noSuchFrame(let index, let count):
            "There is no frame \(index); the image has \(count)."
        }
    }

    private static func tooManyPixels(
        width: Int, height: Int, frames: Int, limit: Int
    ) -> String {
        let pixels = Double(width) * Double(height) * Double(frames)
        let claim = "\(width)×\(height) pixels\(frames > 1 ? " in \(frames) frames" : "")"
        // Without this the claim would seem to be within the limit.
        let reason =
            pixels <= Double(limit)
            ? ", where a short side counts as \(DecodeLimits.leastSide)" : ""
        return "The header claims \(claim), over the limit of \(limit) pixels\(reason); "
            + "raise DecodeLimits.maxPixels if it can be trusted."
    }
}
