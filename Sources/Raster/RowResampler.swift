import CRaster
import Foundation

/// Resamples a picture that arrives row by row.
///
/// Memory is bounded by the target and by the rows that one target row needs, never by the height
/// of the source, so that a decoder can reduce a picture which would not fit into memory. Rows go
/// in from top to bottom:
///
///     let resampler = try RowResampler(
///         sourceWidth: 6000, sourceHeight: 4000, width: 600, height: 400)
///     while let row = decoder.nextRow() { try resampler.append(row) }
///     let bitmap = try resampler.finish()
///
/// Not safe to use from several threads at once.
package final class RowResampler {
    private let horizontal: ResamplePlan
    private let vertical: ResamplePlan
    private let sourceWidth: Int
    private let sourceHeight: Int
    private let isOpaque: Bool
    private var ring: RowRing
    private var window: [UnsafePointer<Int16>] = []
    private var output: PixelBuffer?
    /// Number of source rows that were taken so far.
    package private(set) var appendedRows = 0
    private var finishedRows = 0

    /// Prepares for a picture.
    ///
    /// - Parameters:
    ///   - sourceWidth: Width of the rows to come, in pixels.
    ///   - sourceHeight: Number of rows to come.
    ///   - width: Width of the result in pixels.
    ///   - height: Height of the result in pixels.
    ///   - filter: The filter; nil means Lanczos to reduce and a cubic to enlarge.
    ///   - isOpaque: Whether every pixel to come has an alpha of 255.
    /// - Throws: ``RasterError`` for sizes that cannot be, or when there is no memory.
    package init(
        sourceWidth: Int, sourceHeight: Int, width: Int, height: Int,
        filter: ResampleFilter? = nil, isOpaque: Bool = false
    ) throws {
        guard sourceWidth > 0, sourceHeight > 0 else {
            throw RasterError.invalidSize(width: sourceWidth, height: sourceHeight)
        }
        output = try PixelBuffer(width: width, height: height, zeroed: false)
        horizontal = try ResamplePlan(from: sourceWidth, to: width, filter: filter, multiple: 4)
        vertical = try ResamplePlan(from: sourceHeight, to: height, filter: filter, multiple: 1)
        ring = try RowRing(rows: vertical.taps, width: width)
        self.sourceWidth = sourceWidth
        self.sourceHeight = sourceHeight
        self.isOpaque = isOpaque
    }

    /// Takes the next row.
    ///
    /// Rows beyond the height of the source are ignored.
    ///
    /// - Parameter row: At least `4 * sourceWidth` bytes of premultiplied BGRA.
    /// - Throws: ``RasterError/shortRow(bytes:expected:)`` when there are fewer bytes.
    package func append(_ row: UnsafeRawBufferPointer) throws {
        let expected = sourceWidth * Bitmap.bytesPerPixel
        guard row.count >= expected, let start = row.baseAddress else {
            throw RasterError.shortRow(bytes: row.count, expected: expected)
        }
        guard appendedRows < sourceHeight else { return }
        CRaster_resampleRow(
            start.assumingMemoryBound(to: UInt8.self), ring.row(appendedRows),
            horizontal.targetLength, horizontal.starts, horizontal.coefficients, horizontal.taps)
        appendedRows += 1
        emitRows()
    }

    /// Ends the picture.
    ///
    /// - Returns: The result. Rows that never came are transparent, or black where the picture was
    ///   announced as opaque.
    /// - Throws: ``RasterError/alreadyFinished`` the second time.
    package func finish() throws -> Bitmap {
        let missing = sourceHeight - appendedRows
        if missing > 0, output != nil { try appendBlankRows(missing) }
        guard let output = output.take() else { throw RasterError.alreadyFinished }
        return output.freeze(isOpaque: isOpaque)
    }

    /// Writes the target rows whose last source row has come.
    private func emitRows() {
        while finishedRows < vertical.targetLength,
            vertical.end(of: finishedRows) <= appendedRows,
            let target = output?.row(finishedRows)
        {
            let first = Int(vertical.starts[finishedRows])
            window.removeAll(keepingCapacity: true)
            for tap in 0..<vertical.taps {
                window.append(UnsafePointer(ring.row(first + tap)))
            }
            vertical.coefficients.withUnsafeBufferPointer { coefficients in
                guard let base = coefficients.baseAddress else { return }
                CRaster_combineRows(
                    window, base + finishedRows * vertical.taps, vertical.taps, target,
                    horizontal.targetLength)
            }
            finishedRows += 1
        }
    }

    private func appendBlankRows(_ count: Int) throws {
        let blank: [UInt8] = isOpaque ? [0, 0, 0, 255] : [0, 0, 0, 0]
        let row = Array(repeatElement(blank, count: sourceWidth).joined())
        for _ in 0..<count {
            try row.withUnsafeBytes { try append($0) }
        }
    }
}

/// The last few intermediate rows; a new row takes the place of the oldest.
private struct RowRing: ~Copyable {
    private let rows: Int
    private let stride: Int
    private let storage: UnsafeMutablePointer<Int16>

    init(rows: Int, width: Int) throws {
        // Rows begin on cache lines.
        let (stride, overflow) = ((width + 7) / 8 * 8).multipliedReportingOverflow(by: 4)
        let (count, countOverflow) = stride.multipliedReportingOverflow(by: rows)
        let (bytes, byteOverflow) = count.multipliedReportingOverflow(by: 2)
        guard !overflow, !countOverflow, !byteOverflow else {
            throw RasterError.invalidSize(width: width, height: rows)
        }
        guard let memory = calloc(1, bytes) else { throw RasterError.outOfMemory(bytes: bytes) }
        self.rows = rows
        self.stride = stride
        storage = memory.assumingMemoryBound(to: Int16.self)
    }

    deinit { free(storage) }

    func row(_ index: Int) -> UnsafeMutablePointer<Int16> {
        storage + index % rows * stride
    }
}
