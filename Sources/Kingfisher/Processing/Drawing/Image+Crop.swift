public import Foundation

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// A part of the image, copied exactly.
    ///
    /// The part is placed in the image as it is displayed and starts on a whole pixel.
    ///
    /// - Parameters:
    ///   - size: Size of the part in points, cut to the image.
    ///   - anchor: Where it lies: (0, 0) top left, (1, 1) bottom right.
    /// - Returns: A new still image with the same scale and orientation; the image itself when it
    ///   has no pixels or the part none.
    public func crop(to size: CGSize, anchorOn anchor: CGPoint) -> KFCrossPlatformImage {
        (try? cropped(to: size, anchorOn: anchor)) ?? base
    }

    /// ``crop(to:anchorOn:)``, with its errors.
    func cropped(to size: CGSize, anchorOn anchor: CGPoint) throws -> KFCrossPlatformImage {
        let part = self.size.kf.constrainedRect(for: size, anchor: anchor).scaled(scale)
        let orientation = base.bitmapOrientation
        return try rewrapped { bitmap in
            let upright = orientation.upright(
                PixelSize(width: bitmap.width, height: bitmap.height))
            let rect = try Self.pixels(of: part, in: upright)
            return try bitmap.cropped(to: orientation.stored(rect, in: upright))
        }
    }

    /// As many whole pixels as the part is large, from the pixel that its corner lies in.
    private static func pixels(of part: CGRect, in size: PixelSize) throws -> PixelRect {
        guard part.width > 0, part.height > 0 else { throw RasterError.emptyRegion }
        let width = min(wholePixels(Double(part.width)), size.width)
        let height = min(wholePixels(Double(part.height)), size.height)
        return PixelRect(
            x: min(Int((part.minX + 0.0001).rounded(.down)), size.width - width),
            y: min(Int((part.minY + 0.0001).rounded(.down)), size.height - height),
            width: width, height: height)
    }
}
