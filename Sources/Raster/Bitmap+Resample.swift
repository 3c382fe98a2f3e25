import Foundation

extension Bitmap {
    /// This picture with other dimensions.
    ///
    /// Colours are weighted by their opacity, so that transparent pixels leave no fringe. Each axis
    /// costs time in proportion to source pixels times filter width.
    ///
    /// - Parameters:
    ///   - width: New width in pixels.
    ///   - height: New height in pixels.
    ///   - filter: The filter; nil means Lanczos to reduce and a cubic to enlarge, for each axis.
    /// - Returns: A new bitmap, or this one when it has that size already.
    /// - Throws: ``RasterError/invalidSize(width:height:)`` or ``RasterError/outOfMemory(bytes:)``.
    package func resampled(
        width: Int, height: Int, filter: ResampleFilter? = nil
    ) throws -> Bitmap {
        if width == self.width, height == self.height { return self }
        let resampler = try RowResampler(
            sourceWidth: self.width, sourceHeight: self.height, width: width, height: height,
            filter: filter, isOpaque: isOpaque)
        try withUnsafeBytes { bytes in
            for y in 0..<self.height {
                try resampler.append(
                    UnsafeRawBufferPointer(rebasing: bytes[y * bytesPerRow..<(y + 1) * bytesPerRow])
                )
            }
        }
        return try resampler.finish()
    }

    /// This picture reduced until its longer side has at most a number of pixels; never enlarged.
    ///
    /// - Parameter maxPixelSize: Most pixels of the longer side, at least 1.
    /// - Returns: A new bitmap, or this one when it is small enough.
    /// - Throws: ``RasterError/invalidSize(width:height:)`` or ``RasterError/outOfMemory(bytes:)``.
    package func reduced(maxPixelSize: Int) throws -> Bitmap {
        let size = PixelSize(width: width, height: height).reduced(maxPixelSize: maxPixelSize)
        return try resampled(width: size.width, height: size.height)
    }
}
