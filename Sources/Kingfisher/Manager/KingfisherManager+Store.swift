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
        ) { [self] result in
            options.events?.post(.storingEnded(.target, succeeded: result.isSuccess))
            removeReplacedFile(of: source, options: options) {
                coordinator.apply(.cachingImage, trigger: completion)
            }
        }
        if storesOriginal, let original {
            store(original, of: source, options: options) { result in
                options.events?.post(.storingEnded(.original, succeeded: result.isSuccess))
                coordinator.apply(.cachingOriginalImage, trigger: completion)
            }
        }
        coordinator.apply(.cacheInitiated, trigger: completion)
    }

    private func store(
        _ original: Data, of source: Source, options: KingfisherParsedOptionsInfo,
        completion: @escaping @Sendable (CacheStoreResult) -> Void
    ) {
        let cache = originalCache(for: options)
        let identifier = DefaultImageProcessor.default.identifier
        guard let record = options.storedResponse?.encoded, type(of: cache) == ImageCache.self
        else {
            // What a subclass overrides has no place for a record; its original is just an original.
            cache.storeToDisk(
                original, forKey: source.cacheKey, processorIdentifier: identifier,
                forcedExtension: options.forcedExtension, expiration: options.diskCacheExpiration,
                callbackQueue: .untouch, completionHandler: completion)
            return
        }
        cache.storeData(
            original, EntryKey(source.cacheKey, identifier, options.forcedExtension),
            expiration: options.diskCacheExpiration, record: record, callbackQueue: .untouch,
            completion)
    }

    /// Removes the file of an image whose newer version is in memory only.
    ///
    /// What is remembered with the file would be taken for what the server said about the newer
    /// image, and without that the file would be taken for fresh.
    private func removeReplacedFile(
        of source: Source, options: KingfisherParsedOptionsInfo,
        completion: @escaping @Sendable () -> Void
    ) {
        guard options.cacheMemoryOnly, options.storedResponse != nil else { return completion() }
        targetCache(for: options).removeImage(
            forKey: source.cacheKey, processorIdentifier: options.processor.identifier,
            forcedExtension: options.forcedExtension, fromMemory: false,
            callbackQueue: .untouch, completionHandler: completion)
    }

    /// Removes what was kept of a source whose server now forbids to keep it.
    func forget(_ source: Source, options: KingfisherParsedOptionsInfo) {
        let original = DefaultImageProcessor.default.identifier
        for (cache, identifier) in [
            (targetCache(for: options), options.processor.identifier),
            (originalCache(for: options), original),
        ] {
            cache.removeImage(
                forKey: source.cacheKey, processorIdentifier: identifier,
                forcedExtension: options.forcedExtension)
        }
    }
}

extension CacheStoreResult {
    /// Whether both storages took it.
    fileprivate var isSuccess: Bool {
        if case .success = diskCacheResult { return true }
        return false
    }
}
