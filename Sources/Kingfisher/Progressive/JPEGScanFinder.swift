import Foundation

/// Finds the scans of a progressive JPEG while its bytes arrive, looking at each byte once.
struct JPEGScanFinder {
    /// Bytes seen so far.
    private(set) var examinedCount = 0

    /// Where in the data each scan begins, in order.
    private(set) var scanOffsets: [Int] = []

    /// A progressive JPEG has a dozen scans; a file with more of them wants to keep us busy.
    private static let mostScans = 100

    private static let signature: [UInt8] = [0xFF, 0xD8, 0xFF]
    private var hasProgressiveFrame = false
    private var isJPEG = true
    private var lastByte: UInt8 = 0
    /// Whether the first scan has begun; from there on only scans are looked for.
    private var isInScans = false
    private var place = Place.gap
    private var bytesToSkip = 0

    /// What the next byte before the first scan is (ITU-T T.81, annex B.1.1).
    private enum Place {
        case gap
        case marker
        case length
        case lengthEnd(UInt8)
    }

    /// Looks at the bytes that follow those seen before.
    ///
    /// - Parameter bytes: The next bytes.
    /// - Returns: How many scans begin in them. 0 before the frame is known to be progressive, and
    ///   for other formats.
    mutating func examine(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard isJPEG, scanOffsets.count < Self.mostScans, !bytes.isEmpty else {
            examinedCount += bytes.count
            return 0
        }
        let known = scanOffsets.count
        checkSignature(bytes)
        var position = isInScans ? 0 : walkSegments(bytes)
        if position == 0, lastByte == 0xFF { note(marker: bytes[0], at: examinedCount - 1) }
        while let marker = bytes[position...].firstIndex(of: 0xFF), marker + 1 < bytes.count {
            note(marker: bytes[marker + 1], at: examinedCount + marker)
            position = marker + 1
        }
        lastByte = bytes[bytes.count - 1]
        examinedCount += bytes.count
        return isJPEG ? scanOffsets.count - known : 0
    }

    private mutating func checkSignature(_ bytes: UnsafeRawBufferPointer) {
        for (offset, expected) in Self.signature.enumerated().dropFirst(examinedCount) {
            guard offset - examinedCount < bytes.count else { return }
            if bytes[offset - examinedCount] != expected { isJPEG = false }
        }
    }

    /// Walks the segments before the first scan: what stands in them are no markers.
    ///
    /// Returns where the walk ended, behind the marker of the first scan or at the end.
    private mutating func walkSegments(_ bytes: UnsafeRawBufferPointer) -> Int {
        var position = 0
        while position < bytes.count, !isInScans {
            if bytesToSkip > 0 {
                let count = min(bytesToSkip, bytes.count - position)
                position += count
                bytesToSkip -= count
            } else {
                walk(bytes[position], at: examinedCount + position)
                position += 1
            }
        }
        return position
    }

    private mutating func walk(_ byte: UInt8, at offset: Int) {
        switch place {
        case .gap: if byte == 0xFF { place = .marker }
        case .marker:
            note(marker: byte, at: offset - 1)
            switch byte {
            // A marker may be preceded by any number of these.
            case 0xFF: break
            // Markers without a segment: none, TEM, restarts, start and end of the image.
            case 0x00, 0x01, 0xD0...0xD9: place = .gap
            case 0xDA: isInScans = true
            default: place = .length
            }
        case .length: place = .lengthEnd(byte)
        case .lengthEnd(let high):
            // The length counts its own two bytes.
            bytesToSkip = max(0, Int(high) << 8 + Int(byte) - 2)
            place = .gap
        }
    }

    private mutating func note(marker: UInt8, at offset: Int) {
        switch marker {
        case 0xC2: hasProgressiveFrame = true
        case 0xDA where hasProgressiveFrame && scanOffsets.count < Self.mostScans:
            scanOffsets.append(offset)
        default: break
        }
    }
}
