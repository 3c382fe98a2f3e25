public import Foundation

/// What the download of a live photo's resource gives: bytes, without an image.
public struct LivePhotoResourceDownloadingResult: Sendable {
    /// The URL of the request after its modifier ran; nil when nothing was downloaded.
    public let url: URL?
    /// The bytes.
    public let originalData: Data

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - originalData: The bytes.
    ///   - url: Where they were downloaded from. Default nil.
    public init(originalData: Data, url: URL? = nil) {
        self.originalData = originalData
        self.url = url
    }
}
