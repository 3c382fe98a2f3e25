#if HEIF
import CHEIF
import CRasterIO
import Foundation
import Raster

/// Reads the primary picture of one HEIC or AVIF through libheif.
///
/// The bytes must stay valid as long as the reader lives.
final class HEIFReader {
    private let format: EncodedImageFormat
    private let context: OpaquePointer
    private var handle: OpaquePointer?
    /// The file, to be remembered where it holds more than a bitmap can; nil to forget it.
    var encoded: Data?

    /// Width in pixels as displayed.
    var width: Int { Int(heif_image_handle_get_width(handle)) }
    /// Height in pixels as displayed.
    var height: Int { Int(heif_image_handle_get_height(handle)) }
    /// Whether an alpha plane comes with the picture.
    var hasAlpha: Bool { heif_image_handle_has_alpha_channel(handle) != 0 }
    /// Bits of a sample.
    var bitsPerComponent: Int { max(8, Int(heif_image_handle_get_luma_bits_per_pixel(handle))) }

    /// Reads the boxes.
    ///
    /// Throws ``ImageDecodingError`` or `RasterError`.
    init(_ bytes: UnsafeRawBufferPointer, format: EncodedImageFormat) throws {
        guard let context = heif_context_alloc() else { throw RasterError.outOfMemory(bytes: 0) }
        self.context = context
        self.format = format
        try check(
            heif_context_read_from_memory_without_copy(
                context, bytes.baseAddress, bytes.count, nil))
        try check(heif_context_get_primary_image_handle(context, &handle))
        guard handle != nil, width > 0, height > 0 else {
            throw ImageDecodingError.corrupt(format: format, reason: "no picture in it")
        }
    }

    deinit {
        if let handle { heif_image_handle_release(handle) }
        heif_context_free(context)
    }

    /// The embedded ICC profile, nil without one.
    var profile: [UInt8]? {
        let size = heif_image_handle_get_raw_color_profile_size(handle)
        guard size > 0, size <= ColorProfile.maxBytes else { return nil }
        var bytes = [UInt8](repeating: 0, count: size)
        let error = heif_image_handle_get_raw_color_profile(handle, &bytes)
        return error.code == heif_error_Ok ? bytes : nil
    }

    /// Decodes the picture.
    ///
    /// Throws ``ImageDecodingError`` or `RasterError`.
    func decode() throws -> Bitmap {
        guard let options = heif_decoding_options_alloc() else {
            throw RasterError.outOfMemory(bytes: 0)
        }
        defer { heif_decoding_options_free(options) }
        // libheif would cut low bits off, and before colours are converted.
        let isDeep = bitsPerComponent > 8
        options.pointee.convert_hdr_to_8bit = isDeep ? 0 : 1
        // Without this, a picture that ends early is delivered half grey.
        options.pointee.strict_decoding = 1
        var image: OpaquePointer?
        // An image that came with an error is to be freed as well.
        defer { if let image { heif_image_release(image) } }
        try check(
            heif_decode_image(
                handle, &image, heif_colorspace_RGB,
                isDeep ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RGBA, options
            ))
        var stride: Int32 = 0
        let plane = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride)
        let width = Int(heif_image_get_primary_width(image))
        let height = Int(heif_image_get_primary_height(image))
        let bits = Int(heif_image_get_bits_per_pixel_range(image, heif_channel_interleaved))
        guard let plane, width == self.width, height == self.height,
            Int(stride) >= width * (isDeep ? 8 : 4), !isDeep || (9...16).contains(bits)
        else {
            throw ImageDecodingError.corrupt(format: format, reason: "picture of another size")
        }
        let pixels = try PixelBuffer(width: width, height: height, zeroed: false)
        if isDeep {
            try finish(pixels, plane: plane, stride: Int(stride), bits: bits)
        } else {
            finish(pixels, plane: plane, stride: Int(stride))
        }
        return pixels.freeze(
            isOpaque: !hasAlpha,
            origin: BitmapOrigin(bitsPerComponent: bitsPerComponent, encoded: encoded))
    }

    /// Turns rows of RGBA of 8 bits into those of a bitmap.
    private func finish(
        _ pixels: borrowing PixelBuffer, plane: UnsafePointer<UInt8>, stride: Int
    ) {
        let transform: ColorTransform<UInt8>? = colorTransform()
        let (width, isOpaque, isPremultiplied) = (pixels.width, !hasAlpha, self.isPremultiplied)
        for y in 0..<pixels.height {
            let row = pixels.row(y)
            crasterio_swap_red_and_blue(plane + y * stride, width, row)
            if isPremultiplied, transform != nil { crasterio_unpremultiply(row, width, row) }
            transform?.apply(to: row, count: width)
            if isOpaque {
                crasterio_set_opaque(row, width)
            } else if !isPremultiplied || transform != nil {
                crasterio_premultiply(row, width)
            } else {
                crasterio_clamp_to_alpha(row, width)
            }
        }
    }

    /// Turns rows of RGBA of more bits into those of a bitmap.
    private func finish(
        _ pixels: borrowing PixelBuffer, plane: UnsafePointer<UInt8>, stride: Int, bits: Int
    ) throws {
        let deep = try DeepRow(
            width: pixels.width,
            alpha: !hasAlpha ? .none : isPremultiplied ? .premultiplied : .straight,
            transform: colorTransform())
        for y in 0..<pixels.height {
            crasterio_deep_widen(plane + y * stride, pixels.width, UInt32(bits), deep.samples)
            deep.finish(pixels.width, into: pixels.row(y))
        }
    }

    private var isPremultiplied: Bool { heif_image_handle_is_premultiplied_alpha(handle) != 0 }

    /// The way to sRGB, from the profile or else from the code points of the file.
    private func colorTransform<Sample>() -> ColorTransform<Sample>? {
        if let profile { return ColorTransform.toSRGB(profile: profile, input: .rgb) }
        var nclx: UnsafeMutablePointer<heif_color_profile_nclx>?
        let error = heif_image_handle_get_nclx_color_profile(handle, &nclx)
        // libheif allocates before it finds that it does not know the code points.
        defer { if let nclx { heif_nclx_color_profile_free(nclx) } }
        guard error.code == heif_error_Ok, let nclx else { return nil }
        return ColorTransform.toSRGB(
            primaries: Int(nclx.pointee.color_primaries.rawValue),
            transfer: Int(nclx.pointee.transfer_characteristics.rawValue))
    }

    private func check(_ error: heif_error) throws {
        guard error.code != heif_error_Ok else { return }
        let message = error.message.map { String(cString: $0) } ?? "libheif gave up"
        switch error.code {
        case heif_error_Memory_allocation_error:
            if error.subcode == heif_suberror_Security_limit_exceeded {
                throw ImageDecodingError.excessive(format: format, reason: message)
            }
            throw RasterError.outOfMemory(bytes: 0)
        case heif_error_Unsupported_feature, heif_error_Unsupported_filetype:
            throw ImageDecodingError.unsupported(format: format, reason: message)
        case heif_error_Invalid_input where error.subcode == heif_suberror_End_of_data:
            throw ImageDecodingError.truncated(format: format, rows: 0, height: 0)
        default:
            throw ImageDecodingError.corrupt(format: format, reason: message)
        }
    }
}
#endif
