package import CRaster

/// How a picture is put over what is behind it; W3C Compositing and Blending Level 1.
package typealias BlendFunction = CRasterBlend

extension Bitmap {
    /// This picture blended over a colour.
    ///
    /// - Parameters:
    ///   - function: How the two are combined.
    ///   - opacity: What the opacity of the picture is multiplied with, clamped to 0…1.
    ///   - background: The colour behind the picture; nil means transparent.
    /// - Returns: A new bitmap.
    /// - Throws: ``RasterError/outOfMemory(bytes:)`` when the system gives no memory.
    package func blended(
        _ function: BlendFunction, opacity: Double = 1, background: RasterColor? = nil
    ) throws -> Bitmap {
        let backdrop = (background ?? .clear).pixel.bytes
        let opacity = opacity.isNaN ? 0 : min(max(opacity, 0), 1)
        var plan = CRasterBlendPlan()
        CRaster_prepareBlend(&plan, function, Float(opacity), backdrop)
        return try withUnsafePointer(to: plan) { plan in
            try mapRows(isOpaque: false) { _, source, target in
                CRaster_blendRow(plan, source, target, width)
            }
        }
    }
}
