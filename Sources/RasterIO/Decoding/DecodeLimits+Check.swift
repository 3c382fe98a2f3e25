import Raster

extension DecodeLimits {
    /// Refuses what is larger than the limits.
    ///
    /// Thin pictures take more memory than they have pixels: a short side counts as 16 pixels for
    /// each frame, and as 64 for one.
    ///
    /// - Throws: ``ImageDecodingError/tooManyFrames(count:limit:)`` and
    ///   ``ImageDecodingError/tooManyPixels(width:height:frames:limit:)``.
    package func check(width: Int, height: Int, frames: Int = 1) throws {
        guard frames <= maxFrames else {
            throw ImageDecodingError.tooManyFrames(count: frames, limit: maxFrames)
        }
        let frames = max(1, frames)
        let fits =
            DecodeLimits.pixels(width, height, frames, atLeast: 1) <= maxPixels
            // Rows of bitmaps are padded to 16 pixels, and turning makes rows of columns.
            && DecodeLimits.pixels(width, height, frames, atLeast: 16)
                <= max(maxPixels, DecodeLimits.alwaysGranted)
            // Tables for resampling, and rows that are worked on together, grow with the longer side.
            && DecodeLimits.pixels(width, height, 1, atLeast: DecodeLimits.leastSide)
                <= max(maxPixels, DecodeLimits.alwaysGranted)
        guard fits else {
            throw ImageDecodingError.tooManyPixels(
                width: width, height: height, frames: frames, limit: maxPixels)
        }
    }

    /// What a shorter side counts as: with it the longer side is limited as well.
    static let leastSide = 64

    /// Pixels that thin pictures may count for under any limit: 16 MB, or a side of 65,536 pixels.
    private static let alwaysGranted = 4 << 20

    /// Pixels of all frames, a side counted as no less than `side`; the largest number for more.
    private static func pixels(
        _ width: Int, _ height: Int, _ frames: Int, atLeast side: Int
    ) -> Int {
        let (area, overflow) = max(width, side).multipliedReportingOverflow(by: max(height, side))
        let (total, totalOverflow) = area.multipliedReportingOverflow(by: frames)
        return overflow || totalOverflow ? .max : total
    }

    /// Refuses frames that together have more pixels than the limits, whatever the canvas is.
    ///
    /// - Throws: ``ImageDecodingError/tooManyPixels(width:height:frames:limit:)``, which names the
    ///   frame that was one too many.
    func check(frames: [AnimationFrame]) throws {
        var total = 0
        for frame in frames {
            let (pixels, overflow) = frame.width.multipliedReportingOverflow(by: frame.height)
            let (sum, sumOverflow) = total.addingReportingOverflow(pixels)
            guard !overflow, !sumOverflow, sum <= maxPixels else {
                throw ImageDecodingError.tooManyPixels(
                    width: frame.width, height: frame.height, frames: frames.count,
                    limit: maxPixels)
            }
            total = sum
        }
    }

    /// Refuses data that is empty or has too many bytes.
    ///
    /// - Throws: ``ImageDecodingError/emptyData`` and
    ///   ``ImageDecodingError/tooManyBytes(count:limit:)``.
    package func check(byteCount: Int) throws {
        guard byteCount > 0 else { throw ImageDecodingError.emptyData }
        guard byteCount <= maxBytes else {
            throw ImageDecodingError.tooManyBytes(count: byteCount, limit: maxBytes)
        }
    }
}
