import CRaster

extension Bitmap {
    /// This picture inside a shape, put over a colour.
    ///
    /// - Parameters:
    ///   - shape: What stays of the picture, in its pixels.
    ///   - background: The colour of the whole rectangle behind the picture; nil means transparent.
    /// - Returns: A new bitmap.
    /// - Throws: ``RasterError/outOfMemory(bytes:)`` when the system gives no memory.
    package func masked(by shape: RoundedRect, background: RasterColor? = nil) throws -> Bitmap {
        let output = try PixelBuffer(width: width, height: height, zeroed: false)
        let backdrop = (background ?? .clear).pixel
        let backdropBytes = [backdrop.blue, backdrop.green, backdrop.red, backdrop.alpha]
        withUnsafeBytes { bytes in
            guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
            withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width) { coverage in
                guard let mask = coverage.baseAddress else { return }
                for y in 0..<height {
                    shape.coverage(ofRow: y, into: coverage)
                    CRaster_maskRow(
                        base + y * bytesPerRow, mask, backdropBytes, output.row(y), width)
                }
            }
        }
        return output.freeze(isOpaque: backdrop.alpha == 255)
    }
}
