import CRasterIO
import Foundation
import Raster

/// Reads a device-independent bitmap: what BMP files and the older pictures in icons consist of.
///
/// Layouts after Microsoft's documentation of BITMAPINFOHEADER and its successors: 1, 4, 8 bits with
/// palette, 16 and 32 with or without masks, and 24; not compressed.
struct DIBReader {
    /// Width in pixels.
    let width: Int
    /// Height in pixels; half of what an icon says, whose mask counts as well.
    let height: Int
    /// Bits of a pixel.
    let bitsPerPixel: Int
    private let isBottomUp: Bool
    private let reader: ByteReader
    private let format: EncodedImageFormat
    private let isIcon: Bool
    private var palette: [Pixel] = []
    private var masks: [UInt32] = []
    private var pixelOffset = 0

    /// Whether pixels may be transparent.
    var hasAlpha: Bool { isIcon || (masks.count == 4 && masks[3] != 0) }

    private static let noCompression = 0
    private static let bitFields = 3
    private static let alphaBitFields = 6

    /// Reads the header at `offset`; `pixelOffset` is where the rows are, nil for behind the header.
    init(
        _ bytes: UnsafeRawBufferPointer, at offset: Int, pixelOffset: Int?,
        format: EncodedImageFormat
    ) throws {
        var reader = ByteReader(bytes: bytes)
        reader.endianness = .little
        self.reader = reader
        self.format = format
        isIcon = format == .ico
        guard let size = reader.uint32(at: offset), let rawWidth = reader.uint32(at: offset + 4),
            let rawHeight = reader.uint32(at: offset + 8),
            let bits = reader.uint16(at: offset + 14),
            let compression = reader.uint32(at: offset + 16),
            let used = reader.uint32(at: offset + 32),
            size >= 40
        else { throw ImageDecodingError.truncated(format: format, rows: 0, height: 0) }
        let signedHeight = Int(Int32(truncatingIfNeeded: rawHeight))
        width = rawWidth
        height = abs(signedHeight) / (isIcon ? 2 : 1)
        isBottomUp = signedHeight > 0
        bitsPerPixel = bits
        let isKnown = [1, 4, 8, 16, 24, 32].contains(bits)
        let hasMasks = [DIBReader.bitFields, DIBReader.alphaBitFields].contains(compression)
        guard isKnown, compression == DIBReader.noCompression || (hasMasks && bits >= 16) else {
            throw ImageDecodingError.unsupported(format: format, reason: "compressed rows")
        }
        guard width > 0, height > 0, width <= Int(Int32.max) else {
            throw ImageDecodingError.corrupt(format: format, reason: "no pixels")
        }
        let colors = offset + size
        var end = colors
        masks = DIBReader.standardMasks(bits: bits, isIcon: isIcon)
        if hasMasks {
            let count = compression == DIBReader.alphaBitFields || size >= 56 ? 4 : 3
            masks = (0..<count).map {
                UInt32(clamping: reader.uint32(at: offset + 40 + 4 * $0) ?? 0)
            }
            if size < 52 { end += 4 * count }
        }
        if bits <= 8 {
            let count = used == 0 || used > 1 << bits ? 1 << bits : used
            palette = (0..<count).map { index in
                Pixel(
                    red: reader.byte(at: colors + 4 * index + 2) ?? 0,
                    green: reader.byte(at: colors + 4 * index + 1) ?? 0,
                    blue: reader.byte(at: colors + 4 * index) ?? 0, alpha: 255)
            }
            end = colors + 4 * count
        }
        self.pixelOffset = pixelOffset ?? end
    }

    private static func standardMasks(bits: Int, isIcon: Bool) -> [UInt32] {
        switch bits {
        case 16: [0x7C00, 0x03E0, 0x001F]
        case 32: [0xFF0000, 0xFF00, 0xFF] + (isIcon ? [0xFF00_0000] : [])
        default: []
        }
    }

    /// Bytes of a row, a multiple of four.
    private var rowSize: Int { (width * bitsPerPixel + 31) / 32 * 4 }

    /// Decodes the picture.
    ///
    /// Throws ``ImageDecodingError`` or `RasterError`.
    func decode() throws -> Bitmap {
        let (size, overflow) = rowSize.multipliedReportingOverflow(by: height)
        guard !overflow, let rows = reader.slice(at: pixelOffset, length: size) else {
            let available = max(0, reader.count - pixelOffset) / max(1, rowSize)
            throw ImageDecodingError.truncated(
                format: format, rows: min(available, height), height: height)
        }
        var hasVisibleAlpha = false
        let bitmap = try Bitmap(width: width, height: height, isOpaque: !hasAlpha) {
            output, stride in
            for y in 0..<height {
                let source = (isBottomUp ? height - 1 - y : y) * rowSize
                for x in 0..<width {
                    let pixel = pixel(rows, row: source, x: x)
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
        return bitmap
    }

    private func pixel(_ rows: UnsafeRawBufferPointer, row: Int, x: Int) -> Pixel {
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
            return index < palette.count
                ? palette[index] : Pixel(red: 0, green: 0, blue: 0, alpha: 255)
        }
    }

    /// A colour behind a mask, stretched to 0…255; nil without a mask.
    private func component(_ value: UInt32, _ index: Int) -> UInt8? {
        guard index < masks.count, masks[index] != 0 else { return nil }
        let mask = masks[index]
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
        let start = pixelOffset + rowSize * height
        for y in 0..<height {
            let row = start + (isBottomUp ? height - 1 - y : y) * maskRow
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
