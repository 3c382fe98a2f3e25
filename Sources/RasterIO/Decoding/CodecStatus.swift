import CRasterIO
import Raster

/// Turns the outcome of a C call into an error.
enum CodecStatus {
    /// Throws what a status stands for.
    ///
    /// - Parameters:
    ///   - status: What the call returned.
    ///   - format: The format being decoded.
    ///   - message: The library's message.
    ///   - rows: Rows of the picture that are there.
    ///   - height: Rows the picture should have.
    /// - Throws: ``ImageDecodingError`` or `RasterError`.
    static func check(
        _ status: crasterio_status, format: EncodedImageFormat, message: String, rows: Int,
        height: Int
    ) throws {
        switch status {
        case CRASTERIO_OK:
            return
        case CRASTERIO_TRUNCATED:
            throw ImageDecodingError.truncated(
                format: format, rows: min(rows, height), height: height)
        case CRASTERIO_UNSUPPORTED:
            throw ImageDecodingError.unsupported(format: format, reason: message)
        case CRASTERIO_EXCESSIVE:
            throw ImageDecodingError.excessive(format: format, reason: message)
        case CRASTERIO_NO_MEMORY:
            throw RasterError.outOfMemory(bytes: 0)
        default:
            throw ImageDecodingError.corrupt(format: format, reason: message)
        }
    }
}
