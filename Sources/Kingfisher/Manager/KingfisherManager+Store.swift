import Foundation

extension KingfisherManager {
    /// Stores a final image, and its original if wanted.
    ///
    /// A failed store is not reported: an image that could not be cached is still an image.
    ///
    /// - Parameters:
    ///   - image: The processed image, not modified.
    ///   - original: The bytes it was made from, where known.
    ///   - source: Gives the key.
    ///   - options: The options of the request.
    ///   - storesOriginal: Whether the original bytes are written to the original cache as well.
    ///   - completion: Called once: when the stores have been issued, or under `waitForCache` when
    ///     they have ended. The image is in memory by then.
    func store(
        _ image: KFCrossPlatformImage, original: Data?, source: Source,
        options: KingfisherParsedOptionsInfo, storesOriginal: Bool,
        completion: @escaping @Sendable () -> Void
    ) {
        let coordinator = CacheCallbackCoordinator(
            shouldWaitForCache: options.waitForCache, shouldCacheOriginal: storesOriginal)
        options.events?.post(.storingBegan)
        if options.cacheSerializer.originalDataUsed { image.markAsResult(of: options.processor) }
        targetCache(for: options).store(
            image, original: original, forKey: source.cacheKey, options: options.deliveredInline,
            toDisk: !options.cacheMemoryOnly
        ) { result in
            options.events?.post(.storingEnded(.target, succeeded: result.isSuccess))
            coordinator.apply(.cachingImage, trigger: completion)
        }
        if storesOriginal, let original {
            originalCache(for: options).storeToDisk(
                original, forKey: source.cacheKey,
                processorIdentifier: DefaultImageProcessor.default.identifier,
                forcedExtension: options.forcedExtension, expiration: options.diskCacheExpiration,
                callbackQueue: .untouch
            ) { result in
                options.events?.post(.storingEnded(.original, succeeded: result.isSuccess))
                coordinator.apply(.cachingOriginalImage, trigger: completion)
            }
        }
        coordinator.apply(.cacheInitiated, trigger: completion)
    }
}

extension CacheStoreResult {
    /// Whether both storages took it.
    fileprivate var isSuccess: Bool {
        if case .success = diskCacheResult { return true }
        return false
    }
}
