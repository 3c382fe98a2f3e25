#if HEIF
import CHEIF
import CRasterIO
import Foundation
import Raster

/// Writes AVIF and HEIC through libheif, where it has an encoder.
enum HEIFWriter {
    private static let longestSide = 65_535

    /// Whether this libheif has an encoder for the format.
    static func canEncode(_ format: EncodedImageFormat) -> Bool {
        heif_have_encoder_for_format(compression(format)) != 0
    }

    /// Encodes a picture.
    ///
    /// Throws ``ImageEncodingError`` or `RasterError`.
    static func encode(
        _ bitmap: Bitmap, format: EncodedImageFormat, options: ImageEncodingOptions
    ) throws -> Data {
        guard max(bitmap.width, bitmap.height) <= longestSide else {
            throw ImageEncodingError.tooLarge(
                format: format, width: bitmap.width, height: bitmap.height, limit: longestSide)
        }
        guard let context = heif_context_alloc() else { throw RasterError.outOfMemory(bytes: 0) }
        defer { heif_context_free(context) }
        var encoder: OpaquePointer?
        try check(
            heif_context_get_encoder_for_format(context, compression(format), &encoder), format)
        defer { heif_encoder_release(encoder) }
        try check(
            heif_encoder_set_lossy_quality(encoder, Int32((options.quality * 100).rounded())),
            format)
        try check(heif_encoder_set_lossless(encoder, options.lossless ? 1 : 0), format)
        let image = try image(of: bitmap, format: format)
        defer { heif_image_release(image) }
        var handle: OpaquePointer?
        try check(heif_context_encode_image(context, image, encoder, nil, &handle), format)
        heif_image_handle_release(handle)
        return try written(context, format: format)
    }

    private static func compression(_ format: EncodedImageFormat) -> heif_compression_format {
        format == .avif ? heif_compression_AV1 : heif_compression_HEVC
    }

    private static func image(
        of bitmap: Bitmap, format: EncodedImageFormat
    ) throws -> OpaquePointer? {
        let (width, height) = (Int32(bitmap.width), Int32(bitmap.height))
        let chroma = bitmap.isOpaque ? heif_chroma_interleaved_RGB : heif_chroma_interleaved_RGBA
        var image: OpaquePointer?
        try check(heif_image_create(width, height, heif_colorspace_RGB, chroma, &image), format)
        do {
            try write(bitmap, into: image)
        } catch {
            heif_image_release(image)
            throw error
        }
        return image
    }

    private static func write(_ bitmap: Bitmap, into image: OpaquePointer?) throws {
        let (width, height) = (Int32(bitmap.width), Int32(bitmap.height))
        var stride: Int32 = 0
        let added = heif_image_add_plane(image, heif_channel_interleaved, width, height, 8)
        guard added.code == heif_error_Ok,
            let plane = heif_image_get_plane(image, heif_channel_interleaved, &stride)
        else { throw RasterError.outOfMemory(bytes: bitmap.byteCount) }
        try bitmap.withStraightPixels { pixels, rowSize in
            for y in 0..<bitmap.height {
                let (source, target) = (pixels + y * rowSize, plane + y * Int(stride))
                if bitmap.isOpaque {
                    crasterio_pack_rgb(source, bitmap.width, target)
                } else {
                    crasterio_swap_red_and_blue(source, bitmap.width, target)
                }
            }
        }
    }

    private static func written(
        _ context: OpaquePointer, format: EncodedImageFormat
    ) throws -> Data {
        var output = Data()
        var writer = heif_writer()
        writer.writer_api_version = 1
        writer.write = { _, bytes, count, output in
            if let bytes {
                output?.assumingMemoryBound(to: Data.self).pointee
                    .append(bytes.assumingMemoryBound(to: UInt8.self), count: count)
            }
            // The text must outlive the call, which that of a static string does.
            let nothing: StaticString = ""
            let message = UnsafeRawPointer(nothing.utf8Start).assumingMemoryBound(to: CChar.self)
            return heif_error(
                code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: message)
        }
        let error = withUnsafeMutablePointer(to: &output) { output in
            heif_context_write(context, &writer, output)
        }
        try check(error, format)
        return output
    }

    private static func check(_ error: heif_error, _ format: EncodedImageFormat) throws {
        guard error.code != heif_error_Ok else { return }
        let message = error.message.map { String(cString: $0) } ?? "libheif gave up"
        throw ImageEncodingError.failed(format: format, reason: message)
    }
}
#endif
