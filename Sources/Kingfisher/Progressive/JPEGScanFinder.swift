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
        if lastByte == 0xFF { note(marker: bytes[0], at: examinedCount - 1) }
        var position = bytes.startIndex
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

    private mutating func note(marker: UInt8, at offset: Int) {
        switch marker {
        case 0xC2: hasProgressiveFrame = true
        case 0xDA where hasProgressiveFrame && scanOffsets.count < Self.mostScans:
            scanOffsets.append(offset)
        default: break
        }
    }
}
