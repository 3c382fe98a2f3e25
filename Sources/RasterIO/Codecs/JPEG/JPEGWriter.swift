import CRasterIO
import Foundation
import Raster

/// Writes JPEG through libjpeg-turbo.
enum JPEGWriter {
    private static let longestSide = 65_500

    /// Encodes a bitmap; transparent parts are laid over white.
    ///
    /// Equal input gives equal bytes.
    ///
    /// `quality` is 0…1, mapped to libjpeg's 0…100. Chroma is halved below 0.9. Throws
    /// ``ImageEncodingError``.
    static func encode(_ bitmap: Bitmap, quality: Double) throws -> Data {
        guard max(bitmap.width, bitmap.height) <= longestSide else {
            throw ImageEncodingError.tooLarge(
                format: .jpeg, width: bitmap.width, height: bitmap.height, limit: longestSide)
        }
        let opaque = bitmap.isOpaque ? bitmap : try flattened(bitmap)
        var output = crasterio_buffer()
        var message = [CChar](repeating: 0, count: Int(CRASTERIO_MESSAGE_SIZE))
        let status = opaque.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return CRASTERIO_NO_MEMORY }
            return crasterio_jpeg_encode(
                start.assumingMemoryBound(to: UInt8.self), opaque.bytesPerRow,
                UInt32(opaque.width), UInt32(opaque.height), Int32((quality * 100).rounded()),
                &output, &message)
        }
        guard status == CRASTERIO_OK, let bytes = output.bytes else {
            throw ImageEncodingError.failed(format: .jpeg, reason: message.text)
        }
        defer { crasterio_free(output) }
        return Data(bytes: bytes, count: output.size)
    }

    private static func flattened(_ bitmap: Bitmap) throws -> Bitmap {
        try Bitmap(width: bitmap.width, height: bitmap.height, isOpaque: true) { output, stride in
            bitmap.withUnsafeBytes { input in
                guard let source = input.baseAddress, let target = output.baseAddress else {
                    return
                }
                for y in 0..<bitmap.height {
                    crasterio_flatten_on_white(
                        (source + y * stride).assumingMemoryBound(to: UInt8.self),
                        (target + y * stride).assumingMemoryBound(to: UInt8.self), bitmap.width)
                }
            }
        }
    }
}

extension [CChar] {
    /// The text up to the terminating zero.
    var text: String {
        String(decoding: prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
