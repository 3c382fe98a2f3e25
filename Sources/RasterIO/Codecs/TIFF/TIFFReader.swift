import CRasterIO
import Foundation
import Raster

/// Reads the rows of the first picture of one TIFF through libtiff.
///
/// The bytes must stay valid as long as the reader lives.
final class TIFFReader: PixelRowSource {
    private let handle: OpaquePointer
    private let info: crasterio_tiff_info
    private var transform: ColorTransform<UInt8>?
    /// Where rows of 16 bits are read to, nil for others.
    private var deep: DeepRow?
    /// Rows of one strip or row of tiles, and the first row that is not in them.
    private var chunk: [UInt32] = []
    private var chunkEnd = 0
    private var nextRow = 0

    var width: Int { Int(info.width) }
    var height: Int { Int(info.height) }
    private(set) var isOpaque = false
    let readsInSteps = true

    /// The file, to be remembered where it holds more than a bitmap can; nil to forget it.
    var encoded: Data?

    var origin: BitmapOrigin {
        BitmapOrigin(bitsPerComponent: bitsPerComponent, encoded: encoded)
    }
    /// Bits of a sample.
    var bitsPerComponent: Int { Int(info.bits_per_sample) }
    /// Whether the directory names an alpha channel.
    var hasAlpha: Bool { info.has_alpha }
    /// How the rows are turned for display.
    var orientation: RasterImage.Orientation {
        RasterImage.Orientation(exif: Int(info.orientation)) ?? .up
    }

    /// Reads the first directory.
    ///
    /// A strip, a tile or a row that takes more memory than sixteen bytes for each of `maxPixels`, which
    /// count as 2¹⁶ to 2²⁴ here, is refused. Throws ``ImageDecodingError`` or `RasterError`.
    init(_ bytes: UnsafeRawBufferPointer, maxPixels: Int = .max) throws {
        guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else {
            throw ImageDecodingError.emptyData
        }
        guard let handle = crasterio_tiff_new(start, bytes.count) else {
            throw RasterError.outOfMemory(bytes: MemoryLayout<crasterio_tiff_info>.size)
        }
        var info = crasterio_tiff_info()
        let status = crasterio_tiff_read_header(
            handle, 16 * min(max(maxPixels, 1 << 16), 1 << 24), &info)
        self.handle = handle
        self.info = info
        try check(status)
        guard width > 0, height > 0 else {
            throw ImageDecodingError.corrupt(format: .tiff, reason: "no pixels")
        }
    }

    deinit { crasterio_tiff_close(handle) }

    /// The embedded ICC profile, nil without one; valid as long as the reader lives.
    var profile: UnsafeRawBufferPointer? {
        info.profile.map { UnsafeRawBufferPointer(start: $0, count: info.profile_size) }
    }

    /// Gets ready for the rows.
    func start() throws {
        var hasAlpha = false
        try check(crasterio_tiff_start(handle, &hasAlpha))
        isOpaque = !hasAlpha
        guard info.is_deep else {
            transform = colorTransform()
            return
        }
        deep = try DeepRow(
            width: width,
            alpha: isOpaque ? .none : info.is_premultiplied ? .premultiplied : .straight,
            transform: colorTransform())
    }

    private func colorTransform<Sample>() -> ColorTransform<Sample>? {
        profile.flatMap {
            ColorTransform.toSRGB(profile: $0, input: .rgb)
                ?? ColorTransform.toSRGB(profile: $0, input: .gray)
        }
    }

    func read(_ count: Int, into rows: UnsafeMutableRawPointer, bytesPerRow: Int) throws {
        let target = rows.assumingMemoryBound(to: UInt8.self)
        if let deep {
            return try read(count, through: deep, into: target, bytesPerRow: bytesPerRow)
        }
        for row in 0..<count {
            if nextRow >= chunkEnd { try readChunk() }
            let rowsInChunk = min(Int(info.rows_per_chunk), height)
            let offset = (nextRow - (chunkEnd - rowsHeld(rowsInChunk))) * width
            let output = target + row * bytesPerRow
            chunk.withUnsafeBytes { bytes in
                guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
                crasterio_swap_red_and_blue(start + offset * 4, width, output)
            }
            if let transform {
                if !isOpaque { crasterio_unpremultiply(output, width, output) }
                transform.apply(to: output, count: width)
                if !isOpaque { crasterio_premultiply(output, width) }
            }
            if isOpaque { crasterio_set_opaque(output, width) }
            nextRow += 1
        }
    }

    private func read(
        _ count: Int, through deep: DeepRow, into rows: UnsafeMutablePointer<UInt8>,
        bytesPerRow: Int
    ) throws {
        for row in 0..<count {
            try check(crasterio_tiff_read_deep_row(handle, UInt32(nextRow), deep.samples))
            deep.finish(width, into: rows + row * bytesPerRow)
            nextRow += 1
        }
    }

    func finish() throws {}

    /// Number of rows in the chunk that ends at `chunkEnd`.
    private func rowsHeld(_ rowsPerChunk: Int) -> Int {
        chunkEnd == height && height % rowsPerChunk != 0 ? height % rowsPerChunk : rowsPerChunk
    }

    private func readChunk() throws {
        let count = min(Int(info.rows_per_chunk), height - nextRow)
        let (pixels, overflow) = width.multipliedReportingOverflow(by: count)
        guard !overflow else { throw RasterError.invalidSize(width: width, height: height) }
        if chunk.count < pixels { chunk = [UInt32](repeating: 0, count: pixels) }
        try check(crasterio_tiff_read_rows(handle, UInt32(nextRow), UInt32(count), &chunk))
        chunkEnd = nextRow + count
    }

    private func check(_ status: crasterio_status) throws {
        try CodecStatus.check(
            status, format: .tiff, message: String(cString: crasterio_tiff_message(handle)),
            rows: nextRow, height: height)
    }
}
