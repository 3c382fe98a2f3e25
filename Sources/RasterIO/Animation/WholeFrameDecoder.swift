import CRasterIO
import Foundation
import Raster

/// A decoder that knows nothing of a canvas.
protocol WholeFrameDecoder: AnimationFrameDecoder {
    /// Decodes a frame to rows of premultiplied BGRA, `bytesPerRow` bytes apart.
    ///
    /// `index` is in range; `pixels` ends no earlier than the last row. Throws
    /// ``ImageDecodingError`` or `RasterError`.
    func decodeFrame(
        _ index: Int, into pixels: UnsafeMutableRawBufferPointer, bytesPerRow: Int) throws
}

extension WholeFrameDecoder {
    func drawFrame(_ index: Int, on target: FrameTarget) throws {
        let frame = frames[index]
        if target.replaces, target.width == frame.width, target.height == frame.height {
            let size = (frame.height - 1) * target.bytesPerRow + frame.width * Bitmap.bytesPerPixel
            let pixels = UnsafeMutableRawBufferPointer(start: target.start, count: size)
            return try decodeFrame(index, into: pixels, bytesPerRow: target.bytesPerRow)
        }
        let decoded = try PixelBuffer(width: frame.width, height: frame.height, zeroed: false)
        try decodeFrame(index, into: decoded.bytes, bytesPerRow: decoded.bytesPerRow)
        for y in 0..<target.height {
            let row = target.start + y * target.bytesPerRow
            if target.replaces {
                memcpy(row, decoded.row(y), target.width * Bitmap.bytesPerPixel)
            } else {
                crasterio_draw_over(decoded.row(y), target.width, row)
            }
        }
    }
}
