import CRasterIO
import Foundation
import Raster

/// Reads the rows of one JPEG through libjpeg-turbo.
///
/// The bytes must stay valid as long as the reader lives.
final class JPEGReader: PixelRowSource {
    private let handle: OpaquePointer
    private let info: crasterio_jpeg_info
    private(set) var width = 0
    private(set) var height = 0
    let isOpaque = true
    let origin = BitmapOrigin()
    let readsInSteps = true
    private var transform: ColorTransform<UInt8>?

    /// Size of the stored picture in pixels.
    var storedSize: (width: Int, height: Int) { (Int(info.width), Int(info.height)) }

    /// Reads the header.
    ///
    /// - Throws: ``ImageDecodingError`` or `RasterError`.
    init(_ bytes: UnsafeRawBufferPointer) throws {
        guard let start = bytes.baseAddress else { throw ImageDecodingError.emptyData }
        guard
            let handle = crasterio_jpeg_open(
                start.assumingMemoryBound(to: UInt8.self), bytes.count)
        else { throw RasterError.outOfMemory(bytes: MemoryLayout<crasterio_jpeg_info>.size) }
        var info = crasterio_jpeg_info()
        let status = crasterio_jpeg_read_header(handle, &info)
        self.handle = handle
        self.info = info
        try check(status)
    }

    deinit { crasterio_jpeg_close(handle) }

    /// Converts the rows to come from a colour profile to sRGB, if it describes such pixels.
    func use(profile: some ContiguousBytes) {
        let input: ColorInput =
            switch info.components {
            case 1: .gray
            case 4: .cmyk(inverted: info.has_adobe_marker)
            default: .rgb
            }
        transform = ColorTransform.toSRGB(profile: profile, input: input)
    }

    /// Starts decoding at the smallest size that is no smaller than `target`.
    ///
    /// libjpeg-turbo has vector code for a half, a quarter and an eighth; the sizes between cost
    /// more than they save.
    func start(atLeast target: (width: Int, height: Int), allowsIncomplete: Bool) throws {
        let eighths = [1, 2, 4].first { suffices($0, for: target) } ?? 8
        var width: UInt32 = 0
        var height: UInt32 = 0
        try check(
            crasterio_jpeg_start(
                handle, UInt32(eighths), scanLimit, allowsIncomplete, &width, &height))
        self.width = Int(width)
        self.height = Int(height)
    }

    /// Whether decoding at `eighths`/8 gives no fewer pixels than wanted, in the right places.
    ///
    /// A last block that the picture fills in part still gives whole pixels, which stretches the
    /// scaled picture by up to one pixel. In a hundred nobody sees it; smaller ones decode fast
    /// anyway.
    private func suffices(_ eighths: Int, for target: (width: Int, height: Int)) -> Bool {
        let width = (storedSize.width * eighths + 7) / 8
        let height = (storedSize.height * eighths + 7) / 8
        let isExact =
            width * 8 == storedSize.width * eighths
            && height * 8 == storedSize.height * eighths
        return width >= target.width && height >= target.height
            && (isExact || max(width, height) >= 100)
    }

    /// Most scans worth decoding: progressive files have about ten.
    ///
    /// A scan of a large picture costs time even when it says nothing, so the larger the picture,
    /// the fewer.
    private var scanLimit: Int32 {
        let pixels = max(1, storedSize.width * storedSize.height)
        return Int32(min(500, max(64, 1_500_000_000 / pixels)))
    }

    func read(_ count: Int, into rows: UnsafeMutableRawPointer, bytesPerRow: Int) throws {
        let start = rows.assumingMemoryBound(to: UInt8.self)
        try check(crasterio_jpeg_read_rows(handle, start, bytesPerRow, UInt32(count)))
        for row in 0..<count {
            let pixels = start + row * bytesPerRow
            if let transform {
                transform.apply(to: pixels, count: width)
                if info.components == 4 { crasterio_set_opaque(pixels, width) }
            } else if info.components == 4 {
                crasterio_cmyk_to_bgra(pixels, width, info.has_adobe_marker)
            }
        }
    }

    func finish() throws {
        try check(crasterio_jpeg_finish(handle))
    }

    private func check(_ status: crasterio_status) throws {
        try CodecStatus.check(
            status, format: .jpeg, message: String(cString: crasterio_jpeg_message(handle)),
            rows: Int(crasterio_jpeg_rows_present(handle)), height: Int(info.height))
    }
}
