import CDeflate

/// The chunks of a PNG but for its pixels: size, transparency, orientation and colour.
///
/// Walks the chunk list (PNG specification, section 5) without a library and without copying.
struct PNGChunks {
    /// Width in pixels.
    let width: Int
    /// Height in pixels.
    let height: Int
    /// Bits of a sample: 1, 2, 4, 8 or 16.
    let bitDepth: Int
    /// 0 grey, 2 colour, 3 palette, 4 grey and alpha, 6 colour and alpha.
    let colorType: Int
    /// Whether the rows come in seven passes.
    let isInterlaced: Bool
    /// Whether the header names the known methods and its checksum is right.
    ///
    /// Pictures of others are left to libpng, which refuses them.
    let hasSoundHeader: Bool
    /// Whether a tRNS chunk makes some colours transparent.
    private(set) var hasTransparency = false
    /// Orientation from eXIf, `.up` without one.
    private(set) var orientation = RasterImage.Orientation.up
    /// The gAMA value in 1/100000, nil without one.
    private(set) var gamma: Int?
    /// Whether an sRGB chunk says what the colours are.
    private(set) var isSRGB = false
    /// White, red, green and blue as x and y in 1/100000 from cHRM, nil without one.
    private(set) var chromaticities: [Int]?
    /// The primaries of cICP as a code point of ITU-T H.273, nil without any that can be used.
    private(set) var primaryCode: Int?
    /// The body of the iCCP chunk, name and compressed profile.
    private(set) var profileChunk: UnsafeRawBufferPointer?
    /// The bodies of the IDAT chunks in order.
    private(set) var pixelData: [UnsafeRawBufferPointer] = []
    /// Whether there is a chunk that must be understood but is not known here.
    private(set) var hasUnknownCriticalChunk = false
    /// Whether the IDAT chunks stand one after the other, none of them cut.
    private var pixelDataIsWhole = true
    /// Where the last IDAT chunk ended.
    private var pixelDataEnd: Int?
    /// Frames and repetitions from acTL, nil for a still picture.
    private(set) var animation: (frameCount: Int, loopCount: Int)?

    /// The first eight bytes of every PNG.
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Reads the chunk list.
    ///
    /// - Throws: ``ImageDecodingError`` unless the data starts with a sound IHDR.
    init(_ bytes: UnsafeRawBufferPointer) throws {
        let reader = ByteReader(bytes: bytes)
        guard let header = reader.slice(at: 16, length: 13) else {
            throw ImageDecodingError.truncated(format: .png, rows: 0, height: 0)
        }
        let fields = ByteReader(bytes: header)
        guard reader.uint32(at: 8) == 13, reader.has(Array("IHDR".utf8), at: 12),
            let width = fields.uint32(at: 0), let height = fields.uint32(at: 4),
            width > 0, height > 0, width <= Int(Int32.max), height <= Int(Int32.max)
        else {
            throw ImageDecodingError.corrupt(format: .png, reason: "no sound IHDR chunk")
        }
        self.width = width
        self.height = height
        bitDepth = Int(header[8])
        colorType = Int(header[9])
        isInterlaced = header[12] != 0
        // Method 0 of compression and of filters is the only one there is.
        hasSoundHeader =
            header[10] == 0 && header[11] == 0 && reader.count >= 33
            && PNGChunks.hasRightChecksum(header)
        var offset = 33
        while let length = reader.uint32(at: offset), let type = reader.uint32(at: offset + 4) {
            // Chunks that say how to read the pixels must be whole; a cut IDAT is found later.
            guard let body = reader.slice(at: offset + 8, length: length) else {
                pixelDataIsWhole = false
                break
            }
            if type == PNGChunks.code("IEND") { break }
            if type == PNGChunks.code("IDAT") {
                if offset + length + 12 > reader.count { pixelDataIsWhole = false }
                if let end = pixelDataEnd, end != offset { pixelDataIsWhole = false }
                pixelData.append(body)
                pixelDataEnd = offset + length + 12
            } else {
                take(type: type, body: body)
            }
            offset += length + 12
        }
    }

    private mutating func take(type: Int, body: UnsafeRawBufferPointer) {
        let reader = ByteReader(bytes: body)
        switch type {
        case PNGChunks.code("tRNS"): hasTransparency = true
        case PNGChunks.code("eXIf"): orientation = EXIFOrientation.orientation(in: body) ?? .up
        case PNGChunks.code("gAMA"): gamma = reader.uint32(at: 0)
        case PNGChunks.code("sRGB"): isSRGB = true
        case PNGChunks.code("iCCP"): profileChunk = body
        case PNGChunks.code("cHRM"):
            let values = (0..<8).compactMap { reader.uint32(at: 4 * $0) }
            chromaticities = values.count == 8 ? values : nil
        case PNGChunks.code("cICP"):
            // Only those with the curve of sRGB (13 in ITU-T H.273), and for colours; where others stand,
            // the next statement of the file counts.
            guard colorType & 2 != 0, let primaries = reader.byte(at: 0), reader.byte(at: 1) == 13
            else { return }
            primaryCode = Int(primaries)
        case PNGChunks.code("acTL"):
            guard let frames = reader.uint32(at: 0), let loops = reader.uint32(at: 4) else {
                return
            }
            animation = (frames, loops)
        case PNGChunks.code("PLTE"): break
        // A capital first letter marks a chunk that must be understood.
        default: if type >> 24 & 0x20 == 0 { hasUnknownCriticalChunk = true }
        }
    }

    /// Whether all pixel data is there, and its checksums are right.
    var pixelDataIsIntact: Bool {
        guard pixelDataIsWhole, !pixelData.isEmpty else { return false }
        return pixelData.allSatisfy(PNGChunks.hasRightChecksum)
    }

    /// Whether the checksum behind the body of a chunk is right; it must lie inside the data.
    private static func hasRightChecksum(_ body: UnsafeRawBufferPointer) -> Bool {
        guard let start = body.baseAddress else { return false }
        // The type stands before the body and counts as well; the checksum stands behind.
        let covered = UnsafeRawBufferPointer(start: start - 4, count: body.count + 4)
        let stored = (start + body.count).loadUnaligned(as: UInt32.self).bigEndian
        return PNGChunks.checksum(of: covered) == stored
    }

    /// The checksum that stands behind a chunk: CRC-32 over type and body (section 5.5).
    static func checksum(of covered: UnsafeRawBufferPointer) -> UInt32 {
        libdeflate_crc32(0, covered.baseAddress, covered.count)
    }

    /// The embedded ICC profile; nil without a sound one.
    ///
    /// The chunk holds a name of at most 79 bytes, a zero, the method 0 and a zlib stream
    /// (section 11.3.3.3).
    var profile: [UInt8]? {
        guard let profileChunk, let end = profileChunk.prefix(80).firstIndex(of: 0),
            end + 1 < profileChunk.count, profileChunk[end + 1] == 0
        else { return nil }
        let stream = UnsafeRawBufferPointer(rebasing: profileChunk[(end + 2)...])
        return Inflate.zlib(stream, limit: ColorProfile.maxBytes)
    }

    /// The four letters of a chunk type as a number.
    static func code(_ name: StaticString) -> Int {
        name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | Int($1) } }
    }

    /// Whether pixels may be transparent.
    var hasAlpha: Bool { colorType & 4 != 0 || hasTransparency }
}
