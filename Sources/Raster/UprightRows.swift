import CRaster

/// Turns a picture that arrives row by row, so that it never exists unturned.
///
/// Not safe to use from several threads at once.
package struct UprightRows: ~Copyable {
    private let width: Int
    private let height: Int
    private let isOpaque: Bool
    private let steps: (origin: Int, stepX: Int, stepY: Int)
    private let output: PixelBuffer
    /// Number of stored rows that were taken so far.
    package private(set) var appendedRows = 0

    /// Prepares for a picture.
    ///
    /// - Parameters:
    ///   - width: Width of the rows to come, in pixels.
    ///   - height: Number of rows to come.
    ///   - orientation: How they are to be turned for display.
    ///   - isOpaque: Whether every pixel to come has an alpha of 255.
    /// - Throws: ``RasterError`` for sizes that cannot be, or when there is no memory.
    package init(
        width: Int, height: Int, orientation: BitmapOrientation, isOpaque: Bool
    ) throws {
        let size = orientation.upright(PixelSize(width: width, height: height))
        let output = try PixelBuffer(width: size.width, height: size.height)
        steps = orientation.steps(size: size, bytesPerRow: output.bytesPerRow)
        self.width = width
        self.height = height
        self.isOpaque = isOpaque
        self.output = output
    }

    /// Takes the next rows.
    ///
    /// Rows beyond the height of the picture are ignored.
    ///
    /// - Parameters:
    ///   - rows: Premultiplied BGRA.
    ///   - bytesPerRow: Distance between two rows in bytes.
    ///   - count: Number of rows.
    /// - Throws: ``RasterError/shortRow(bytes:expected:)`` when there are fewer bytes.
    package mutating func append(
        _ rows: UnsafeRawBufferPointer, bytesPerRow: Int, count: Int
    ) throws {
        let taken = min(count, height - appendedRows)
        guard taken > 0 else { return }
        let expected = (taken - 1) * bytesPerRow + width * Bitmap.bytesPerPixel
        guard rows.count >= expected, let start = rows.baseAddress else {
            throw RasterError.shortRow(bytes: rows.count, expected: expected)
        }
        CRaster_copyTransformed(
            start.assumingMemoryBound(to: UInt8.self), bytesPerRow, width, taken,
            output.row(0) + steps.origin + appendedRows * steps.stepY, steps.stepX, steps.stepY)
        appendedRows += taken
    }

    /// Ends the picture; rows that never came are transparent black.
    ///
    /// - Parameter origin: What the pixels were decoded from.
    /// - Returns: The bitmap.
    package consuming func finish(origin: BitmapOrigin = BitmapOrigin()) -> Bitmap {
        output.freeze(isOpaque: isOpaque, origin: origin)
    }
}
