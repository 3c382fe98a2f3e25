import CRaster

/// How stored pixels are turned for display.
///
/// Raw values are those of EXIF (tag 0x0112).
package enum BitmapOrientation: Int, CaseIterable, Sendable {
    /// Stored upright.
    case up = 1
    /// Mirrored left to right.
    case upMirrored = 2
    /// Turned by 180°.
    case down = 3
    /// Mirrored top to bottom.
    case downMirrored = 4
    /// Mirrored along the main diagonal.
    case leftMirrored = 5
    /// To be turned clockwise by 90°.
    case right = 6
    /// Mirrored along the other diagonal.
    case rightMirrored = 7
    /// To be turned counter-clockwise by 90°.
    case left = 8

    /// Whether width and height trade places.
    package var swapsSides: Bool { rawValue >= 5 }

    /// Whether the upright x runs against its source axis.
    private var flipsX: Bool {
        switch self {
        case .upMirrored, .down, .right, .rightMirrored: true
        case .up, .downMirrored, .leftMirrored, .left: false
        }
    }

    /// Whether the upright y runs against its source axis.
    private var flipsY: Bool {
        switch self {
        case .down, .downMirrored, .rightMirrored, .left: true
        case .up, .upMirrored, .leftMirrored, .right: false
        }
    }

    /// Size of the upright picture of a stored size, and the other way round.
    package func upright(_ size: PixelSize) -> PixelSize {
        swapsSides ? PixelSize(width: size.height, height: size.width) : size
    }

    /// The stored rectangle that is displayed as an upright one.
    ///
    /// - Parameters:
    ///   - rect: A rectangle of the upright picture.
    ///   - size: Size of the upright picture.
    /// - Returns: A rectangle of the stored picture.
    package func stored(_ rect: PixelRect, in size: PixelSize) -> PixelRect {
        let x = flipsX ? size.width - rect.x - rect.width : rect.x
        let y = flipsY ? size.height - rect.y - rect.height : rect.y
        return swapsSides
            ? PixelRect(x: y, y: x, width: rect.height, height: rect.width)
            : PixelRect(x: x, y: y, width: rect.width, height: rect.height)
    }

    /// Where the first stored pixel lands, and how far apart neighbours land, in bytes.
    func steps(
        size: PixelSize, bytesPerRow: Int
    ) -> (origin: Int, stepX: Int, stepY: Int) {
        let column = Bitmap.bytesPerPixel
        let origin =
            (flipsX ? size.width - 1 : 0) * column + (flipsY ? size.height - 1 : 0) * bytesPerRow
        let alongX = flipsX ? -column : column
        let alongY = flipsY ? -bytesPerRow : bytesPerRow
        return swapsSides ? (origin, alongY, alongX) : (origin, alongX, alongY)
    }
}

extension Bitmap {
    /// This picture turned upright.
    ///
    /// - Parameters:
    ///   - orientation: How the pixels are stored.
    ///   - origin: What the result comes from. Nil, the default: as fine as before, but no longer what
    ///     a file says.
    /// - Returns: A new bitmap, or this one when it is upright already.
    /// - Throws: ``RasterError/outOfMemory(bytes:)`` when the system gives no memory.
    package func upright(
        from orientation: BitmapOrientation, origin: BitmapOrigin? = nil
    ) throws -> Bitmap {
        if orientation == .up { return self }
        let size = orientation.upright(PixelSize(width: width, height: height))
        let output = try PixelBuffer(width: size.width, height: size.height, zeroed: false)
        let steps = orientation.steps(size: size, bytesPerRow: output.bytesPerRow)
        withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress else { return }
            CRaster_copyTransformed(
                source.assumingMemoryBound(to: UInt8.self), bytesPerRow, width, height,
                output.row(0) + steps.origin, steps.stepX, steps.stepY)
        }
        return output.freeze(
            isOpaque: isOpaque,
            origin: origin ?? BitmapOrigin(bitsPerComponent: bitsPerComponent))
    }
}
