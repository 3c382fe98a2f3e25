import CDeflate
import CRasterIO
import Foundation
import Raster

/// Writes PNG: our own filters, compressed by libdeflate.
enum PNGWriter {
    /// libdeflate's level.
    ///
    /// 6 is about as small as zlib's 9 on photos at a third of its time.
    private static let level: Int32 = 6

    /// Encodes a bitmap as RGB, or as RGBA when some pixel is transparent.
    ///
    /// Equal input gives equal bytes.
    ///
    /// - Throws: ``ImageEncodingError`` or `RasterError`.
    static func encode(_ bitmap: Bitmap) throws -> Data {
        let withAlpha = !bitmap.hasOnlyOpaquePixels()
        var png = start(bitmap, withAlpha: withAlpha)
        append(try compressedRows(of: bitmap, withAlpha: withAlpha), type: "IDAT", to: &png)
        append(Data(), type: "IEND", to: &png)
        return png
    }

    /// Signature, header and colour space.
    static func start(_ bitmap: Bitmap, withAlpha: Bool) -> Data {
        var png = Data(PNGChunks.signature)
        append(header(bitmap, withAlpha: withAlpha), type: "IHDR", to: &png)
        // Rendering intent 0: perceptual. Says that the pixels are sRGB.
        append(Data([0]), type: "sRGB", to: &png)
        return png
    }

    /// What goes into IDAT or fdAT.
    static func compressedRows(of bitmap: Bitmap, withAlpha: Bool) throws -> Data {
        try compress(filteredRows(of: bitmap, withAlpha: withAlpha))
    }

    private static func header(_ bitmap: Bitmap, withAlpha: Bool) -> Data {
        var header = bigEndian(UInt32(clamping: bitmap.width))
        header += bigEndian(UInt32(clamping: bitmap.height))
        // Depth, colour type, compression, filter method, interlace.
        header += [8, withAlpha ? 6 : 2, 0, 0, 0]
        return header
    }

    private static func filteredRows(of bitmap: Bitmap, withAlpha: Bool) throws -> Data {
        let rowSize = bitmap.width * (withAlpha ? 4 : 3) + 1
        let (size, overflow) = rowSize.multipliedReportingOverflow(by: bitmap.height)
        guard !overflow else {
            throw RasterError.invalidSize(width: bitmap.width, height: bitmap.height)
        }
        let scratchSize = 5 * (4 * bitmap.width + 4)
        var output = Data(count: size)
        output.withUnsafeMutableBytes { output in
            bitmap.withUnsafeBytes { pixels in
                withUnsafeTemporaryAllocation(of: UInt8.self, capacity: scratchSize) { scratch in
                    guard let pixels = pixels.bindMemory(to: UInt8.self).baseAddress,
                        let output = output.bindMemory(to: UInt8.self).baseAddress,
                        let scratch = scratch.baseAddress
                    else { return }
                    crasterio_png_filter(
                        pixels, bitmap.bytesPerRow, UInt32(bitmap.width), UInt32(bitmap.height),
                        withAlpha, scratch, output)
                }
            }
        }
        return output
    }

    private static func compress(_ bytes: Data) throws -> Data {
        guard let compressor = libdeflate_alloc_compressor(level) else {
            throw RasterError.outOfMemory(bytes: bytes.count)
        }
        defer { libdeflate_free_compressor(compressor) }
        var output = Data(count: libdeflate_zlib_compress_bound(compressor, bytes.count))
        let size = output.withUnsafeMutableBytes { output in
            bytes.withUnsafeBytes { input in
                libdeflate_zlib_compress(
                    compressor, input.baseAddress, input.count, output.baseAddress, output.count)
            }
        }
        guard size > 0 else {
            throw ImageEncodingError.failed(format: .png, reason: "compression failed")
        }
        return output.prefix(size)
    }

    /// Appends a chunk: length, type, body, CRC over type and body.
    static func append(_ body: Data, type: String, to png: inout Data) {
        png += bigEndian(UInt32(clamping: body.count))
        let start = png.count
        png += Array(type.utf8)
        png += body
        let crc = png.withUnsafeBytes { bytes in
            PNGChunks.checksum(of: UnsafeRawBufferPointer(rebasing: bytes[start...]))
        }
        png += bigEndian(crc)
    }

    static func bigEndian(_ value: UInt32) -> Data {
        withUnsafeBytes(of: value.bigEndian) { Data($0) }
    }
}
