public import Foundation
public import Raster

/// Turns bitmaps into encoded bytes.
///
/// Deterministic: equal pixels and options give equal bytes with the same libraries. Safe to call
/// from any thread; the work is done on the calling thread.
public enum ImageEncoder {
    /// Encodes a bitmap.
    ///
    /// Formats without transparency get the picture laid over white.
    ///
    /// - Parameters:
    ///   - bitmap: The pixels.
    ///   - format: The format wanted.
    ///   - options: Quality and kind of compression. Default: quality 0.9, lossy.
    /// - Returns: The encoded bytes.
    /// - Throws: ``ImageEncodingError``, or `RasterError` when there is no memory.
    public static func encode(
        _ bitmap: Bitmap, as format: EncodedImageFormat,
        options: ImageEncodingOptions = ImageEncodingOptions()
    ) throws -> Data {
        guard let codec = ImageCodecRegistry.encoder(for: format) else {
            throw ImageEncodingError.noEncoder(format: format)
        }
        return try codec.encode(bitmap, options: options)
    }

    /// Encodes an animation.
    ///
    /// - Parameters:
    ///   - frames: The frames in order, all of one size.
    ///   - format: The format wanted; GIF always works.
    ///   - loopCount: How often the animation plays. Default 0, without end.
    ///   - options: Quality and kind of compression. Default: quality 0.9, lossy.
    /// - Returns: The encoded bytes.
    /// - Throws: ``ImageEncodingError``, or `RasterError` when there is no memory.
    public static func encode(
        _ frames: [TimedBitmap], as format: EncodedImageFormat, loopCount: Int = 0,
        options: ImageEncodingOptions = ImageEncodingOptions()
    ) throws -> Data {
        guard let codec = ImageCodecRegistry.encoder(for: format), codec.canEncodeAnimations else {
            throw ImageEncodingError.noEncoder(format: format)
        }
        guard !frames.isEmpty else { throw ImageEncodingError.noPixels }
        return try codec.encode(frames, loopCount: max(0, loopCount), options: options)
    }
}
