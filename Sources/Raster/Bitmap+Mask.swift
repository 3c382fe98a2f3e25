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
        let backdrop = (background ?? .clear).pixel
        let backdropBytes = backdrop.bytes
        return try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width) { coverage in
            guard let mask = coverage.baseAddress else { throw RasterError.emptyRegion }
            return try mapRows(isOpaque: backdrop.alpha == 255) { y, source, target in
                shape.coverage(ofRow: y, into: coverage)
                CRaster_maskRow(source, mask, backdropBytes, target, width)
            }
        }
    }

    /// This picture with the area between two shapes painted over it.
    ///
    /// - Parameters:
    ///   - outer: Where the paint ends, in pixels of the picture.
    ///   - inner: What is left out of it; lies inside `outer`.
    ///   - color: The paint.
    /// - Returns: A new bitmap.
    /// - Throws: ``RasterError/outOfMemory(bytes:)`` when the system gives no memory.
    package func painted(
        between outer: RoundedRect, and inner: RoundedRect, color: RasterColor
    ) throws -> Bitmap {
        let colorBytes = color.pixel.bytes
        return try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * width) { memory in
            let ring = UnsafeMutableBufferPointer(rebasing: memory[..<width])
            let hole = UnsafeMutableBufferPointer(rebasing: memory[width...])
            guard let mask = ring.baseAddress else { throw RasterError.emptyRegion }
            return try mapRows(isOpaque: isOpaque) { y, source, target in
                outer.coverage(ofRow: y, into: ring)
                inner.coverage(ofRow: y, into: hole)
                for x in 0..<width { ring[x] -= min(hole[x], ring[x]) }
                CRaster_paintRow(source, mask, colorBytes, target, width)
            }
        }
    }
}
