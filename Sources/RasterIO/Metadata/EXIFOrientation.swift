/// Finds the orientation in EXIF data.
///
/// EXIF is a TIFF structure: a header of eight bytes and a directory of twelve-byte entries. Only
/// the first directory is looked at, in one pass over at most its own entries, so that no offset,
/// however hostile, can make this loop or read outside the data.
enum EXIFOrientation {
    /// Tag number of the orientation (EXIF 2.32, section 4.6.4 A).
    private static let orientationTag = 0x0112
    private static let shortType = 3

    /// The orientation in a TIFF structure, with or without `Exif\0\0` before it; nil when there is
    /// none or it makes no sense.
    static func orientation(in bytes: UnsafeRawBufferPointer) -> RasterImage.Orientation? {
        let marker: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
        let start = bytes.starts(with: marker) ? marker.count : 0
        var reader = ByteReader(bytes: UnsafeRawBufferPointer(rebasing: bytes.dropFirst(start)))
        switch reader.uint16(at: 0) {
        case 0x4949: reader.endianness = .little
        case 0x4D4D: reader.endianness = .big
        default: return nil
        }
        guard reader.uint16(at: 2) == 42, let directory = reader.uint32(at: 4),
            let entryCount = reader.uint16(at: directory)
        else { return nil }
        for index in 0..<entryCount {
            let entry = directory + 2 + 12 * index
            guard let tag = reader.uint16(at: entry) else { return nil }
            guard tag == orientationTag else { continue }
            guard reader.uint16(at: entry + 2) == shortType,
                let value = reader.uint16(at: entry + 8)
            else { return nil }
            return RasterImage.Orientation(exif: value)
        }
        return nil
    }
}

extension RasterImage.Orientation {
    /// The orientation of an EXIF value, nil unless it is in 1…8.
    package init?(exif value: Int) {
        switch value {
        case 1: self = .up
        case 2: self = .upMirrored
        case 3: self = .down
        case 4: self = .downMirrored
        case 5: self = .leftMirrored
        case 6: self = .right
        case 7: self = .rightMirrored
        case 8: self = .left
        default: return nil
        }
    }
}
