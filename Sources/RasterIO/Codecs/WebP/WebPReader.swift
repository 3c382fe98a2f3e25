#if WebP
import CRasterIO
import CWebP
import Foundation
import Raster

/// Decodes WebP bitstreams through libwebp.
enum WebPReader {
    /// What the header of a bitstream says.
    ///
    /// Throws ``ImageDecodingError``.
    static func features(_ bytes: UnsafeRawBufferPointer) throws -> WebPBitstreamFeatures {
        var features = WebPBitstreamFeatures()
        let start = bytes.bindMemory(to: UInt8.self).baseAddress
        try check(WebPGetFeatures(start, bytes.count, &features), height: 0)
        return features
    }

    /// What libwebp says of pictures without loss.
    private static let losslessFormat: Int32 = 2

    /// Decodes a still picture at a size that is at most its own.
    ///
    /// Throws ``ImageDecodingError`` or `RasterError`.
    static func decode(
        _ bytes: UnsafeRawBufferPointer, features: WebPBitstreamFeatures,
        size: (width: Int, height: Int), transform: ColorTransform<UInt8>?
    ) throws -> Bitmap {
        let full = (width: Int(features.width), height: Int(features.height))
        let isReduced = size.width < full.width || size.height < full.height
        // libwebp reduces lossy colours apart from alpha, so that hidden ones would shine through.
        if isReduced, features.has_alpha != 0, features.format != losslessFormat {
            return try decode(bytes, features: features, size: full, transform: transform)
                .resampled(width: size.width, height: size.height)
        }
        let pixels = try PixelBuffer(width: size.width, height: size.height, zeroed: false)
        try decode(
            bytes, into: pixels.bytes, bytesPerRow: pixels.bytesPerRow,
            size: (size.width, size.height), isReduced: isReduced, transform: transform)
        return pixels.freeze(isOpaque: features.has_alpha == 0)
    }

    /// Decodes to premultiplied BGRA in sRGB.
    static func decode(
        _ bytes: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer,
        bytesPerRow: Int, size: (width: Int, height: Int), isReduced: Bool,
        transform: ColorTransform<UInt8>?
    ) throws {
        var config = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&config) != 0,
            let target = output.bindMemory(to: UInt8.self).baseAddress
        else { throw ImageDecodingError.unsupported(format: .webp, reason: "another libwebp") }
        if isReduced {
            config.options.use_scaling = 1
            config.options.scaled_width = Int32(clamping: size.width)
            config.options.scaled_height = Int32(clamping: size.height)
        }
        // A profile describes colours that are not multiplied by alpha yet.
        config.output.colorspace = transform == nil ? MODE_bgrA : MODE_BGRA
        config.output.is_external_memory = 1
        config.output.u.RGBA.rgba = target
        config.output.u.RGBA.stride = Int32(clamping: bytesPerRow)
        config.output.u.RGBA.size = output.count
        let start = bytes.bindMemory(to: UInt8.self).baseAddress
        let status = WebPDecode(start, bytes.count, &config)
        WebPFreeDecBuffer(&config.output)
        try check(status, height: size.height)
        guard let transform else { return }
        for row in 0..<size.height {
            let pixels = target + row * bytesPerRow
            transform.apply(to: pixels, count: size.width)
            crasterio_premultiply(pixels, size.width)
        }
    }

    private static func check(_ status: VP8StatusCode, height: Int) throws {
        switch status {
        case VP8_STATUS_OK: return
        case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED:
            throw ImageDecodingError.truncated(format: .webp, rows: 0, height: height)
        case VP8_STATUS_OUT_OF_MEMORY: throw RasterError.outOfMemory(bytes: 0)
        case VP8_STATUS_UNSUPPORTED_FEATURE:
            throw ImageDecodingError.unsupported(format: .webp, reason: "unknown feature")
        default: throw ImageDecodingError.corrupt(format: .webp, reason: "bad bitstream")
        }
    }
}
#endif
