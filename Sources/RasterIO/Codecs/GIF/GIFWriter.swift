import CRasterIO
import Foundation
import Raster

/// Writes GIF through giflib, colours reduced by median cut and error diffusion.
///
/// Pictures of at most 255 colours are kept exactly. Each frame has a palette of its own; of opaque
/// animations only the rectangle that changed is written.
struct GIFWriter {
    private let handle: OpaquePointer
    private let width: Int
    private let height: Int
    private static let longestSide = 65_535
    private static let transparentIndex: UInt8 = 255

    /// Encodes frames of equal size; `loopCount` 0 plays without end.
    ///
    /// Throws ``ImageEncodingError`` or `RasterError`.
    static func encode(_ frames: [TimedBitmap], loopCount: Int) throws -> Data {
        guard let first = frames.first?.bitmap else { throw ImageEncodingError.noPixels }
        let writer = try GIFWriter(first, loopCount: frames.count > 1 ? loopCount : 1)
        do {
            let isOpaque = frames.allSatisfy { $0.bitmap.isOpaque }
            var previous: Bitmap?
            for frame in frames {
                try writer.add(frame, previous: isOpaque ? previous : nil, isOpaque: isOpaque)
                previous = frame.bitmap
            }
        } catch {
            _ = crasterio_gif_writer_close(writer.handle, nil)
            throw error
        }
        return try writer.finish()
    }

    private init(_ bitmap: Bitmap, loopCount: Int) throws {
        width = bitmap.width
        height = bitmap.height
        guard max(width, height) <= GIFWriter.longestSide else {
            throw ImageEncodingError.tooLarge(
                format: .gif, width: width, height: height, limit: GIFWriter.longestSide)
        }
        // The file counts repetitions after the first time; once needs no extension at all.
        let repetitions = UInt16(clamping: max(0, loopCount - 1))
        guard
            let handle = crasterio_gif_writer_open(
                UInt16(width), UInt16(height), loopCount != 1, loopCount == 0 ? 0 : repetitions)
        else { throw RasterError.outOfMemory(bytes: 0) }
        self.handle = handle
    }

    private func add(_ frame: TimedBitmap, previous: Bitmap?, isOpaque: Bool) throws {
        let bitmap = frame.bitmap
        guard bitmap.width == width, bitmap.height == height else {
            throw ImageEncodingError.failed(format: .gif, reason: "frames differ in size")
        }
        let whole = PixelRect(x: 0, y: 0, width: width, height: height)
        let rect = previous.map { bitmap.changedRect(since: $0) } ?? whole
        var indices = [UInt8](repeating: 0, count: rect.width * rect.height)
        var palette = [UInt8](repeating: 0, count: 256 * 3)
        let quantized = try bitmap.withStraightPixels { pixels, stride in
            crasterio_quantize(
                pixels + rect.y * stride + rect.x * 4, stride, UInt32(rect.width),
                UInt32(rect.height), GIFWriter.transparentIndex, &palette, &indices)
        }
        guard quantized else { throw RasterError.outOfMemory(bytes: indices.count) }
        var placement = crasterio_gif_frame(
            x: UInt16(rect.x), y: UInt16(rect.y), width: UInt16(rect.width),
            height: UInt16(rect.height), disposal: isOpaque ? 1 : 2,
            delay: UInt16(frame.units(per: 100, limit: Int(UInt16.max))),
            transparent_index: isOpaque ? -1 : Int32(GIFWriter.transparentIndex))
        try check(crasterio_gif_writer_add(handle, &placement, indices, palette))
    }

    private func finish() throws -> Data {
        var output = crasterio_buffer()
        try check(crasterio_gif_writer_close(handle, &output))
        defer { crasterio_free(output) }
        return output.bytes.map { Data(bytes: $0, count: output.size) } ?? Data()
    }

    private func check(_ status: crasterio_status) throws {
        switch status {
        case CRASTERIO_OK: return
        case CRASTERIO_NO_MEMORY: throw RasterError.outOfMemory(bytes: 0)
        default: throw ImageEncodingError.failed(format: .gif, reason: "giflib gave up")
        }
    }
}
