import Raster

/// A decoder that hands out the rows of a picture from top to bottom.
///
/// Rows are premultiplied BGRA in sRGB, not turned yet.
protocol PixelRowSource: AnyObject {
    /// Width of a row in pixels.
    var width: Int { get }
    /// Number of rows.
    var height: Int { get }
    /// Whether every alpha is 255.
    var isOpaque: Bool { get }
    /// Whether rows can be read in several calls; otherwise one call reads them all.
    var readsInSteps: Bool { get }

    /// Decodes the next `count` rows to `rows`, which stand `bytesPerRow` bytes apart.
    ///
    /// - Throws: ``ImageDecodingError``.
    func read(_ count: Int, into rows: UnsafeMutableRawPointer, bytesPerRow: Int) throws

    /// Checks, after the last row, that nothing was missing.
    ///
    /// - Throws: ``ImageDecodingError``.
    func finish() throws
}

extension PixelRowSource {
    /// Decodes the whole picture.
    ///
    /// - Parameters:
    ///   - size: Size of the result before it is turned, at most that of the source.
    ///   - orientation: How the rows are turned for display.
    /// - Returns: The upright picture.
    /// - Throws: ``ImageDecodingError`` or `RasterError`.
    func bitmap(
        size: (width: Int, height: Int), orientation: RasterImage.Orientation
    ) throws -> Bitmap {
        try plainBitmap().sampled(width: size.width, height: size.height).turned(from: orientation)
    }

    private func plainBitmap() throws -> Bitmap {
        try Bitmap(width: width, height: height, isOpaque: isOpaque) { buffer, bytesPerRow in
            guard let start = buffer.baseAddress else { return }
            try read(height, into: start, bytesPerRow: bytesPerRow)
            try finish()
        }
    }
}
