#if JXL
import CJXL
import CRasterIO
import Foundation
import Raster

/// Writes JPEG XL through libjxl.
enum JXLWriter {
    private static let longestSide = 65_535

    /// Encodes a picture.
    ///
    /// Throws ``ImageEncodingError`` or `RasterError`.
    static func encode(_ bitmap: Bitmap, options: ImageEncodingOptions) throws -> Data {
        guard max(bitmap.width, bitmap.height) <= longestSide else {
            throw ImageEncodingError.tooLarge(
                format: .jxl, width: bitmap.width, height: bitmap.height, limit: longestSide)
        }
        guard let encoder = JxlEncoderCreate(nil) else { throw RasterError.outOfMemory(bytes: 0) }
        defer { JxlEncoderDestroy(encoder) }
        let isOpaque = bitmap.hasOnlyOpaquePixels()
        try describe(bitmap, isOpaque: isOpaque, options: options, to: encoder)
        guard let settings = JxlEncoderFrameSettingsCreate(encoder, nil) else {
            throw RasterError.outOfMemory(bytes: 0)
        }
        try check(
            options.lossless
                ? JxlEncoderSetFrameLossless(settings, JXL_TRUE)
                : JxlEncoderSetFrameDistance(settings, distance(of: options.quality)))
        let channels = isOpaque ? 3 : 4
        var format = JxlPixelFormat(
            num_channels: UInt32(channels), data_type: JXL_TYPE_UINT8,
            endianness: JXL_NATIVE_ENDIAN, align: 0)
        var pixels = try packedPixels(of: bitmap, channels: channels)
        try check(JxlEncoderAddImageFrame(settings, &format, &pixels, pixels.count))
        JxlEncoderCloseInput(encoder)
        return try written(by: encoder)
    }

    /// Size, depth, transparency and colour space.
    private static func describe(
        _ bitmap: Bitmap, isOpaque: Bool, options: ImageEncodingOptions, to encoder: OpaquePointer
    ) throws {
        var info = JxlBasicInfo()
        JxlEncoderInitBasicInfo(&info)
        info.xsize = UInt32(bitmap.width)
        info.ysize = UInt32(bitmap.height)
        info.bits_per_sample = 8
        info.num_color_channels = 3
        info.num_extra_channels = isOpaque ? 0 : 1
        info.alpha_bits = isOpaque ? 0 : 8
        // Without loss, samples are stored as they are; else in libjxl's own colour space.
        info.uses_original_profile = options.lossless ? JXL_TRUE : JXL_FALSE
        try check(JxlEncoderSetBasicInfo(encoder, &info))
        var color = JxlColorEncoding()
        JxlColorEncodingSetToSRGB(&color, JXL_FALSE)
        try check(JxlEncoderSetColorEncoding(encoder, &color))
    }

    /// What a quality of 0…1 is in just noticeable differences; as libjxl's own tool has it.
    private static func distance(of quality: Double) -> Float {
        let percent = quality * 100
        guard percent < 100 else { return 0.05 }
        let distance =
            percent >= 30 ? 0.1 + (100 - percent) * 0.09 : 6.4 + pow(2.5, (30 - percent) / 5) / 6.25
        return Float(min(distance, 15))
    }

    /// Rows of RGB or RGBA of straight alpha, without padding.
    private static func packedPixels(of bitmap: Bitmap, channels: Int) throws -> [UInt8] {
        let (size, overflow) = (bitmap.width * channels).multipliedReportingOverflow(
            by: bitmap.height)
        guard !overflow else {
            throw RasterError.invalidSize(width: bitmap.width, height: bitmap.height)
        }
        return try bitmap.withStraightPixels { pixels, stride in
            [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                guard let start = buffer.baseAddress else { return }
                for y in 0..<bitmap.height {
                    let (source, target) = (
                        pixels + y * stride, start + y * bitmap.width * channels
                    )
                    if channels == 3 {
                        crasterio_pack_rgb(source, bitmap.width, target)
                    } else {
                        crasterio_swap_red_and_blue(source, bitmap.width, target)
                    }
                }
                count = size
            }
        }
    }

    private static func written(by encoder: OpaquePointer) throws -> Data {
        var output = Data()
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            var status = JXL_ENC_ERROR
            let count = chunk.withUnsafeMutableBufferPointer { buffer in
                var next = buffer.baseAddress
                var room = buffer.count
                status = JxlEncoderProcessOutput(encoder, &next, &room)
                return buffer.count - room
            }
            output += chunk[..<count]
            if status == JXL_ENC_NEED_MORE_OUTPUT { continue }
            try check(status)
            return output
        }
    }

    private static func check(_ status: JxlEncoderStatus) throws {
        guard status != JXL_ENC_SUCCESS else { return }
        throw ImageEncodingError.failed(format: .jxl, reason: "libjxl gave up")
    }
}
#endif
