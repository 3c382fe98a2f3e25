import Foundation

extension Bitmap {
    /// This picture, or a part of it, with other dimensions.
    ///
    /// Colours are weighted by their opacity, so that transparent pixels leave no fringe. Each axis
    /// costs time in proportion to source pixels times filter width.
    ///
    /// - Parameters:
    ///   - part: The part, inside the picture; nil for all of it. Pixels around it have no influence.
    ///   - width: New width in pixels.
    ///   - height: New height in pixels.
    ///   - filter: The filter; nil means Lanczos to reduce and a cubic to enlarge, for each axis.
    /// - Returns: A new bitmap, or this one when nothing would change.
    /// - Throws: ``RasterError/emptyRegion`` for a part that is empty or reaches outside,
    ///   ``RasterError/invalidSize(width:height:)`` or ``RasterError/outOfMemory(bytes:)``.
    package func resampled(
        _ part: PixelRect? = nil, width: Int, height: Int, filter: ResampleFilter? = nil
    ) throws -> Bitmap {
        let part = part ?? PixelRect(x: 0, y: 0, width: self.width, height: self.height)
        if width == part.width, height == part.height { return try cropped(to: part) }
        guard contains(part) else { throw RasterError.emptyRegion }
        let resampler = try RowResampler(
            sourceWidth: part.width, sourceHeight: part.height, width: width, height: height,
            filter: filter, isOpaque: isOpaque)
        try withUnsafeBytes { bytes in
            for y in part.y..<part.y + part.height {
                let start = y * bytesPerRow + part.x * Bitmap.bytesPerPixel
                let end = start + part.width * Bitmap.bytesPerPixel
                try resampler.append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
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
