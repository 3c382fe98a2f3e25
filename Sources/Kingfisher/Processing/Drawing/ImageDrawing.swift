import Foundation

/// Why an image cannot be drawn.
enum ImageDrawingError: Error, Hashable, CustomStringConvertible {
    /// The image has no pixels to work on.
    case noPixels
    /// The result would have more pixels than the limits allow.
    case tooManyPixels(width: Double, height: Double, limit: Int)

    var description: String {
        switch self {
        case .noPixels:
            "The image has no pixels; give the processor a decoded image."
        case .tooManyPixels(let width, let height, let limit):
            "A result of \(width)×\(height) pixels is beyond the limit of \(limit) pixels; use a "
                + "smaller size or raise DecodeLimits.maxPixels."
        }
    }
}

/// What the drawing operations share. None of their results is animated.
extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The pixels as they are displayed.
    func uprightBitmap() throws -> Bitmap {
        guard let bitmap = base.storedBitmap else { throw ImageDrawingError.noPixels }
        return try bitmap.upright(from: base.bitmapOrientation)
    }

    /// An upright image whose pixels are made of the upright pixels of this one.
    func redrawn(_ draw: (Bitmap) throws -> Bitmap) throws -> KFCrossPlatformImage {
        KFCrossPlatformImage(bitmap: try draw(uprightBitmap()), scale: scale)
    }

    /// An image with this orientation whose pixels are made of the stored pixels of this one.
    func rewrapped(
        scale: CGFloat? = nil, _ draw: (Bitmap) throws -> Bitmap = { $0 }
    ) throws -> KFCrossPlatformImage {
        guard let bitmap = base.storedBitmap else { throw ImageDrawingError.noPixels }
        return KFCrossPlatformImage(
            bitmap: try draw(bitmap), scale: scale ?? self.scale,
            orientation: base.bitmapOrientation)
    }

    /// The pixels of a canvas: points times scale, fractions rounded up, at least one each way.
    ///
    /// - Parameters:
    ///   - size: Size in points.
    ///   - limits: How large the canvas may be, if it is larger than the image.
    /// - Returns: Size in pixels.
    /// - Throws: `RasterError.invalidSize` when a side is not above zero,
    ///   ``ImageDrawingError/tooManyPixels(width:height:limit:)`` beyond the limits.
    func canvas(of size: CGSize, limits: DecodeLimits) throws -> PixelSize {
        let width = Double(size.width * scale)
        let height = Double(size.height * scale)
        guard width > 0, height > 0 else { throw RasterError.invalidSize(width: 0, height: 0) }
        let own = Double(self.size.width * scale) * Double(self.size.height * scale)
        let limit = max(limits.maxPixels, Int(min(own, Double(Int32.max))))
        guard max(width, 1) * max(height, 1) <= Double(limit) else {
            throw ImageDrawingError.tooManyPixels(width: width, height: height, limit: limit)
        }
        return PixelSize(width: Self.wholePixels(width), height: Self.wholePixels(height))
    }

    /// Rounds up, but takes 30.000001 for the 30 that was meant.
    static func wholePixels(_ length: Double) -> Int {
        max(Int((length - 0.0001).rounded(.up)), 1)
    }
}
