public import Foundation

/// Called on the main queue as bytes arrive, with the bytes so far and the bytes expected.
public typealias DownloadProgressBlock = ((_ receivedSize: Int64, _ totalSize: Int64) -> Void)

/// Called when a later attempt of a request (retry, low data, alternative source) has its own task,
/// or nil when that attempt needs none.
public typealias DownloadTaskUpdatedBlock = (@Sendable (_ newTask: DownloadTask?) -> Void)

/// What a successful retrieval gives.
public struct RetrieveImageResult: Sendable {
    /// The final image, after the processor and the image modifier.
    public let image: KFCrossPlatformImage
    /// Where the image was found; ``CacheType/none`` when it was loaded or made for this request.
    public let cacheType: CacheType
    /// The source that succeeded.
    public let source: Source
    /// The source that was asked for; differs from ``source`` after a fallback.
    public let originalSource: Source
    /// Encoded bytes: what was loaded, or for a cached image what its serializer makes of it, anew
    /// at each call.
    public let data: @Sendable () -> Data?
    /// Times and sizes of the download; nil for caches and providers.
    public let metrics: NetworkMetrics?

    /// Creates a result.
    ///
    /// - Parameters:
    ///   - image: The final image.
    ///   - cacheType: Where it was found.
    ///   - source: The source that succeeded.
    ///   - originalSource: The source that was asked for.
    ///   - data: Gives encoded bytes.
    ///   - metrics: Times and sizes of the download. Default nil.
    public init(
        image: KFCrossPlatformImage, cacheType: CacheType, source: Source, originalSource: Source,
        data: @escaping @Sendable () -> Data?, metrics: NetworkMetrics? = nil
    ) {
        self.image = image
        self.cacheType = cacheType
        self.source = source
        self.originalSource = originalSource
        self.data = data
        self.metrics = metrics
    }
}

/// One failed source of a request that had several.
public struct PropagationError: Sendable {
    /// The source that failed.
    public let source: Source
    /// Why it failed.
    public let error: KingfisherError
}
