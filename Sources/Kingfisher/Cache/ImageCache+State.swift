import Foundation

extension ImageCache {
    func isOnDisk(_ entry: EntryKey) -> Bool {
        diskStorage.isCached(forKey: entry.key, forcedExtension: entry.forcedExtension)
    }

    /// Where an image is, asking the disk away from the calling thread.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - identifier: Identifies its processor. Default empty: none.
    ///   - forcedExtension: The file's extension. Default nil.
    ///   - callbackQueue: Where the handler runs. Default ``CallbackQueue/mainCurrentOrAsync``.
    ///   - completionHandler: Called once; for an image in memory at once through the queue.
    public func imageCachedTypeAsync(
        forKey key: String,
        processorIdentifier identifier: String = DefaultImageProcessor.default.identifier,
        forcedExtension: String? = nil, callbackQueue: CallbackQueue = .mainCurrentOrAsync,
        completionHandler: @escaping @Sendable (CacheType) -> Void
    ) {
        let entry = diskStorage.resolved(EntryKey(key, identifier, forcedExtension))
        guard !memoryStorage.isCached(forKey: entry.key) else {
            callbackQueue.execute { completionHandler(.memory) }
            return
        }
        lanes.submitProbe(entry) { [weak self] in
            let type: CacheType = self?.isOnDisk(entry) == true ? .disk : .none
            callbackQueue.execute { completionHandler(type) }
        }
    }

    /// Where an image is, asking the disk away from the calling thread.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - identifier: Identifies its processor. Default empty: none.
    ///   - forcedExtension: The file's extension. Default nil.
    /// - Returns: ``CacheType/memory`` where it is in both.
    public func imageCachedTypeAsync(
        forKey key: String,
        processorIdentifier identifier: String = DefaultImageProcessor.default.identifier,
        forcedExtension: String? = nil
    ) async -> CacheType {
        await withCheckedContinuation { continuation in
            imageCachedTypeAsync(
                forKey: key, processorIdentifier: identifier, forcedExtension: forcedExtension,
                callbackQueue: .untouch
            ) {
                continuation.resume(returning: $0)
            }
        }
    }

    /// Whether an image is in memory or on disk.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - identifier: Identifies its processor. Default empty: none.
    ///   - forcedExtension: The file's extension. Default nil.
    /// - Returns: Whether there is a valid one.
    public func isCached(
        forKey key: String,
        processorIdentifier identifier: String = DefaultImageProcessor.default.identifier,
        forcedExtension: String? = nil
    ) -> Bool {
        imageCachedType(
            forKey: key, processorIdentifier: identifier, forcedExtension: forcedExtension
        ).cached
    }
}
