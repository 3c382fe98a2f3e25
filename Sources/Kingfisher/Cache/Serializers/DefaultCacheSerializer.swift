public import Foundation

/// Keeps images in the format of their original data.
public struct DefaultCacheSerializer: CacheSerializer {
    /// The serializer with default settings.
    public static let `default` = DefaultCacheSerializer()

    /// Quality of images written as JPEG, 0 (smallest) to 1 (best).
    ///
    /// Default 1.
    public var compressionQuality: CGFloat = 1.0

    /// Whether the original bytes are written where they are known.
    ///
    /// Default false.
    ///
    /// Saves the time to encode, but keeps what came before the processor: an image read back is
    /// processed again.
    public var preferCacheOriginalData = false

    /// Whether images read back have to be processed again; ``preferCacheOriginalData``.
    public var originalDataUsed: Bool { preferCacheOriginalData }

    /// Creates a serializer with default settings.
    public init() {}

    /// The image in the format of its original data, or that data itself.
    ///
    /// - Parameters:
    ///   - image: The image to store.
    ///   - original: The bytes it was made from; they decide the format. Without them, the file that
    ///     an animation or an image of more than 8 bits carries is written, else a PNG.
    /// - Returns: The bytes; nil for an image without pixels.
    public func data(with image: KFCrossPlatformImage, original: Data?) -> Data? {
        if preferCacheOriginalData, let original { return original }
        guard let original else {
            return image.kf.embeddedGIF ?? image.kf.keptFile ?? image.kf.data(format: .unknown)
        }
        let format = original.kf.imageFormat
        if let file = image.kf.keptFile(as: format) { return file }
        let data = image.kf.data(format: format, compressionQuality: compressionQuality)
        // A processed frame of an animation carries no animation: it is a picture like any other.
        return data ?? image.kf.data(format: .unknown)
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
}

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The bytes of the GIF that the image was made of, if they really are one.
    fileprivate var embeddedGIF: Data? {
        guard let data = animatedImageData, data.kf.imageFormat == .GIF else { return nil }
        return data
    }
}
