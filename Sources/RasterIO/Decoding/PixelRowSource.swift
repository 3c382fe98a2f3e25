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
    /// What is to be remembered of the file.
    var origin: BitmapOrigin { get }
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
    ///   - allowsIncomplete: Whether rows that never came stay blank; only where rows can be read in
    ///     several calls.
    /// - Returns: The upright picture.
    /// - Throws: ``ImageDecodingError`` or `RasterError`.
    func bitmap(
        size: (width: Int, height: Int), orientation: RasterImage.Orientation,
        allowsIncomplete: Bool = false
    ) throws -> Bitmap {
        var feed = RowFeed(self, allowsIncomplete: allowsIncomplete)
        let isReduced = size.width < width || size.height < height
        if isReduced {
            let reduced =
                readsInSteps
                ? try reducedBitmap(&feed, size: size)
                : try plainBitmap(&feed).resampled(width: size.width, height: size.height)
            return try reduced.upright(from: orientation.bitmapOrientation)
        }
        return orientation == .up || !readsInSteps
            // The file says itself how it is turned, so it stands for the picture all the same.
            ? try plainBitmap(&feed).upright(from: orientation.bitmapOrientation, origin: origin)
            : try uprightBitmap(&feed, from: orientation.bitmapOrientation)
    }

    private func plainBitmap(_ feed: inout RowFeed) throws -> Bitmap {
        let buffer = try PixelBuffer(width: width, height: height, zeroed: false)
        guard let start = buffer.bytes.baseAddress else { throw ImageDecodingError.emptyData }
        try feed.read(height, into: start, bytesPerRow: buffer.bytesPerRow)
        try feed.finish()
        return buffer.freeze(isOpaque: isOpaque, origin: origin)
    }

    /// Feeds rows to the resampler as they come, so that the full picture never exists.
    private func reducedBitmap(
        _ feed: inout RowFeed, size: (width: Int, height: Int)
    ) throws -> Bitmap {
        let resampler = try RowResampler(
            sourceWidth: width, sourceHeight: height, width: size.width, height: size.height,
            isOpaque: isOpaque)
        try forEachStrip(&feed) { strip, bytesPerRow, count in
            for row in 0..<count {
                let bytes = strip[row * bytesPerRow..<(row + 1) * bytesPerRow]
                try resampler.append(UnsafeRawBufferPointer(rebasing: bytes))
            }
        }
        return try resampler.finish()
    }

    /// Turns rows as they come, so that the picture never exists unturned.
    private func uprightBitmap(
        _ feed: inout RowFeed, from orientation: BitmapOrientation
    ) throws -> Bitmap {
        var rows = try UprightRows(
            width: width, height: height, orientation: orientation, isOpaque: isOpaque)
        try forEachStrip(&feed) { strip, bytesPerRow, count in
            try rows.append(strip, bytesPerRow: bytesPerRow, count: count)
        }
        return rows.finish(origin: origin)
    }

    /// Decodes all rows, a few at a time.
    private func forEachStrip(
        _ feed: inout RowFeed,
        _ body: (UnsafeRawBufferPointer, _ bytesPerRow: Int, _ count: Int) throws -> Void
    ) throws {
        let strip = try PixelBuffer(width: width, height: min(height, 16))
        guard let start = strip.bytes.baseAddress else { return }
        var done = 0
        while done < height {
            let count = min(strip.height, height - done)
            try feed.read(count, into: start, bytesPerRow: strip.bytesPerRow)
            try body(UnsafeRawBufferPointer(strip.bytes), strip.bytesPerRow, count)
            done += count
        }
        try feed.finish()
    }
}
