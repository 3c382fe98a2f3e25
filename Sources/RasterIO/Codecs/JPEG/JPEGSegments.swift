/// The segments before the first scan of a JPEG: size, orientation and colour profile.
///
/// Walks the marker segments (ITU-T T.81, annex B) without a library, so that the header costs
/// microseconds and nothing is allocated but a profile.
struct JPEGSegments {
    /// Width in the frame header, in pixels.
    private(set) var width = 0
    /// Height in the frame header, in pixels.
    private(set) var height = 0
    /// Bits of a sample.
    private(set) var precision = 8
    /// Number of colour components.
    private(set) var components = 0
    /// Whether the coefficients come in several scans.
    private(set) var isProgressive = false
    /// Orientation from EXIF, `.up` without one.
    private(set) var orientation = RasterImage.Orientation.up
    private var profileChunks: [Int: UnsafeRawBufferPointer] = [:]
    private var profileChunkCount = 0

    private static let profileMarker = Array("ICC_PROFILE\0".utf8)
    private static let exifMarker = Array("Exif\0\0".utf8)

    /// Reads the segments up to the first scan.
    ///
    /// - Throws: ``ImageDecodingError`` when the data ends or breaks before a frame header.
    init(_ bytes: UnsafeRawBufferPointer) throws {
        let reader = ByteReader(bytes: bytes)
        var offset = 2
        var hasOrientation = false
        while let marker = JPEGSegments.nextMarker(reader, from: &offset) {
            if marker == 0xD9 || marker == 0xDA { break }
            // Markers that stand alone: TEM and restarts.
            if marker == 0x01 || (0xD0...0xD7).contains(marker) { continue }
            guard let length = reader.uint16(at: offset), length >= 2,
                let body = reader.slice(at: offset + 2, length: length - 2)
            else { break }
            offset += length
            switch marker {
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                readFrame(ByteReader(bytes: body), marker: marker)
            case 0xE1 where !hasOrientation && body.starts(with: JPEGSegments.exifMarker):
                guard let found = EXIFOrientation.orientation(in: body) else { break }
                orientation = found
                hasOrientation = true
            case 0xE2 where body.starts(with: JPEGSegments.profileMarker):
                collectProfile(ByteReader(bytes: body))
            default: break
            }
        }
        guard width > 0, height > 0 else {
            throw offset >= bytes.count
                ? ImageDecodingError.truncated(format: .jpeg, rows: 0, height: 0)
                : ImageDecodingError.corrupt(format: .jpeg, reason: "no frame header")
        }
    }

    /// The embedded ICC profile, nil unless all of its chunks are there.
    var profile: [UInt8]? {
        guard profileChunkCount > 0, profileChunks.count == profileChunkCount else { return nil }
        var bytes: [UInt8] = []
        for index in 1...profileChunkCount {
            guard let chunk = profileChunks[index] else { return nil }
            bytes.append(contentsOf: chunk)
        }
        return bytes
    }

    /// Skips to the byte after the next marker and returns the marker.
    private static func nextMarker(_ reader: ByteReader, from offset: inout Int) -> UInt8? {
        while let byte = reader.byte(at: offset) {
            offset += 1
            guard byte == 0xFF else { continue }
            while reader.byte(at: offset) == 0xFF { offset += 1 }
            guard let marker = reader.byte(at: offset) else { return nil }
            offset += 1
            if marker != 0 { return marker }
        }
        return nil
    }

    private mutating func readFrame(_ reader: ByteReader, marker: UInt8) {
        guard width == 0, let precision = reader.byte(at: 0), let height = reader.uint16(at: 1),
            let width = reader.uint16(at: 3), let components = reader.byte(at: 5)
        else { return }
        self.precision = Int(precision)
        self.height = height
        self.width = width
        self.components = Int(components)
        isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(marker)
    }

    /// Keeps one chunk of a profile (ICC.1, annex B.4: number and count after the name).
    private mutating func collectProfile(_ reader: ByteReader) {
        let start = JPEGSegments.profileMarker.count
        guard let number = reader.byte(at: start), let count = reader.byte(at: start + 1),
            number >= 1, number <= count,
            let chunk = reader.slice(at: start + 2, length: reader.count - start - 2)
        else { return }
        profileChunkCount = Int(count)
        if profileChunks[Int(number)] == nil { profileChunks[Int(number)] = chunk }
    }
}
