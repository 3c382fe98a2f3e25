import CRasterIO
import Foundation
import Raster

/// Decodes the frames of one animation, each for itself.
protocol AnimationFrameDecoder: Sendable {
    /// Width of the canvas in pixels.
    var width: Int { get }
    /// Height of the canvas in pixels.
    var height: Int { get }
    /// How often the animation plays, 0 for without end.
    var loopCount: Int { get }
    /// The frames in order, at least one.
    var frames: [AnimationFrame] { get }

    /// Decodes a frame and lays it on the canvas.
    ///
    /// `index` is in range. Throws ``ImageDecodingError`` or `RasterError`.
    func drawFrame(_ index: Int, on target: FrameTarget) throws
}

/// The part of a canvas that a frame covers: premultiplied BGRA.
struct FrameTarget {
    /// The first pixel of the frame.
    var start: UnsafeMutablePointer<UInt8>
    /// Distance between the starts of two rows in bytes.
    var bytesPerRow: Int
    /// How much of the frame is on the canvas, in pixels; at most the frame.
    var width: Int
    /// How many rows of the frame are on the canvas; at most those of the frame.
    var height: Int
    /// Whether the frame takes the place of what is there, instead of lying over it.
    var replaces: Bool
}

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
