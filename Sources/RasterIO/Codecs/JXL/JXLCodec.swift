#if JXL
import Foundation
import Raster

/// JPEG XL through libjxl: stills, and the first frame of animations.
struct JXLCodec: BuiltInCodec {
    let format = EncodedImageFormat.jxl
    let trait: String? = "JXL"

    func recognizes(_ prefix: UnsafeRawBufferPointer) -> Bool {
        // A bare codestream, or the container.
        prefix.starts(with: [0xFF, 0x0A])
            || prefix.starts(with: [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
    }

    func header(of data: Data) throws -> ImageHeader {
        try data.withUnsafeBytes { bytes in
            let reader = try JXLReader(bytes)
            return ImageHeader(
                format: .jxl, storedWidth: reader.width, storedHeight: reader.height,
                bitsPerComponent: reader.bitsPerComponent, hasAlpha: reader.hasAlpha)
        }
    }

    func decode(_ data: Data, request: DecodeRequest) throws -> Bitmap {
        try data.withUnsafeBytes { bytes in
            let reader = try JXLReader(bytes)
            try request.limits.check(width: reader.width, height: reader.height)
            let size = request.targetSize(width: reader.width, height: reader.height)
            reader.encoded = data
            return try reader.decode().resampled(width: size.width, height: size.height)
        }
    }
}
#endif
