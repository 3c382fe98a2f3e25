import CRasterIO
import Foundation
import Raster

/// Reads a device-independent bitmap: what BMP files and the older pictures in icons consist of.
struct DIBReader {
    private let header: DIBHeader
    private let reader: ByteReader
    private let format: EncodedImageFormat

    /// Width in pixels.
    var width: Int { header.width }
    /// Height in pixels.
    var height: Int { header.height }
    private var isIcon: Bool { format == .ico }
    /// Whether pixels may be transparent.
    var hasAlpha: Bool { isIcon || (header.masks.count == 4 && header.masks[3] != 0) }

    /// Reads the header at `offset`; `pixelOffset` is where the rows are, nil for behind the header.
    ///
    /// Throws ``ImageDecodingError``.
    init(
        _ bytes: UnsafeRawBufferPointer, at offset: Int, pixelOffset: Int?,
        format: EncodedImageFormat
    ) throws {
        var reader = ByteReader(bytes: bytes)
        reader.endianness = .little
        self.reader = reader
        self.format = format
        header = try DIBHeader(reader, at: offset, pixelOffset: pixelOffset, format: format)
    }

    /// Bytes of a stored row, a multiple of four.
    private var rowSize: Int { (width * header.bitsPerPixel + 31) / 32 * 4 }

    /// Decodes the picture.
    ///
    /// Throws ``ImageDecodingError`` or `RasterError`.
    func decode() throws -> Bitmap {
        if header.compression == .runs { return try decodeRuns() }
        let (size, overflow) = rowSize.multipliedReportingOverflow(by: height)
        guard !overflow, let rows = reader.slice(at: header.pixelOffset, length: size) else {
            let available = max(0, reader.count - header.pixelOffset) / max(1, rowSize)
            throw ImageDecodingError.truncated(
                format: format, rows: min(available, height), height: height)
        }
        return try bitmap(of: rows, rowSize: rowSize, bitsPerPixel: header.bitsPerPixel)
    }

    /// Decodes a picture of runs by way of an index a byte.
    private func decodeRuns() throws -> Bitmap {
        let start = header.pixelOffset
        guard let bytes = reader.slice(at: start, length: max(0, reader.count - start)) else {
            throw ImageDecodingError.truncated(format: format, rows: 0, height: height)
        }
        let (size, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, let memory = calloc(1, size) else {
            throw RasterError.outOfMemory(bytes: size)
        }
        defer { free(memory) }
        let indices = UnsafeMutableRawBufferPointer(start: memory, count: size)
        var runs = DIBRunLengths(bytes, bits: header.bitsPerPixel, width: width, height: height)
        guard runs.expand(into: indices) else {
            throw ImageDecodingError.truncated(
                format: format, rows: runs.finishedRows, height: height)
        }
        return try bitmap(of: UnsafeRawBufferPointer(indices), rowSize: width, bitsPerPixel: 8)
    }

    private func bitmap(
        of rows: UnsafeRawBufferPointer, rowSize: Int, bitsPerPixel: Int
    ) throws -> Bitmap {
        var hasVisibleAlpha = false
        return try Bitmap(width: width, height: height, isOpaque: !hasAlpha) { output, stride in
            for y in 0..<height {
                let source = (header.isBottomUp ? height - 1 - y : y) * rowSize
                for x in 0..<width {
                    let pixel = pixel(rows, row: source, x: x, bitsPerPixel: bitsPerPixel)
                    hasVisibleAlpha = hasVisibleAlpha || pixel.alpha != 0
                    let offset = y * stride + 4 * x
                    output[offset] = pixel.blue
                    output[offset + 1] = pixel.green
                    output[offset + 2] = pixel.red
                    output[offset + 3] = pixel.alpha
                }
            }
            // Older icons with 32 bits leave alpha at zero and mean the mask alone.
            if hasAlpha, !hasVisibleAlpha { setOpaque(output, stride: stride) }
            if isIcon, bitsPerPixel < 32 || !hasVisibleAlpha {
                applyMask(to: output, stride: stride)
            }
            premultiply(output, stride: stride)
        }
    }

    private func pixel(
        _ rows: UnsafeRawBufferPointer, row: Int, x: Int, bitsPerPixel: Int
    ) -> Pixel {
        switch bitsPerPixel {
        case 24:
            let offset = row + 3 * x
            return Pixel(
                red: rows[offset + 2], green: rows[offset + 1], blue: rows[offset], alpha: 255)
        case 16, 32:
            let count = bitsPerPixel / 8
            let value = (0..<count).reduce(UInt32(0)) {
                $0 | UInt32(rows[row + count * x + $1]) << (8 * UInt32($1))
            }
            return Pixel(
                red: component(value, 0) ?? 0, green: component(value, 1) ?? 0,
                blue: component(value, 2) ?? 0, alpha: component(value, 3) ?? 255)
        default:
            let bit = x * bitsPerPixel
            let shift = 8 - bitsPerPixel - bit % 8
            let index = Int(rows[row + bit / 8] >> UInt8(shift)) & (1 << bitsPerPixel - 1)
            return index < header.palette.count
                ? header.palette[index] : Pixel(red: 0, green: 0, blue: 0, alpha: 255)
        }
    }

    /// A colour behind a mask, stretched to 0…255; nil without a mask.
    private func component(_ value: UInt32, _ index: Int) -> UInt8? {
        guard index < header.masks.count, header.masks[index] != 0 else { return nil }
        let mask = header.masks[index]
        let shift = UInt32(mask.trailingZeroBitCount)
        let top = UInt64(mask >> shift)
        return UInt8(clamping: (UInt64((value & mask) >> shift) * 255 + top / 2) / top)
    }

    private func setOpaque(_ output: UnsafeMutableRawBufferPointer, stride: Int) {
        for y in 0..<height { for x in 0..<width { output[y * stride + 4 * x + 3] = 255 } }
    }

    /// Makes the pixels transparent whose bit is set in the mask behind the rows of an icon.
    private func applyMask(to output: UnsafeMutableRawBufferPointer, stride: Int) {
        let maskRow = (width + 31) / 32 * 4
        let start = header.pixelOffset + rowSize * height
        for y in 0..<height {
            let row = start + (header.isBottomUp ? height - 1 - y : y) * maskRow
            for x in 0..<width {
                guard let byte = reader.byte(at: row + x / 8), byte << UInt8(x % 8) & 0x80 != 0
                else {
                    continue
                }
                output[y * stride + 4 * x + 3] = 0
            }
        }
    }

    private func premultiply(_ output: UnsafeMutableRawBufferPointer, stride: Int) {
        guard hasAlpha, let start = output.bindMemory(to: UInt8.self).baseAddress else { return }
        for y in 0..<height { crasterio_premultiply(start + y * stride, width) }
    }
}
