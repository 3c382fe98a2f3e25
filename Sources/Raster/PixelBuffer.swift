import CRaster
import Foundation

/// Memory for the pixels of a bitmap while they are being written.
///
/// The one owner of its memory: either ``freeze(isOpaque:)`` hands it to a ``Bitmap``, or it is
/// freed with the buffer.
package struct PixelBuffer: ~Copyable {
    /// Width in pixels, at least 1.
    package let width: Int
    /// Height in pixels, at least 1.
    package let height: Int
    /// Distance between the starts of two rows in bytes; a multiple of 64.
    package let bytesPerRow: Int
    private let byteCount: Int
    private let start: UnsafeMutableRawPointer
    private let allocation: PixelAllocation

    /// Allocates a buffer.
    ///
    /// - Parameters:
    ///   - width: Width in pixels.
    ///   - height: Height in pixels.
    ///   - zeroed: Whether all bytes start as zero. Without it only the padding of the rows does,
    ///     and the caller must write every pixel.
    /// - Throws: ``RasterError/invalidSize(width:height:)`` or ``RasterError/outOfMemory(bytes:)``.
    package init(width: Int, height: Int, zeroed: Bool = true) throws {
        let layout = try Bitmap.layout(width: width, height: height)
        let slack = Bitmap.rowAlignment - 1
        guard layout.byteCount <= Int.max - slack,
            let allocation = PixelAllocation(bytes: layout.byteCount + slack, zeroed: zeroed)
        else {
            throw RasterError.outOfMemory(bytes: layout.byteCount)
        }
        let misalignment = Int(bitPattern: allocation.start) & slack
        start = allocation.start + (misalignment == 0 ? 0 : Bitmap.rowAlignment - misalignment)
        self.width = width
        self.height = height
        bytesPerRow = layout.bytesPerRow
        byteCount = layout.byteCount
        self.allocation = allocation
        if !zeroed { clearPadding() }
    }

    deinit { allocation.free() }

    /// The bytes of all rows; valid as long as the buffer lives.
    package var bytes: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: start, count: byteCount)
    }

    /// First byte of a row.
    ///
    /// The row number is not checked.
    package func row(_ y: Int) -> UnsafeMutablePointer<UInt8> {
        (start + y * bytesPerRow).assumingMemoryBound(to: UInt8.self)
    }

    /// Turns the written pixels into a bitmap without copying them.
    ///
    /// - Parameters:
    ///   - isOpaque: Whether every pixel has an alpha of 255.
    ///   - origin: What the pixels were decoded from.
    /// - Returns: The bitmap, which owns the memory from now on.
    package consuming func freeze(
        isOpaque: Bool = false, origin: BitmapOrigin = BitmapOrigin()
    ) -> Bitmap {
        Bitmap(release(), isOpaque: isOpaque, origin: origin)
    }

    /// Gives up the memory; whoever takes it frees it.
    consuming func release() -> Released {
        let released = Released(
            width: width, height: height, bytesPerRow: bytesPerRow, bytes: bytes,
            allocation: allocation)
        discard self
        return released
    }

    /// Memory on its way from a buffer to a bitmap.
    struct Released {
        let width: Int
        let height: Int
        let bytesPerRow: Int
        let bytes: UnsafeMutableRawBufferPointer
        let allocation: PixelAllocation
    }

    /// Zeroes the bytes between the ends of the rows and the starts of the next ones.
    package func clearPadding() {
        let used = width * Bitmap.bytesPerPixel
        guard used < bytesPerRow else { return }
        for y in 0..<height {
            memset(row(y) + used, 0, bytesPerRow - used)
        }
    }
}

/// Memory that whoever holds it last frees.
struct PixelAllocation {
    let start: UnsafeMutableRawPointer
    private let bytes: Int

    /// Allocates; nil when the system gives no memory.
    init?(bytes: Int, zeroed: Bool) {
        // Zeroed blocks that are large come from the system, which need not touch them for that.
        guard let start = CRaster_allocate(bytes, zeroed) else { return nil }
        self.start = start
        self.bytes = bytes
    }

    func free() { CRaster_deallocate(start, bytes) }
}
