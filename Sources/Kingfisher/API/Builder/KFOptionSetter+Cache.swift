public import Foundation

extension KFOptionSetter {
    /// Says what decides whether a cached image is used.
    ///
    /// - Parameter policy: The policy.
    /// - Returns: The changed setter.
    public func cachePolicy(_ policy: ImageCachePolicy) -> Self {
        setting(\.cachePolicy, to: policy)
    }

    /// Hears of the new image when one that was served from a cache turned out to have changed.
    ///
    /// - Parameter handler: Called on the callback queue after completion; nil for nobody.
    /// - Returns: The changed setter.
    public func refreshHandler(_ handler: (@Sendable (RetrieveImageResult) -> Void)?) -> Self {
        setting(\.refreshHandler, to: handler)
    }

    /// Looks for final images in a cache and stores them there.
    ///
    /// - Parameter cache: The cache.
    /// - Returns: The changed setter.
    public func targetCache(_ cache: ImageCache) -> Self {
        setting(\.targetCache, to: cache)
    }

    /// Keeps original images in a cache.
    ///
    /// - Parameter cache: The cache.
    /// - Returns: The changed setter.
    public func originalCache(_ cache: ImageCache) -> Self {
        setting(\.originalCache, to: cache)
    }

    /// Loads without looking into any cache.
    ///
    /// - Parameter enabled: Whether to do so. Default true.
    /// - Returns: The changed setter.
    public func forceRefresh(_ enabled: Bool = true) -> Self {
        setting(\.forceRefresh, to: enabled)
    }

    /// Treats images that are only on disk as missing, and loads them again.
    ///
    /// - Parameter enabled: Whether to do so. Default true.
    /// - Returns: The changed setter.
    public func fromMemoryCacheOrRefresh(_ enabled: Bool = true) -> Self {
        setting(\.fromMemoryCacheOrRefresh, to: enabled)
    }

    /// Keeps the final image in memory only.
    ///
    /// - Parameter enabled: Whether to do so. Default true.
    /// - Returns: The changed setter.
    public func cacheMemoryOnly(_ enabled: Bool = true) -> Self {
        setting(\.cacheMemoryOnly, to: enabled)
    }

    /// Completes only after the caches have been written.
    ///
    /// - Parameter enabled: Whether to do so. Default true.
    /// - Returns: The changed setter.
    public func waitForCache(_ enabled: Bool = true) -> Self {
        setting(\.waitForCache, to: enabled)
    }

    /// Never loads; a miss is an error.
    ///
    /// - Parameter enabled: Whether to do so. Default true.
    /// - Returns: The changed setter.
    public func onlyFromCache(_ enabled: Bool = true) -> Self {
        setting(\.onlyFromCache, to: enabled)
    }

    /// Also writes the original bytes to disk when a processor is used.
    ///
    /// - Parameter enabled: Whether to do so. Default true.
    /// - Returns: The changed setter.
    public func cacheOriginalImage(_ enabled: Bool = true) -> Self {
        setting(\.cacheOriginalImage, to: enabled)
    }

    /// Reads from disk on the calling queue.
    ///
    /// - Parameter enabled: Whether to do so. Default true.
    /// - Returns: The changed setter.
    public func loadDiskFileSynchronously(_ enabled: Bool = true) -> Self {
        setting(\.loadDiskFileSynchronously, to: enabled)
    }

    /// Says how the file of the final image is written.
    ///
    /// - Parameter writingOptions: The options. Empty unless set.
    /// - Returns: The changed setter.
    public func diskStoreWriteOptions(_ writingOptions: Data.WritingOptions) -> Self {
        setting(\.diskStoreWriteOptions, to: writingOptions)
    }

    /// Says how long the final image stays in memory.
    ///
    /// - Parameter expiration: The time; nil means the configuration of the cache.
    /// - Returns: The changed setter.
    public func memoryCacheExpiration(_ expiration: StorageExpiration?) -> Self {
        setting(\.memoryCacheExpiration, to: expiration)
    }

    /// Says how a hit in memory extends the time the image stays there.
    ///
    /// - Parameter extending: The extension.
    /// - Returns: The changed setter.
    public func memoryCacheAccessExtending(_ extending: ExpirationExtending) -> Self {
        setting(\.memoryCacheAccessExtendingExpiration, to: extending)
    }

    /// Says how long images stay on disk.
    ///
    /// - Parameter expiration: The time; nil means the configuration of the cache.
    /// - Returns: The changed setter.
    public func diskCacheExpiration(_ expiration: StorageExpiration?) -> Self {
        setting(\.diskCacheExpiration, to: expiration)
    }

    /// Says how a hit on disk extends the time the image stays there.
    ///
    /// - Parameter extending: The extension.
    /// - Returns: The changed setter.
    public func diskCacheAccessExtending(_ extending: ExpirationExtending) -> Self {
        setting(\.diskCacheAccessExtendingExpiration, to: extending)
    }

    /// Converts between images and the bytes on disk in a way of its own.
    ///
    /// - Parameter cacheSerializer: The serializer.
    /// - Returns: The changed setter.
    public func serialize(by cacheSerializer: any CacheSerializer) -> Self {
        setting(\.cacheSerializer, to: cacheSerializer)
    }

    /// Keeps images on disk in a format.
    ///
    /// - Parameters:
    ///   - format: The format; ``ImageFormat/unknown`` means PNG.
    ///   - jpegCompressionQuality: Quality of JPEG, 0 to 1. Nil, the default, means 1.
    /// - Returns: The changed setter.
    public func serialize(
        as format: ImageFormat, jpegCompressionQuality: CGFloat? = nil
    ) -> Self {
        let serializer: FormatIndicatedCacheSerializer =
            switch format {
            case .JPEG: .jpeg(compressionQuality: jpegCompressionQuality ?? 1)
            case .GIF: .gif
            case .PNG, .unknown: .png
            }
        return serialize(by: serializer)
    }
}
