import Foundation

extension ImageCache {
    /// Options that say what a store is told in single settings.
    static func options(
        _ identifier: String, _ forcedExtension: String?, _ serializer: any CacheSerializer,
        _ callbackQueue: CallbackQueue
    ) -> KingfisherParsedOptionsInfo {
        var options = KingfisherParsedOptionsInfo(nil)
        options.processor = NamedProcessor(identifier: identifier)
        options.cacheSerializer = serializer
        options.forcedExtension = forcedExtension
        options.callbackQueue = callbackQueue
        return options
    }

    func storeImage(
        _ image: KFCrossPlatformImage, original: Data?, forKey key: String,
        options: KingfisherParsedOptionsInfo, toDisk: Bool,
        _ completion: (@Sendable (CacheStoreResult) -> Void)?
    ) {
        let entry = diskStorage.resolved(
            EntryKey(key, options.processor.identifier, options.forcedExtension))
        memoryStorage.store(
            value: image, forKey: entry.key, expiration: options.memoryCacheExpiration)
        guard toDisk else {
            report(.success(()), on: options.callbackQueue, completion)
            return
        }
        let serializer = options.cacheSerializer
        submitStore(entry, callbackQueue: options.callbackQueue, completion) { disk in
            // What will not be kept need not be encoded.
            guard try disk.accepts(options.diskCacheExpiration) else { return }
            guard let data = serializer.data(with: image, original: original) else {
                throw KingfisherError.cacheError(
                    reason: .cannotSerializeImage(
                        image: image, original: original, serializer: serializer))
            }
            try disk.store(
                value: data, forKey: entry.key, expiration: options.diskCacheExpiration,
                writeOptions: options.diskStoreWriteOptions,
                forcedExtension: entry.forcedExtension, record: options.storedResponse?.encoded)
        }
    }

    func storeData(
        _ data: Data, _ entry: EntryKey, expiration: StorageExpiration?, record: Data? = nil,
        callbackQueue: CallbackQueue, _ completion: (@Sendable (CacheStoreResult) -> Void)?
    ) {
        let entry = diskStorage.resolved(entry)
        submitStore(entry, callbackQueue: callbackQueue, completion) { disk in
            try disk.store(
                value: data, forKey: entry.key, expiration: expiration, writeOptions: [],
                forcedExtension: entry.forcedExtension, record: record)
        }
    }

    private func submitStore(
        _ entry: EntryKey, callbackQueue: CallbackQueue,
        _ completion: (@Sendable (CacheStoreResult) -> Void)?,
        _ store: @escaping @Sendable (DiskStorage.Backend<Data>) throws -> Void
    ) {
        change(.write(entry)) { [self] in
            let result: Result<(), KingfisherError>
            do {
                result = .success(try store(diskStorage))
            } catch let error as KingfisherError {
                result = .failure(error)
            } catch {
                result = .failure(
                    .cacheError(reason: .cannotConvertToData(object: entry.key, error: error)))
            }
            trimIfNeeded()
            return { self.report(result, on: callbackQueue, completion) }
        } forgetting: {
            // What is being read now is older than these bytes and must not reach memory after them.
            readers.forget(entry)
        }
    }

    private func report(
        _ diskResult: Result<(), KingfisherError>, on queue: CallbackQueue,
        _ completion: (@Sendable (CacheStoreResult) -> Void)?
    ) {
        guard let completion else { return }
        let result = CacheStoreResult(
            memoryCacheResult: .success(()), diskCacheResult: diskResult)
        queue.execute { completion(result) }
    }
}
