import Raster

/// Expands the rows of a bitmap that is stored as runs (BI_RLE8 and BI_RLE4).
///
/// Pairs of bytes: a count and what to repeat, or 0 and an escape: 0 ends the row, 1 the picture, 2
/// moves on by the next two bytes, and more says how many indices follow as they are.
struct DIBRunLengths {
    private let bytes: UnsafeRawBufferPointer
    private let bits: Int
    private let width: Int
    private let height: Int
    private var next = 0
    private var x = 0
    private var y = 0

    /// Rows that are done.
    var finishedRows: Int { min(y, height) }

    /// Prepares for `bytes`, which begin with the first pair.
    init(_ bytes: UnsafeRawBufferPointer, bits: Int, width: Int, height: Int) {
        self.bytes = bytes
        self.bits = bits
        self.width = width
        self.height = height
    }

    /// Expands everything to an index a byte, rows as they are stored.
    ///
    /// Pixels that are moved over keep the index 0, and indices outside the picture are dropped.
    ///
    /// - Parameter indices: `width * height` zeros.
    /// - Returns: Whether the picture ended before the data did.
    mutating func expand(into indices: UnsafeMutableRawBufferPointer) -> Bool {
        while y < height {
            guard let count = take(), let value = take() else {
                // The marks at the very end are not missed.
                return y == height - 1 && x >= width
            }
            if count > 0 {
                for index in 0..<count { put(nibble(value, index), into: indices) }
                continue
            }
            switch value {
            case 0: (x, y) = (0, y + 1)
            case 1: return true
            case 2:
                guard let right = take(), let up = take() else { return false }
                (x, y) = (x + right, y + up)
            default:
                guard copy(value, into: indices) else { return false }
            }
        }
        return true
    }

    /// Takes indices as they are; they fill up to a whole pair of bytes.
    private mutating func copy(
        _ count: Int, into indices: UnsafeMutableRawBufferPointer
    ) -> Bool {
        let size = (count * bits + 7) / 8
        for offset in 0..<size {
            guard let value = take() else { return false }
            let indicesInByte = bits == 8 ? 1 : min(2, count - 2 * offset)
            for index in 0..<indicesInByte { put(nibble(value, index), into: indices) }
        }
        return size.isMultiple(of: 2) || take() != nil
    }

    /// The index at a place of a repeated or plain byte: of 4 bits they alternate, high one first.
    private func nibble(_ value: Int, _ index: Int) -> UInt8 {
        bits == 8
            ? UInt8(value) : UInt8(index.isMultiple(of: 2) ? value >> 4 : value & 0x0F)
    }

    private mutating func put(_ value: UInt8, into indices: UnsafeMutableRawBufferPointer) {
        if x < width, y < height { indices[y * width + x] = value }
        x += 1
    }

    private mutating func take() -> Int? {
        guard next < bytes.count else { return nil }
        next += 1
        return Int(bytes[next - 1])
    }
}
