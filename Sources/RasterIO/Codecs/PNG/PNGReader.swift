import CRasterIO
import Foundation
import Raster

/// Reads the rows of one PNG through libpng.
///
/// The bytes must stay valid as long as the reader lives.
final class PNGReader: PixelRowSource {
    private let handle: OpaquePointer
    private let info: crasterio_png_info

    private let transform: ColorTransform<UInt8>?
    /// Where rows of 16 bits are read to, nil for others.
    private var deep: DeepRow?
    /// The file, to be remembered where it holds more than a bitmap can; nil to forget it.
    var encoded: Data?

    var width: Int { Int(info.width) }
    var height: Int { Int(info.height) }
    var isOpaque: Bool { !info.has_alpha }
    var origin: BitmapOrigin {
        BitmapOrigin(bitsPerComponent: Int(info.bit_depth), encoded: encoded)
    }
    var readsInSteps: Bool { !info.interlaced }

    /// Reads everything before the pixels and gets ready for rows.
    ///
    /// - Throws: ``ImageDecodingError`` or `RasterError`.
    init(_ bytes: UnsafeRawBufferPointer, colors: PNGColors) throws {
        guard let start = bytes.baseAddress else { throw ImageDecodingError.emptyData }
        guard
            let handle = crasterio_png_open(start.assumingMemoryBound(to: UInt8.self), bytes.count)
        else { throw RasterError.outOfMemory(bytes: MemoryLayout<crasterio_png_info>.size) }
        var info = crasterio_png_info()
        let status = crasterio_png_read_header(handle, &info)
        self.handle = handle
        self.info = info
        transform = colors.plain
        try check(status)
        if info.bit_depth == 16 {
            deep = try DeepRow(
                width: Int(info.width), alpha: info.has_alpha ? .straight : .none,
                transform: colors.deep)
        }
        try check(crasterio_png_start(handle, UInt32(clamping: colors.gamma ?? 0), deep != nil))
    }

    deinit { crasterio_png_close(handle) }

    func read(_ count: Int, into rows: UnsafeMutableRawPointer, bytesPerRow: Int) throws {
        let start = rows.assumingMemoryBound(to: UInt8.self)
        if let deep { return try read(count, through: deep, into: start, bytesPerRow: bytesPerRow) }
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

    private func read(
        _ count: Int, through deep: DeepRow, into rows: UnsafeMutablePointer<UInt8>,
        bytesPerRow: Int
    ) throws {
        var place = crasterio_png_place()
        guard readsInSteps else {
            // Rows of a pass are rounded before they are put together, which takes least memory.
            var line = [UInt8](repeating: 0, count: width * Bitmap.bytesPerPixel)
            while true {
                try check(crasterio_png_read_deep_row(handle, deep.samples, &place))
                guard place.count > 0 else { return }
                deep.finish(Int(place.count), into: &line)
                let target = rows + Int(place.y) * bytesPerRow + Int(place.x) * Bitmap.bytesPerPixel
                crasterio_spread(line, Int(place.count), Int(place.step), target)
            }
        }
        for row in 0..<count {
            try check(crasterio_png_read_deep_row(handle, deep.samples, &place))
            deep.finish(Int(place.count), into: rows + row * bytesPerRow)
        }
    }

    func finish() throws {}

    private func check(_ status: crasterio_status) throws {
        try CodecStatus.check(
            status, format: .png, message: String(cString: crasterio_png_message(handle)),
            rows: Int(crasterio_png_rows_read(handle)), height: height)
    }
}
