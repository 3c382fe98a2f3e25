public import Foundation

/// Keeps images in one format, whatever they were made from.
///
/// An image that cannot be written in the format is kept in that of its original data, and as PNG
/// where that does not work either.
public struct FormatIndicatedCacheSerializer: CacheSerializer {
    /// Keeps images as PNG.
    public static let png = FormatIndicatedCacheSerializer(.PNG)

    /// Keeps images as JPEG of the best quality.
    public static let jpeg = FormatIndicatedCacheSerializer(.JPEG)

    /// Keeps images as JPEG.
    ///
    /// - Parameter compressionQuality: 0 (smallest) to 1 (best).
    /// - Returns: The serializer.
    public static func jpeg(compressionQuality: CGFloat) -> FormatIndicatedCacheSerializer {
        FormatIndicatedCacheSerializer(.JPEG, quality: compressionQuality)
    }

    /// Keeps animations as GIF: in the file they came in if it is one, else encoded as one.
    public static let gif = FormatIndicatedCacheSerializer(.GIF)

    private let format: ImageFormat
    private let quality: CGFloat

    private init(_ format: ImageFormat, quality: CGFloat = 1.0) {
        self.format = format
        self.quality = quality
    }

    /// The image in the indicated format, in that of its original, or as PNG.
    ///
    /// - Parameters:
    ///   - image: The image to store.
    ///   - original: The bytes it was made from. They are looked at, but never written: they may lack
    ///     what a processor did.
    /// - Returns: The bytes; nil for an image without pixels.
    public func data(with image: KFCrossPlatformImage, original: Data?) -> Data? {
        if let data = encoded(image, as: format) { return data }
        let originalFormat = original?.kf.imageFormat ?? .unknown
        if originalFormat != format, let data = encoded(image, as: originalFormat) { return data }
        return image.kf.data(format: .unknown)
    }

    /// The image that bytes from disk hold.
    ///
    /// - Parameters:
    ///   - data: What was read.
    ///   - options: The options of the request: scale, and how animations are decoded.
    /// - Returns: The image, or nil when the bytes are none.
    public func image(
        with data: Data, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        KingfisherWrapper.image(data: data, options: options.imageCreatingOptions)
    }

    private func encoded(_ image: KFCrossPlatformImage, as format: ImageFormat) -> Data? {
        guard format != .unknown else { return nil }
        // All of an animation, also where only its first frame was decoded: others may want more.
        if let file = image.kf.keptFile(as: format) { return file }
        return image.kf.data(format: format, compressionQuality: quality)
    }
}
