import CDeflate
import CRasterIO
import Foundation
import Raster

/// Reads the common kinds of PNG at several times the speed of libpng.
///
/// These are pictures of 8-bit RGB or RGBA that are not interlaced. All pixel data is inflated in one
/// go, where it fits into the end of the bitmap itself, and rows are unfiltered from there to their
/// place. Whatever is not as it should be is left to libpng, whose word is final.
enum PNGFastReader {
    /// Decodes a picture at full size; nil when that is not for this reader.
    ///
    /// - Parameters:
    ///   - chunks: The chunks of the picture.
    ///   - transform: The way to sRGB, nil for pixels that are.
    /// - Returns: The picture as stored, or nil.
    /// - Throws: `RasterError` without memory.
    static func decode(_ chunks: PNGChunks, transform: ColorTransform<UInt8>?) throws -> Bitmap? {
        guard chunks.bitDepth == 8, [2, 6].contains(chunks.colorType), !chunks.isInterlaced,
            !chunks.hasTransparency, !chunks.hasUnknownCriticalChunk, chunks.foreignGamma == nil,
            chunks.hasSoundHeader, chunks.pixelDataIsIntact
        else { return nil }
        let channels = chunks.colorType == 6 ? 4 : 3
        let rowSize = chunks.width * channels + 1
        let (rawSize, overflow) = rowSize.multipliedReportingOverflow(by: chunks.height)
        guard !overflow else { return nil }
        let pixels = try PixelBuffer(width: chunks.width, height: chunks.height, zeroed: false)
        let output = pixels.bytes
        guard let start = output.baseAddress else { return nil }
        if rowSize <= pixels.bytesPerRow {
            let raw = UnsafeMutableRawBufferPointer(
                start: start + (output.count - rawSize), count: rawSize)
            guard inflate(chunks, into: raw),
                unfilter(raw, channels: channels, into: pixels, transform: transform)
            else { return nil }
            pixels.clearPadding()
        } else {
            // Rows of RGBA may be a byte longer than those of the bitmap.
            guard let memory = malloc(rawSize) else {
                throw RasterError.outOfMemory(bytes: rawSize)
            }
            defer { free(memory) }
            let raw = UnsafeMutableRawBufferPointer(start: memory, count: rawSize)
            guard inflate(chunks, into: raw),
                unfilter(raw, channels: channels, into: pixels, transform: transform)
            else { return nil }
        }
        return pixels.freeze(isOpaque: channels == 3)
    }

    private static func inflate(
        _ chunks: PNGChunks, into raw: UnsafeMutableRawBufferPointer
    ) -> Bool {
        guard let decompressor = libdeflate_alloc_decompressor() else { return false }
        defer { libdeflate_free_decompressor(decompressor) }
        func inflate(_ stream: UnsafeRawBufferPointer) -> Bool {
            // Without a place for the size, anything but all of the bytes is an error.
            libdeflate_zlib_decompress(
                decompressor, stream.baseAddress, stream.count, raw.baseAddress, raw.count, nil)
                == LIBDEFLATE_SUCCESS
        }
        if chunks.pixelData.count == 1, let stream = chunks.pixelData.first {
            return inflate(stream)
        }
        var joined = Data(capacity: chunks.pixelData.reduce(0) { $0 + $1.count })
        for part in chunks.pixelData { joined.append(contentsOf: part) }
        return joined.withUnsafeBytes(inflate)
    }

    /// Undoes the filters.
    ///
    /// Colours are converted and multiplied by alpha one row later, since the next row is told as
    /// the difference from what the file says.
    private static func unfilter(
        _ raw: UnsafeMutableRawBufferPointer, channels: Int, into pixels: borrowing PixelBuffer,
        transform: ColorTransform<UInt8>?
    ) -> Bool {
        guard let rows = raw.bindMemory(to: UInt8.self).baseAddress else { return false }
        let (width, height) = (pixels.width, pixels.height)
        let nothing = [UInt8](repeating: 0, count: width * 4)
        func finish(_ row: UnsafeMutablePointer<UInt8>) {
            transform?.apply(to: row, count: width)
            if channels == 4 { crasterio_premultiply(row, width) }
        }
        let needsFinish = transform != nil || channels == 4
        for y in 0..<height {
            let row = rows + y * (width * channels + 1)
            let target = pixels.row(y)
            let isSound =
                y == 0
                ? crasterio_png_unfilter(row, width, UInt32(channels), nothing, target)
                : crasterio_png_unfilter(row, width, UInt32(channels), pixels.row(y - 1), target)
            guard isSound else { return false }
            if needsFinish, y > 0 { finish(pixels.row(y - 1)) }
        }
        if needsFinish { finish(pixels.row(height - 1)) }
        return true
    }
}
