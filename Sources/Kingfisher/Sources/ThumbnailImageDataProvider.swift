public import Foundation

/// Makes a small picture of a large file, as encoded data in the file's own format.
///
/// The file is decoded no larger than needed and turned upright.
public struct ThumbnailImageDataProvider: ImageDataProvider {
    /// Why no thumbnail came out.
    public enum ThumbnailImageDataProviderError: Error {
        /// The file cannot be read.
        case invalidImageSource
        /// The file is no picture that can be decoded.
        case invalidThumbnail
        /// The format of the file cannot be written, and neither can PNG.
        case writeDataError
        /// The picture could not be encoded.
        case finalizeDataError
    }

    /// The file.
    public let url: URL
    /// Longest side of the thumbnail in pixels.
    ///
    /// Pictures are never enlarged.
    public var maxPixelSize: CGFloat
    /// Whether the thumbnail is always made of the picture itself.
    ///
    /// Default true. Otherwise one that the file carries may serve, on systems that look for it.
    public var alwaysCreateThumbnail: Bool
    /// The key of the thumbnail in the caches.
    public var cacheKey: String

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - maxPixelSize: Longest side of the thumbnail in pixels.
    ///   - alwaysCreateThumbnail: Whether the thumbnail is always made of the picture itself.
    ///     Default true.
    ///   - cacheKey: The key in the caches. Nil, the default, makes one of the other parameters.
    public init(
        url: URL, maxPixelSize: CGFloat, alwaysCreateThumbnail: Bool = true,
        cacheKey: String? = nil
    ) {
        self.url = url
        self.maxPixelSize = maxPixelSize
        self.alwaysCreateThumbnail = alwaysCreateThumbnail
        self.cacheKey =
            cacheKey ?? "\(url.absoluteString)_thumb_\(maxPixelSize)_\(alwaysCreateThumbnail)"
    }

    /// Makes the thumbnail on the global user-initiated queue.
    ///
    /// - Parameter handler: Receives the encoded thumbnail, a ``ThumbnailImageDataProviderError``,
    ///   or `KingfisherError.imageSettingError(.emptySource)` when the URL is not that of a file or
    ///   the size is below one pixel. Called on that queue.
    public func data(handler: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        DispatchQueue.global(qos: .userInitiated).async {
            handler(Result { try makeThumbnail() })
        }
    }

    private func makeThumbnail() throws -> Data {
        guard url.isFileURL, maxPixelSize >= 1, let side = Int(exactly: maxPixelSize.rounded(.down))
        else { throw KingfisherError.imageSettingError(reason: .emptySource) }
        guard let original = try? Data(contentsOf: url) else {
            throw ThumbnailImageDataProviderError.invalidImageSource
        }
        return try PlatformImageCoder.thumbnail(of: original, maxPixelSize: side)
    }
}
