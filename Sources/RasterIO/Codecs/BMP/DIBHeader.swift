import Raster

/// The header of a device-independent bitmap: size, kind of pixels, colours and where the rows are.
///
/// Layouts after Microsoft's documentation of BITMAPINFOHEADER, its successors, and BITMAPCOREHEADER.
struct DIBHeader {
    /// How rows are stored.
    enum Compression {
        case none
        /// Runs of indices of 4 or 8 bits.
        case runs
    }

    /// Width in pixels.
    private(set) var width = 0
    /// Height in pixels; half of what an icon says, whose mask counts as well.
    private(set) var height = 0
    /// Whether the last row comes first.
    private(set) var isBottomUp = true
    /// Bits of a pixel: 1, 4, 8, 16, 24 or 32.
    private(set) var bitsPerPixel = 0
    private(set) var compression = Compression.none
    /// The bits of red, green, blue and perhaps alpha in pixels of 16 or 32 bits.
    private(set) var masks: [UInt32] = []
    /// The colours of pixels of up to 8 bits.
    private(set) var palette: [Pixel] = []
    /// Where the rows begin.
    private(set) var pixelOffset = 0

    private static let coreSize = 12
    private static let infoSize = 40

    /// Reads the header at `offset`; `pixelOffset` is where the rows are, nil for behind the header.
    ///
    /// Throws ``ImageDecodingError``.
    init(
        _ reader: ByteReader, at offset: Int, pixelOffset: Int?, format: EncodedImageFormat
    ) throws {
        guard let size = reader.uint32(at: offset) else {
            throw ImageDecodingError.truncated(format: format, rows: 0, height: 0)
        }
        if size == DIBHeader.coreSize, format == .bmp {
            try readCore(reader, at: offset, format: format)
            readPalette(reader, at: offset + size, entrySize: 3, count: 1 << bitsPerPixel)
            self.pixelOffset = pixelOffset ?? offset + size + 3 * palette.count
        } else {
            guard size >= DIBHeader.infoSize else {
                throw ImageDecodingError.unsupported(format: format, reason: "unknown header")
            }
            let end = try readInfo(reader, at: offset, size: size, format: format)
            self.pixelOffset = pixelOffset ?? end
        }
        guard width > 0, height > 0, width <= Int(Int32.max) else {
            throw ImageDecodingError.corrupt(format: format, reason: "no pixels")
        }
    }

    /// The oldest header, of OS/2: sizes of 16 bits, no compression.
    private mutating func readCore(
        _ reader: ByteReader, at offset: Int, format: EncodedImageFormat
    ) throws {
        guard let width = reader.uint16(at: offset + 4), let height = reader.uint16(at: offset + 6),
            let bits = reader.uint16(at: offset + 10)
        else { throw ImageDecodingError.truncated(format: format, rows: 0, height: 0) }
        guard [1, 4, 8, 24].contains(bits) else {
            throw ImageDecodingError.unsupported(format: format, reason: "\(bits) bits a pixel")
        }
        (self.width, self.height, bitsPerPixel) = (width, height, bits)
    }

    /// Reads a header of 40 bytes or more; returns the offset behind header and colours.
    private mutating func readInfo(
        _ reader: ByteReader, at offset: Int, size: Int, format: EncodedImageFormat
    ) throws -> Int {
        guard let rawWidth = reader.uint32(at: offset + 4),
            let rawHeight = reader.uint32(at: offset + 8),
            let bits = reader.uint16(at: offset + 14), let kind = reader.uint32(at: offset + 16),
            let used = reader.uint32(at: offset + 32)
        else { throw ImageDecodingError.truncated(format: format, rows: 0, height: 0) }
        let signedHeight = Int(Int32(truncatingIfNeeded: rawHeight))
        width = rawWidth
        height = abs(signedHeight) / (format == .ico ? 2 : 1)
        isBottomUp = signedHeight > 0
        bitsPerPixel = bits
        var end = offset + size
        switch (kind, bits) {
        case (0, 1), (0, 4), (0, 8), (0, 24): break
        case (0, 16): masks = [0x7C00, 0x03E0, 0x001F]
        case (0, 32): masks = [0xFF0000, 0xFF00, 0xFF] + (format == .ico ? [0xFF00_0000] : [])
        case (1, 8), (2, 4):
            guard isBottomUp, format == .bmp else {
                throw ImageDecodingError.corrupt(format: format, reason: "compressed top down")
            }
            compression = .runs
        case (3, 16), (3, 32), (6, 16), (6, 32):
            // Masks belong to the header from 52 bytes on, and that of alpha from 56 on.
            let count = kind == 6 || size >= 56 ? 4 : 3
            masks = (0..<count).map {
                UInt32(clamping: reader.uint32(at: offset + 40 + 4 * $0) ?? 0)
            }
            if size < 52 { end += 4 * count }
        default:
            throw ImageDecodingError.unsupported(
                format: format, reason: "compression \(kind) of \(bits) bits")
        }
        guard bits <= 8 else { return end }
        readPalette(
            reader, at: end, entrySize: 4,
            count: used == 0 || used > 1 << bits ? 1 << bits : used)
        return end + 4 * palette.count
    }

    private mutating func readPalette(
        _ reader: ByteReader, at offset: Int, entrySize: Int, count: Int
    ) {
        guard bitsPerPixel <= 8 else { return }
        palette = (0..<count).map { index in
            let entry = offset + entrySize * index
            return Pixel(
                red: reader.byte(at: entry + 2) ?? 0, green: reader.byte(at: entry + 1) ?? 0,
                blue: reader.byte(at: entry) ?? 0, alpha: 255)
        }
    }
}
