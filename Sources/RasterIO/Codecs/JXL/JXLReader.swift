#if JXL
import CJXL
import CRasterIO
import Foundation
import Raster

/// Reads one JPEG XL through libjxl, which turns the picture upright itself.
///
/// The bytes must stay valid as long as the reader lives.
final class JXLReader {
    private let decoder: OpaquePointer
    private var info = JxlBasicInfo()
    /// The file, to be remembered where it holds more than a bitmap can; nil to forget it.
    var encoded: Data?

    /// Width in pixels as displayed.
    var width: Int { Int(info.xsize) }
    /// Height in pixels as displayed.
    var height: Int { Int(info.ysize) }
    /// Whether pixels may be transparent.
    var hasAlpha: Bool { info.alpha_bits > 0 }
    /// Bits of a sample.
    var bitsPerComponent: Int { Int(info.bits_per_sample) }

    /// Reads the header.
    ///
    /// Throws ``ImageDecodingError`` or `RasterError`.
    init(_ bytes: UnsafeRawBufferPointer) throws {
        guard let decoder = JxlDecoderCreate(nil) else { throw RasterError.outOfMemory(bytes: 0) }
        self.decoder = decoder
        let events =
            JXL_DEC_BASIC_INFO.rawValue | JXL_DEC_COLOR_ENCODING.rawValue
            | JXL_DEC_FULL_IMAGE.rawValue
        JxlDecoderSubscribeEvents(decoder, Int32(events))
        JxlDecoderSetInput(decoder, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
        JxlDecoderCloseInput(decoder)
        guard JxlDecoderProcessInput(decoder) == JXL_DEC_BASIC_INFO,
            JxlDecoderGetBasicInfo(decoder, &info) == JXL_DEC_SUCCESS, width > 0, height > 0
        else { throw ImageDecodingError.corrupt(format: .jxl, reason: "no sound header") }
    }

    deinit { JxlDecoderDestroy(decoder) }

    /// Decodes the picture.
    ///
    /// Throws ``ImageDecodingError`` or `RasterError`.
    func decode() throws -> Bitmap {
        bitsPerComponent > 8 ? try decodeDeep() : try decodePlain()
    }

    private func decodePlain() throws -> Bitmap {
        let pixels = try PixelBuffer(width: width, height: height)
        let profile = try decode(
            JXL_TYPE_UINT8, into: pixels.bytes, bytesPerRow: pixels.bytesPerRow)
        let transform: ColorTransform<UInt8>? = colorTransform(profile)
        for y in 0..<height {
            let row = pixels.row(y)
            crasterio_swap_red_and_blue(row, width, row)
            if let transform {
                if hasAlpha, isPremultiplied { crasterio_unpremultiply(row, width, row) }
                transform.apply(to: row, count: width)
            }
            if !hasAlpha {
                crasterio_set_opaque(row, width)
            } else if !isPremultiplied || transform != nil {
                crasterio_premultiply(row, width)
            } else {
                crasterio_clamp_to_alpha(row, width)
            }
        }
        return pixels.freeze(isOpaque: !hasAlpha, origin: origin)
    }

    private func decodeDeep() throws -> Bitmap {
        let bytesPerRow = width * 4 * MemoryLayout<UInt16>.size
        let (size, overflow) = bytesPerRow.multipliedReportingOverflow(by: height)
        guard !overflow, let memory = calloc(size, 1) else {
            throw RasterError.outOfMemory(bytes: size)
        }
        defer { free(memory) }
        let samples = UnsafeMutableRawBufferPointer(start: memory, count: size)
        let profile = try decode(JXL_TYPE_UINT16, into: samples, bytesPerRow: bytesPerRow)
        let deep = try DeepRow(
            width: width, alpha: !hasAlpha ? .none : isPremultiplied ? .premultiplied : .straight,
            transform: colorTransform(profile))
        let pixels = try PixelBuffer(width: width, height: height, zeroed: false)
        for y in 0..<height {
            let row = memory.assumingMemoryBound(to: UInt8.self) + y * bytesPerRow
            crasterio_deep_widen(row, width, 16, deep.samples)
            deep.finish(width, into: pixels.row(y))
        }
        return pixels.freeze(isOpaque: !hasAlpha, origin: origin)
    }

    /// Decodes RGBA whose numbers are little-endian; gives the profile of what is not sRGB.
    private func decode(
        _ type: JxlDataType, into output: UnsafeMutableRawBufferPointer, bytesPerRow: Int
    ) throws -> [UInt8]? {
        var profile: [UInt8]?
        var format = JxlPixelFormat(
            num_channels: 4, data_type: type, endianness: JXL_LITTLE_ENDIAN, align: bytesPerRow)
        while true {
            switch JxlDecoderProcessInput(decoder) {
            case JXL_DEC_COLOR_ENCODING:
                profile = readProfile(&format)
            case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
                // The last row ends where its pixels do, and libjxl wants no more than that.
                var size = 0
                guard JxlDecoderImageOutBufferSize(decoder, &format, &size) == JXL_DEC_SUCCESS,
                    size <= output.count,
                    JxlDecoderSetImageOutBuffer(
                        decoder, &format, output.baseAddress, output.count) == JXL_DEC_SUCCESS
                else { throw ImageDecodingError.corrupt(format: .jxl, reason: "no room for it") }
            case JXL_DEC_FULL_IMAGE, JXL_DEC_SUCCESS:
                return profile
            case JXL_DEC_NEED_MORE_INPUT:
                throw ImageDecodingError.truncated(format: .jxl, rows: 0, height: height)
            default:
                throw ImageDecodingError.corrupt(format: .jxl, reason: "bad codestream")
            }
        }
    }

    /// The profile of what is delivered, which is that of sRGB for most lossy pictures.
    private func readProfile(_ format: inout JxlPixelFormat) -> [UInt8]? {
        var sRGB = JxlColorEncoding()
        JxlColorEncodingSetToSRGB(&sRGB, info.num_color_channels == 1 ? 1 : 0)
        JxlDecoderSetPreferredColorProfile(decoder, &sRGB)
        var size = 0
        guard
            JxlDecoderGetICCProfileSize(
                decoder, &format, JXL_COLOR_PROFILE_TARGET_DATA, &size) == JXL_DEC_SUCCESS,
            size > 0, size <= ColorProfile.maxBytes
        else { return nil }
        var profile = [UInt8](repeating: 0, count: size)
        guard
            JxlDecoderGetColorAsICCProfile(
                decoder, &format, JXL_COLOR_PROFILE_TARGET_DATA, &profile, size) == JXL_DEC_SUCCESS
        else { return nil }
        return profile
    }

    private func colorTransform<Sample>(_ profile: [UInt8]?) -> ColorTransform<Sample>? {
        profile.flatMap {
            ColorTransform.toSRGB(
                profile: $0, input: info.num_color_channels == 1 ? .gray : .rgb)
        }
    }

    private var isPremultiplied: Bool { info.alpha_premultiplied != 0 }

    private var origin: BitmapOrigin {
        BitmapOrigin(bitsPerComponent: bitsPerComponent, encoded: encoded)
    }
}
#endif
