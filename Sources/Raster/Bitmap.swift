import Foundation

/// An immutable rectangle of pixels: 8-bit BGRA, premultiplied alpha, sRGB.
///
/// Bytes of one pixel stand in memory as blue, green, red, alpha. Rows run from top to bottom and
/// start every ``bytesPerRow`` bytes, a multiple of 64 so that vector code may load whole lines.
/// Padding bytes at the end of a row are zero. A bitmap never changes after its initializer
/// returned, so any number of threads may read it at once.
public final class Bitmap {
    /// Width in pixels, at least 1.
    public let width: Int
    /// Height in pixels, at least 1.
    public let height: Int
    /// Distance between the starts of two rows in bytes; a multiple of 64.
    public let bytesPerRow: Int
    /// Whether every pixel is known to have an alpha of 255.
    ///
    /// A hint for encoders and kernels: `false` only means that nobody promised opacity.
    public let isOpaque: Bool
    /// Bits of each colour component in the file that the pixels were decoded from, at least 8.
    ///
    /// Pixels here have 8 whatever the file had: finer ones were rounded to the nearest value. More
    /// than 8 says that the file holds more than this bitmap does. 8 for everything that was drawn
    /// or resampled.
    public var bitsPerComponent: Int { origin.bitsPerComponent }
    /// What the pixels were decoded from; nothing but 8 bits for all that was drawn or resampled.
    package let origin: BitmapOrigin

    private let storage: UnsafeMutableRawBufferPointer
    private let allocation: PixelAllocation

    /// Creates a bitmap and lets `body` write its pixels.
    ///
    /// - Parameters:
    ///   - width: Width in pixels.
    ///   - height: Height in pixels.
    ///   - isOpaque: Whether `body` promises to give every pixel an alpha of 255.
    ///   - body: Writes the pixels. The buffer holds `bytesPerRow * height` zeroed bytes and must
    ///     not be used after `body` returns.
    /// - Throws: ``RasterError/invalidSize(width:height:)`` when a side is below 1 or the buffer
    ///   would exceed what `Int` counts, ``RasterError/outOfMemory(bytes:)`` when the system gives
    ///   no memory, and whatever `body` throws.
    public convenience init(
        width: Int, height: Int, isOpaque: Bool = false,
        initializedBy body: (UnsafeMutableRawBufferPointer, _ bytesPerRow: Int) throws -> Void
    ) throws {
        let buffer = try PixelBuffer(width: width, height: height)
        try body(buffer.bytes, buffer.bytesPerRow)
        self.init(buffer.release(), isOpaque: isOpaque, origin: BitmapOrigin())
    }

    /// Takes over memory that a ``PixelBuffer`` allocated and filled.
    init(_ pixels: PixelBuffer.Released, isOpaque: Bool, origin: BitmapOrigin) {
        width = pixels.width
        height = pixels.height
        bytesPerRow = pixels.bytesPerRow
        storage = pixels.bytes
        allocation = pixels.allocation
        self.isOpaque = isOpaque
        self.origin = origin
    }

    deinit { allocation.free() }

    /// Gives `body` the bytes of all rows.
    ///
    /// - Parameter body: Reads the `bytesPerRow * height` bytes; the buffer must not escape.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func withUnsafeBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        try body(UnsafeRawBufferPointer(storage))
    }
}

// Unchecked: the buffer is written only before the initializer returns; nobody else has it then.
extension Bitmap: @unchecked Sendable {}

extension Bitmap {
    /// Number of bytes that a row start is aligned to; one cache line.
    package static let rowAlignment = 64

    /// Number of bytes that one pixel takes.
    package static let bytesPerPixel = 4

    /// Bits that one pixel takes here: 32.
    public var bitsPerPixel: Int { Bitmap.bytesPerPixel * 8 }

    /// Bytes of all rows together, padding included.
    public var byteCount: Int { bytesPerRow * height }

    /// The four stored bytes of a pixel, premultiplied, for tests and single look-ups.
    ///
    /// - Parameters:
    ///   - x: Column from the left, `0 ..< width`.
    ///   - y: Row from the top, `0 ..< height`.
    /// - Returns: The pixel, or nil outside the bitmap.
    public func pixel(x: Int, y: Int) -> Pixel? {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return nil }
        return withUnsafeBytes { bytes in
            let offset = y * bytesPerRow + x * Bitmap.bytesPerPixel
            return Pixel(
                red: bytes[offset + 2], green: bytes[offset + 1], blue: bytes[offset],
                alpha: bytes[offset + 3])
        }
    }

    /// Row distance and buffer size for a bitmap, checked for overflow.
    package static func layout(
        width: Int, height: Int
    ) throws -> (bytesPerRow: Int, byteCount: Int) {
        guard width > 0, height > 0 else {
            throw RasterError.invalidSize(width: width, height: height)
        }
        let (rowBytes, rowOverflow) = width.multipliedReportingOverflow(by: bytesPerPixel)
        let (padded, padOverflow) = rowBytes.addingReportingOverflow(rowAlignment - 1)
        let bytesPerRow = padded / rowAlignment * rowAlignment
        let (byteCount, overflow) = bytesPerRow.multipliedReportingOverflow(by: height)
        guard !rowOverflow, !padOverflow, !overflow else {
            throw RasterError.invalidSize(width: width, height: height)
        }
        return (bytesPerRow, byteCount)
    }
}

/// One premultiplied pixel of a ``Bitmap``.
public struct Pixel: Hashable, Sendable {
    /// Premultiplied red, `0 … alpha`.
    public var red: UInt8
    /// Premultiplied green, `0 … alpha`.
    public var green: UInt8
    /// Premultiplied blue, `0 … alpha`.
    public var blue: UInt8
    /// Opacity, 0 (transparent) to 255 (opaque).
    public var alpha: UInt8

    /// Creates a pixel from premultiplied components.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}

extension Bitmap: Equatable {
    /// Whether two bitmaps have the same size and the same pixels.
    ///
    /// Compares every row.
    public static func == (lhs: Bitmap, rhs: Bitmap) -> Bool {
        if lhs === rhs { return true }
        guard lhs.width == rhs.width, lhs.height == rhs.height else { return false }
        // Equal sizes have equal row distances, and padding is always zero.
        return lhs.withUnsafeBytes { left in
            rhs.withUnsafeBytes { right in
                guard let start = left.baseAddress, let other = right.baseAddress else {
                    return false
                }
                return memcmp(start, other, left.count) == 0
            }
        }
    }
}
