#if WebP
import CWebP
import Foundation
import Raster

/// Writes WebP through libwebp, still and animated.
enum WebPWriter {
    private static let longestSide = 16_383

    /// Encodes a still picture.
    ///
    /// Throws ``ImageEncodingError`` or `RasterError`.
    static func encode(_ bitmap: Bitmap, options: ImageEncodingOptions) throws -> Data {
        var config = try config(options)
        return try withPicture(bitmap) { picture in
            var writer = WebPMemoryWriter()
            WebPMemoryWriterInit(&writer)
            defer { WebPMemoryWriterClear(&writer) }
            try withUnsafeMutablePointer(to: &writer) { writer in
                picture.pointee.writer = WebPMemoryWrite
                picture.pointee.custom_ptr = UnsafeMutableRawPointer(writer)
                guard WebPEncode(&config, picture) != 0 else { throw failure(of: picture) }
            }
            return writer.mem.map { Data(bytes: $0, count: writer.size) } ?? Data()
        }
    }

    /// Encodes frames of equal size; `loopCount` 0 plays without end.
    ///
    /// Throws ``ImageEncodingError`` or `RasterError`.
    static func encode(
        _ frames: [TimedBitmap], loopCount: Int, options: ImageEncodingOptions
    ) throws -> Data {
        guard let first = frames.first?.bitmap else { throw ImageEncodingError.noPixels }
        guard
            frames.allSatisfy({ $0.bitmap.width == first.width && $0.bitmap.height == first.height }
            )
        else { throw ImageEncodingError.failed(format: .webp, reason: "frames differ in size") }
        var config = try config(options)
        var settings = WebPAnimEncoderOptions()
        guard WebPAnimEncoderOptionsInit(&settings) != 0 else { throw failure("another libwebp") }
        settings.anim_params.loop_count = Int32(clamping: min(loopCount, Int(UInt16.max)))
        settings.anim_params.bgcolor = 0
        guard
            let encoder = WebPAnimEncoderNew(
                Int32(clamping: first.width), Int32(clamping: first.height), &settings)
        else { throw RasterError.outOfMemory(bytes: 0) }
        defer { WebPAnimEncoderDelete(encoder) }
        var milliseconds = 0
        for frame in frames {
            let time = Int32(clamping: milliseconds)
            try withPicture(frame.bitmap) { picture in
                guard WebPAnimEncoderAdd(encoder, picture, time, &config) != 0 else {
                    throw failure(of: picture)
                }
            }
            milliseconds += frame.units(per: 1000, limit: 0xFF_FFFF)
        }
        // The end of the last frame.
        guard WebPAnimEncoderAdd(encoder, nil, Int32(clamping: milliseconds), nil) != 0 else {
            throw failure(String(cString: WebPAnimEncoderGetError(encoder)))
        }
        var output = WebPData()
        WebPDataInit(&output)
        defer { WebPDataClear(&output) }
        guard WebPAnimEncoderAssemble(encoder, &output) != 0, let bytes = output.bytes else {
            throw failure(String(cString: WebPAnimEncoderGetError(encoder)))
        }
        return Data(bytes: bytes, count: output.size)
    }

    private static func config(_ options: ImageEncodingOptions) throws -> WebPConfig {
        var config = WebPConfig()
        guard WebPConfigInit(&config) != 0 else { throw failure("another libwebp") }
        config.lossless = options.lossless ? 1 : 0
        // For lossless files the quality is the effort; 75 is where size stops falling fast.
        config.quality = options.lossless ? 75 : Float(options.quality * 100)
        return config
    }

    /// Gives `body` a picture of a bitmap's pixels.
    private static func withPicture<Result>(
        _ bitmap: Bitmap, _ body: (UnsafeMutablePointer<WebPPicture>) throws -> Result
    ) throws -> Result {
        guard max(bitmap.width, bitmap.height) <= longestSide else {
            throw ImageEncodingError.tooLarge(
                format: .webp, width: bitmap.width, height: bitmap.height, limit: longestSide)
        }
        var picture = WebPPicture()
        guard WebPPictureInit(&picture) != 0 else { throw failure("another libwebp") }
        defer { WebPPictureFree(&picture) }
        picture.use_argb = 1
        picture.width = Int32(bitmap.width)
        picture.height = Int32(bitmap.height)
        let imported = try bitmap.withStraightPixels { pixels, stride in
            bitmap.isOpaque
                ? WebPPictureImportBGRX(&picture, pixels, Int32(stride))
                : WebPPictureImportBGRA(&picture, pixels, Int32(stride))
        }
        guard imported != 0 else { throw RasterError.outOfMemory(bytes: bitmap.byteCount) }
        return try withUnsafeMutablePointer(to: &picture, body)
    }

    private static func failure(of picture: UnsafeMutablePointer<WebPPicture>) -> any Error {
        let code = picture.pointee.error_code
        if code == VP8_ENC_ERROR_OUT_OF_MEMORY || code == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY {
            return RasterError.outOfMemory(bytes: 0)
        }
        return failure("libwebp's error \(code.rawValue)")
    }

    private static func failure(_ reason: String) -> ImageEncodingError {
        .failed(format: .webp, reason: reason)
    }
}
#endif
