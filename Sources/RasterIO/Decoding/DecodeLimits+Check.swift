import Raster

extension DecodeLimits {
    /// Refuses what is larger than the limits.
    ///
    /// - Throws: ``ImageDecodingError/tooManyFrames(count:limit:)`` and
    ///   ``ImageDecodingError/tooManyPixels(width:height:frames:limit:)``.
    package func check(width: Int, height: Int, frames: Int = 1) throws {
        guard frames <= maxFrames else {
            throw ImageDecodingError.tooManyFrames(count: frames, limit: maxFrames)
        }
        let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
        let (total, totalOverflow) = pixels.multipliedReportingOverflow(by: max(1, frames))
        guard !overflow, !totalOverflow, total <= maxPixels else {
            throw ImageDecodingError.tooManyPixels(
                width: width, height: height, frames: frames, limit: maxPixels)
        }
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
