import Foundation

/// A rectangle of whole pixels; y grows downwards.
package struct PixelRect: Hashable, Sendable {
    /// Left edge.
    package var x: Int
    /// Upper edge.
    package var y: Int
    /// Width in pixels.
    package var width: Int
    /// Height in pixels.
    package var height: Int

    /// Creates a rectangle.
    package init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

extension Bitmap {
    /// A part of this picture, copied exactly.
    ///
    /// - Parameter rect: The part, which must lie inside the picture.
    /// - Returns: A new bitmap, or this one when the rectangle is all of it.
    /// - Throws: ``RasterError/emptyRegion`` when the rectangle is empty or reaches outside,
    ///   ``RasterError/outOfMemory(bytes:)`` when the system gives no memory.
    package func cropped(to rect: PixelRect) throws -> Bitmap {
        guard contains(rect) else { throw RasterError.emptyRegion }
        if rect.width == width, rect.height == height { return self }
        let output = try PixelBuffer(width: rect.width, height: rect.height, zeroed: false)
        withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            for y in 0..<rect.height {
                let offset = (rect.y + y) * bytesPerRow + rect.x * Bitmap.bytesPerPixel
                memcpy(output.row(y), base + offset, rect.width * Bitmap.bytesPerPixel)
            }
        }
        return output.freeze(isOpaque: isOpaque)
    }

    /// Whether a rectangle has pixels, all of them of this picture.
    func contains(_ rect: PixelRect) -> Bool {
        rect.width > 0 && rect.height > 0 && rect.x >= 0 && rect.y >= 0
            && rect.width <= width && rect.height <= height
            && rect.x <= width - rect.width && rect.y <= height - rect.height
    }
}
