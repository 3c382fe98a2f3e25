public import Foundation

/// Turns images into the bytes that are kept on disk, and back.
public protocol CacheSerializer: Sendable {
    /// The bytes to write.
    ///
    /// - Parameters:
    ///   - image: The image to store, already processed.
    ///   - original: The bytes it was made from, where known.
    /// - Returns: The bytes, or nil when the image cannot be written.
    func data(with image: KFCrossPlatformImage, original: Data?) -> Data?

    /// The image that bytes from disk hold.
    ///
    /// - Parameters:
    ///   - data: What was read.
    ///   - options: The options of the request.
    /// - Returns: The image, or nil when the bytes are none.
    func image(with data: Data, options: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage?

    /// Whether the bytes on disk are the unprocessed original, so that an image read back has to be
    /// processed again. Default false.
    var originalDataUsed: Bool { get }
}

extension CacheSerializer {
    /// False: what is stored is the processed image.
    public var originalDataUsed: Bool { false }
}
