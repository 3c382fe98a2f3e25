public import Foundation
public import Raster

/// Turns encoded bytes into bitmaps.
///
/// The format is found by content. Results are upright (orientation tags are applied), in sRGB,
/// and those of an animation are its first frame. Safe to call from any thread; the work is done
/// on the calling thread.
public enum ImageDecoder {
    /// Decodes a picture.
    ///
    /// - Parameters:
    ///   - data: Encoded bytes.
    ///   - maxPixelSize: Longest displayed side of the result in pixels, nil for full size. Keeps
    ///     the aspect and never enlarges. Formats that can are decoded at reduced size, so that a
    ///     small result also costs little. Values below 1 count as 1.
    ///   - limits: How much the picture may ask for, checked before pixels are allocated.
    /// - Returns: The pixels.
    /// - Throws: ``ImageDecodingError`` for data that cannot be decoded or exceeds the limits,
    ///   `RasterError` when there is no memory.
    public static func decode(
        _ data: Data, maxPixelSize: Int? = nil, limits: DecodeLimits = .default
    ) throws -> Bitmap {
        try decode(data, request: DecodeRequest(maxPixelSize: maxPixelSize, limits: limits))
    }

    /// Decodes a picture.
    ///
    /// - Parameters:
    ///   - data: Encoded bytes.
    ///   - request: Size, limits and tolerance.
    /// - Returns: The pixels.
    /// - Throws: As ``decode(_:maxPixelSize:limits:)``.
    public static func decode(_ data: Data, request: DecodeRequest) throws -> Bitmap {
        let codec = try codec(for: data, limits: request.limits)
        if !(codec is any BuiltInCodec) {
            let header = try codec.header(of: data)
            // One frame is decoded, so one is counted.
            try request.limits.check(width: header.storedWidth, height: header.storedHeight)
        }
        return try codec.decode(data, request: request)
    }

    /// Reads what a picture says about itself, without decoding pixels and without size limits.
    ///
    /// - Parameter data: Encoded bytes.
    /// - Returns: The header.
    /// - Throws: ``ImageDecodingError`` when the data is in no known format or its header damaged.
    public static func header(of data: Data) throws -> ImageHeader {
        return try codec(for: data, limits: unlimited).header(of: data)
    }

    /// Number of frames, without what else a header costs; 1 for a still picture.
    ///
    /// - Throws: As ``header(of:)``.
    package static func frameCount(of data: Data) throws -> Int {
        let codec = try codec(for: data, limits: unlimited)
        guard let codec = codec as? any BuiltInCodec else {
            return try codec.header(of: data).frameCount
        }
        return try codec.frameCount(of: data)
    }

    /// Opens an animation.
    ///
    /// - Parameters:
    ///   - data: Encoded bytes.
    ///   - limits: How much all frames together may ask for.
    /// - Returns: The frames, or nil when the data holds a still picture. Every GIF counts as an
    ///   animation, be it of one frame.
    /// - Throws: As ``decode(_:maxPixelSize:limits:)``.
    public static func animation(
        in data: Data, limits: DecodeLimits = .default
    ) throws -> (any AnimatedImageSource)? {
        let codec = try codec(for: data, limits: limits)
        let header = try codec.header(of: data)
        try limits.check(
            width: header.storedWidth, height: header.storedHeight, frames: header.frameCount)
        return try codec.animation(in: data, limits: limits)
    }

    /// Why bytes cannot be decoded, or nil when they can.
    package static func failure(
        decoding data: Data, limits: DecodeLimits = .default
    ) -> (any Error)? {
        do {
            _ = try decode(data, limits: limits)
            _ = try animation(in: data, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    private static let unlimited = DecodeLimits(
        maxPixels: .max, maxFrames: .max, maxBytes: .max)

    private static func codec(for data: Data, limits: DecodeLimits) throws -> any ImageCodec {
        try limits.check(byteCount: data.count)
        guard let codec = ImageCodecRegistry.codec(recognizing: data) else {
            throw ImageDecodingError.unknownFormat(hint: UnknownFormatHint.hint(for: data))
        }
        return codec
    }
}
