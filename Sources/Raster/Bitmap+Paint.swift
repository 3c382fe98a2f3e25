import CRaster

extension Bitmap {
    /// This picture with a colour over all of it, transparent parts included.
    ///
    /// - Parameter color: The colour; its opacity says how much of the picture is left.
    /// - Returns: A new bitmap.
    /// - Throws: ``RasterError/outOfMemory(bytes:)`` when the system gives no memory.
    package func tinted(with color: RasterColor) throws -> Bitmap {
        let pixel = color.pixel
        let colorBytes = pixel.bytes
        let everything = [UInt8](repeating: 255, count: width)
        return try mapRows(isOpaque: isOpaque || pixel.alpha == 255) { _, source, target in
            CRaster_paintRow(source, everything, colorBytes, target, width)
        }
    }

    /// This picture mixed with a colour inside its own opacity, which does not change.
    ///
    /// - Parameters:
    ///   - color: The colour.
    ///   - fraction: Share of the picture, 0 (colour alone) to 1 (picture alone); clamped. The
    ///     share of the colour is reduced by its opacity.
    /// - Returns: A new bitmap, or this one when no colour is left.
    /// - Throws: ``RasterError/outOfMemory(bytes:)`` when the system gives no memory.
    package func overlaid(with color: RasterColor, fraction: Double) throws -> Bitmap {
        let share = fraction.isNaN ? 1 : min(max(fraction, 0), 1)
        let weight = UInt32(((1 - share) * Double(color.alpha) * 65536).rounded())
        guard weight > 0 else { return self }
        let colorBytes = color.withAlphaComponent(1).pixel.bytes
        return try mapRows(isOpaque: isOpaque) { _, source, target in
            CRaster_mixRow(source, colorBytes, weight, target, width)
        }
    }
}
