public import Foundation

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// Makes an image of encoded bytes.
    ///
    /// - Parameters:
    ///   - data: The bytes of a picture in any format that can be decoded.
    ///   - options: Scale and what to do with animations.
    /// - Returns: The image, or nil when the data is none.
    public static func image(data: Data, options: ImageCreatingOptions) -> KFCrossPlatformImage? {
        if data.kf.imageFormat == .GIF || PlatformImageSource.isAnimated(data) {
            return animatedImage(data: data, options: options)
        }
        return PlatformImageCoder.image(
            data: data, scale: options.scale, limits: options.decodeLimits ?? .default)
    }

    /// Makes a small image of encoded bytes without decoding it at full size where that can be
    /// avoided.
    ///
    /// The longer side of the result has at most `max(width, height) * scale` pixels; nothing is
    /// enlarged. The result is upright and still. A size that is not above zero, or not a number,
    /// stands for full size.
    ///
    /// - Parameters:
    ///   - data: The bytes of a picture.
    ///   - pointSize: The wanted size in points, of which only the larger side counts.
    ///   - scale: Pixels for each point, also of the result.
    /// - Returns: The image, or nil when the data is none.
    public static func downsampledImage(
        data: Data, to pointSize: CGSize, scale: CGFloat
    ) -> KFCrossPlatformImage? {
        downsampledImage(data: data, to: pointSize, scale: scale, limits: .default)
    }

    /// As ``downsampledImage(data:to:scale:)``, under limits of its own.
    static func downsampledImage(
        data: Data, to pointSize: CGSize, scale: CGFloat, limits: DecodeLimits
    ) -> KFCrossPlatformImage? {
        let side = maxPixelSize(of: pointSize, scale: scale)
        let decoded = try? PlatformImageCoder.bitmap(
            data: data, maxPixelSize: side, limits: limits)
        guard let bitmap = decoded else { return nil }
        return KFCrossPlatformImage(bitmap: bitmap, scale: scale)
    }

    /// The image reduced as ``downsampledImage(data:to:scale:)`` reduces encoded ones.
    func downsampled(to pointSize: CGSize, scale: CGFloat) throws -> KFCrossPlatformImage {
        let bitmap = try uprightBitmap()
        guard let limit = Self.maxPixelSize(of: pointSize, scale: scale) else {
            return KFCrossPlatformImage(bitmap: bitmap, scale: scale)
        }
        return KFCrossPlatformImage(bitmap: try bitmap.reduced(maxPixelSize: limit), scale: scale)
    }

    /// The limit of the longer side in pixels, or nil for full size.
    private static func maxPixelSize(of pointSize: CGSize, scale: CGFloat) -> Int? {
        let side = max(pointSize.width, pointSize.height) * scale
        // Also false when the side is not a number.
        guard side > 0, side < CGFloat(Int32.max) else { return nil }
        // Takes 56.999999 for the 57 that was meant.
        return max(Int(side + 0.0001), 1)
    }
}
