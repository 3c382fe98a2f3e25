import CRasterIO
import Foundation
import Raster

/// Reads the rows of one PNG through libpng.
///
/// The bytes must stay valid as long as the reader lives.
final class PNGReader: PixelRowSource {
    private let handle: OpaquePointer
    private let info: crasterio_png_info

    private let transform: ColorTransform?
    /// The file, to be remembered where it holds more than a bitmap can; nil to forget it.
    var encoded: Data?

    var width: Int { Int(info.width) }
    var height: Int { Int(info.height) }
    var isOpaque: Bool { !info.has_alpha }
    var origin: BitmapOrigin {
        BitmapOrigin(bitsPerComponent: Int(info.bit_depth), encoded: encoded)
    }
    var readsInSteps: Bool { !info.interlaced }

    /// Reads everything before the pixels.
    ///
    /// - Throws: ``ImageDecodingError`` or `RasterError`.
    init(_ bytes: UnsafeRawBufferPointer, transform: ColorTransform?) throws {
        guard let start = bytes.baseAddress else { throw ImageDecodingError.emptyData }
        guard
            let handle = crasterio_png_open(start.assumingMemoryBound(to: UInt8.self), bytes.count)
        else { throw RasterError.outOfMemory(bytes: MemoryLayout<crasterio_png_info>.size) }
        var info = crasterio_png_info()
        let status = crasterio_png_read_header(handle, &info)
        self.handle = handle
        self.info = info
        self.transform = transform
        try check(status)
    }

    deinit { crasterio_png_close(handle) }

    /// Gets ready for rows freed of a gamma in 1/100000; nil for pixels that are sRGB.
    func start(gamma: Int?) throws {
        try check(crasterio_png_start(handle, UInt32(clamping: gamma ?? 0)))
    }

    func read(_ count: Int, into rows: UnsafeMutableRawPointer, bytesPerRow: Int) throws {
        let start = rows.assumingMemoryBound(to: UInt8.self)
        if readsInSteps {
            try check(crasterio_png_read_rows(handle, start, bytesPerRow, UInt32(count)))
        } else {
            try check(crasterio_png_read_picture(handle, start, bytesPerRow))
        }
        for row in 0..<count {
            let pixels = start + row * bytesPerRow
            transform?.apply(to: pixels, count: width)
            if info.has_alpha { crasterio_premultiply(pixels, width) }
        }
    }

    func finish() throws {}

    private func check(_ status: crasterio_status) throws {
        try CodecStatus.check(
            status, format: .png, message: String(cString: crasterio_png_message(handle)),
            rows: Int(crasterio_png_rows_read(handle)), height: height)
    }
}
