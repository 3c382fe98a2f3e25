public import Foundation

/// What a successful download gives.
public struct ImageLoadingResult: Sendable {
    /// The image that the caller's processor made.
    public let image: KFCrossPlatformImage
    /// The URL of the request after its modifier ran; nil when the image was not downloaded.
    public let url: URL?
    /// The bytes that the image was made from.
    public let originalData: Data
    /// Times and sizes of the transfer; nil when the image was not downloaded.
    public let metrics: NetworkMetrics?

    /// What to remember of the response; nil unless the policy of a caller who shares it wants that.
    var response: StoredResponse?

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - url: Where it was downloaded from. Default nil.
    ///   - originalData: The bytes that the image was made from.
    ///   - metrics: Times and sizes of the transfer. Default nil.
    public init(
        image: KFCrossPlatformImage, url: URL? = nil, originalData: Data,
        metrics: NetworkMetrics? = nil
    ) {
        self.image = image
        self.url = url
        self.originalData = originalData
        self.metrics = metrics
    }
}
