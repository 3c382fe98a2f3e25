public import Foundation

/// A cache of images: a memory storage in front of a disk storage.
///
/// All members may be used from any thread. What a member does in memory is done when it returns.
/// Disk work runs on queues of the cache: in the order it was asked for where it concerns one entry,
/// side by side where it does not. Clearing, cleaning and measuring the disk take in everything that
/// was asked for before.
// Only what stands in the class itself can be overridden; the work is in extensions.
// Unchecked: a class that may be subclassed; all its properties are constants safe for any thread.
open class ImageCache: @unchecked Sendable {
    /// Makes the cache directory's URL from the directory it is to be in and its name.
    public typealias DiskCachePathClosure = @Sendable (URL, String) -> URL

    /// The cache that is used unless a request names another one.
    ///
    /// Its name is reserved.
    public static let `default` = ImageCache(name: "default")

    /// The images in memory, with settings in its `config`.
    public let memoryStorage: MemoryStorage.Backend<KFCrossPlatformImage>

    /// The files on disk, with settings in its `config`.
    public let diskStorage: DiskStorage.Backend<Data>

    let lanes: DiskLanes
    let readers: ImageReaders
    let trimming = TrimControl()
    private let systemEvents = CacheSystemEvents()

    /// Creates a cache of two storages.
    public init(
        memoryStorage: MemoryStorage.Backend<KFCrossPlatformImage>,
        diskStorage: DiskStorage.Backend<Data>
    ) {
        self.memoryStorage = memoryStorage
        self.diskStorage = diskStorage
        let queue = DispatchQueue(
            label: "com.onevcat.Kingfisher.ImageCache.ioQueue.\(diskStorage.config.name)",
            attributes: .concurrent)
        lanes = DiskLanes(queue: .dispatch(queue))
        readers = ImageReaders(
            lanes: lanes, decodes: DecodeLane(queue: .dispatch(queue)), disk: diskStorage,
            memory: memoryStorage)
        systemEvents.observe(for: self)
        keepSizeLimit()
    }

    /// Creates a cache of two storages whose disk work runs on a queue of the caller's, which may run
    /// several pieces of it at a time.
    init(
        memoryStorage: MemoryStorage.Backend<KFCrossPlatformImage>,
        diskStorage: DiskStorage.Backend<Data>, workQueue: CallbackQueue
    ) {
        self.memoryStorage = memoryStorage
        self.diskStorage = diskStorage
        lanes = DiskLanes(queue: workQueue)
        readers = ImageReaders(
            lanes: lanes, decodes: DecodeLane(queue: workQueue), disk: diskStorage,
            memory: memoryStorage)
        systemEvents.observe(for: self)
        keepSizeLimit()
    }

    // MARK: Storing

    /// Stores an image in memory, then on disk.
    ///
    /// - Parameters:
    ///   - image: The image. It is in memory when the method returns.
    ///   - original: The bytes it was made from, for the serializer. Default nil.
    ///   - key: Its key.
    ///   - options: Name the processor, the serializer, expirations, the file's extension and the
    ///     queue of the handler.
    ///   - toDisk: Whether it goes to disk as well. Default true.
    ///   - completionHandler: Called once on the queue of the options after the disk is done with it.
    open func store(
        _ image: KFCrossPlatformImage, original: Data? = nil, forKey key: String,
        options: KingfisherParsedOptionsInfo, toDisk: Bool = true,
        completionHandler: (@Sendable (CacheStoreResult) -> Void)? = nil
    ) {
        storeImage(
            image, original: original, forKey: key, options: options, toDisk: toDisk,
            completionHandler)
    }

    /// Stores an image in memory, then on disk, as the method with options does that say the same.
    ///
    /// Defaults: no original bytes, the processor that changes nothing, no extension,
    /// ``DefaultCacheSerializer/default``, disk included, ``CallbackQueue/untouch``.
    open func store(
        _ image: KFCrossPlatformImage, original: Data? = nil, forKey key: String,
        processorIdentifier identifier: String = "", forcedExtension: String? = nil,
        cacheSerializer serializer: any CacheSerializer = DefaultCacheSerializer.default,
        toDisk: Bool = true, callbackQueue: CallbackQueue = .untouch,
        completionHandler: (@Sendable (CacheStoreResult) -> Void)? = nil
    ) {
        store(
            image, original: original, forKey: key,
            options: Self.options(identifier, forcedExtension, serializer, callbackQueue),
            toDisk: toDisk, completionHandler: completionHandler)
    }

    /// Stores bytes on disk as they are.
    ///
    /// Memory is left alone.
    ///
    /// - Parameters:
    ///   - data: The bytes of the file.
    ///   - key: The key.
    ///   - identifier: Identifies the processor that made them. Default empty: none.
    ///   - forcedExtension: The file's extension. Default nil.
    ///   - expiration: How long the file stays valid. Nil, the default, means the disk storage's
    ///     settings.
    ///   - callbackQueue: Where the handler runs. Default ``CallbackQueue/untouch``.
    ///   - completionHandler: Called once after the file is written.
    open func storeToDisk(
        _ data: Data, forKey key: String, processorIdentifier identifier: String = "",
        forcedExtension: String? = nil, expiration: StorageExpiration? = nil,
        callbackQueue: CallbackQueue = .untouch,
        completionHandler: (@Sendable (CacheStoreResult) -> Void)? = nil
    ) {
        storeData(
            data, EntryKey(key, identifier, forcedExtension), expiration: expiration,
            callbackQueue: callbackQueue, completionHandler)
    }

    // MARK: Removing

    /// Removes one version of an image.
    ///
    /// Those of other processors and extensions stay.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - identifier: Identifies its processor. Default empty: none.
    ///   - forcedExtension: The file's extension. Default nil.
    ///   - fromMemory: Whether it leaves memory, before the method returns. Default true.
    ///   - fromDisk: Whether its file is removed. Default true.
    ///   - callbackQueue: Where the handler runs. Default ``CallbackQueue/untouch``.
    ///   - completionHandler: Called once at the end, whether or not there was anything to remove.
    open func removeImage(
        forKey key: String, processorIdentifier identifier: String = "",
        forcedExtension: String? = nil, fromMemory: Bool = true, fromDisk: Bool = true,
        callbackQueue: CallbackQueue = .untouch, completionHandler: (@Sendable () -> Void)? = nil
    ) {
        removeImage(
            EntryKey(key, identifier, forcedExtension), fromMemory: fromMemory, fromDisk: fromDisk,
            callbackQueue: callbackQueue
        ) { _ in completionHandler?() }
    }

    // MARK: Retrieving

    /// Looks for an image in memory, then on disk.
    ///
    /// What is found on disk is put into memory.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - options: Say which version is meant and how it is read.
    ///   - callbackQueue: Where the handler runs. Default ``CallbackQueue/mainCurrentOrAsync``.
    ///   - completionHandler: Called once with ``ImageCacheResult/none`` when there is no such image,
    ///     and with a failure when a file is there and cannot be read. Without it nothing is done.
    open func retrieveImage(
        forKey key: String, options: KingfisherParsedOptionsInfo,
        callbackQueue: CallbackQueue = .mainCurrentOrAsync,
        completionHandler: (@Sendable (Result<ImageCacheResult, KingfisherError>) -> Void)?
    ) {
        guard let completionHandler else { return }
        findImage(
            forKey: key, options: options, callbackQueue: callbackQueue, completionHandler)
    }

    /// As the method that takes parsed options, with options as a list.
    open func retrieveImage(
        forKey key: String, options: KingfisherOptionsInfo? = nil,
        callbackQueue: CallbackQueue = .mainCurrentOrAsync,
        completionHandler: (@Sendable (Result<ImageCacheResult, KingfisherError>) -> Void)?
    ) {
        retrieveImage(
            forKey: key, options: KingfisherParsedOptionsInfo(options),
            callbackQueue: callbackQueue, completionHandler: completionHandler)
    }

    /// The image in memory, or nil.
    ///
    /// Extends its time as the options say.
    open func retrieveImageInMemoryCache(
        forKey key: String, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        memoryStorage.value(
            forKey: key.computedKey(with: options.processor.identifier),
            extendingExpiration: options.memoryCacheAccessExtendingExpiration)
    }

    /// The image in memory, or nil, with options as a list.
    open func retrieveImageInMemoryCache(
        forKey key: String, options: KingfisherOptionsInfo? = nil
    ) -> KFCrossPlatformImage? {
        retrieveImageInMemoryCache(forKey: key, options: KingfisherParsedOptionsInfo(options))
    }

    /// Looks for an image on disk only.
    ///
    /// Memory is neither asked nor filled. The handler is called once, with nil when there is no such
    /// image, on a queue that is ``CallbackQueue/untouch`` by default.
    open func retrieveImageInDiskCache(
        forKey key: String, options: KingfisherOptionsInfo? = nil,
        callbackQueue: CallbackQueue = .untouch,
        completionHandler:
            @escaping @Sendable (Result<KFCrossPlatformImage?, KingfisherError>) -> Void
    ) {
        readImage(
            forKey: key, options: KingfisherParsedOptionsInfo(options), promotes: false,
            callbackQueue: callbackQueue, completionHandler)
    }

    // MARK: Clearing and cleaning

    /// Removes all files; the handler is called once on the main queue, also after a failure.
    open func clearDiskCache(completion handler: (@Sendable () -> Void)? = nil) {
        clearDisk(handler)
    }

    /// Drops expired images from memory, then cleans the disk as ``cleanExpiredDiskCache(completion:)``
    /// does.
    open func cleanExpiredCache(completion handler: (@Sendable () -> Void)? = nil) {
        cleanExpiredMemoryCache()
        cleanExpiredDiskCache(completion: handler)
    }

    /// Drops expired images from memory.
    open func cleanExpiredMemoryCache() {
        memoryStorage.removeExpired()
    }

    /// Removes files that expired, then those that exceed the size limit.
    ///
    /// Posts `KingfisherDidCleanDiskCache` where anything was removed, then calls the handler; both on
    /// the main queue. The handler is called once whatever happens.
    open func cleanExpiredDiskCache(completion handler: (@Sendable () -> Void)? = nil) {
        cleanDisk(handler)
    }

    // MARK: Questions

    /// Where an image is.
    ///
    /// The answer reads no file and extends nothing.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - identifier: Identifies its processor. Default empty: none.
    ///   - forcedExtension: The file's extension; of no meaning for memory. Default nil.
    /// - Returns: ``CacheType/memory`` where it is in both.
    open func imageCachedType(
        forKey key: String,
        processorIdentifier identifier: String = DefaultImageProcessor.default.identifier,
        forcedExtension: String? = nil
    ) -> CacheType {
        let entry = EntryKey(key, identifier, forcedExtension)
        if memoryStorage.isCached(forKey: entry.key) { return .memory }
        return isOnDisk(entry) ? .disk : .none
    }

    /// The name of the file an image has or would have.
    open func hash(
        forKey key: String,
        processorIdentifier identifier: String = DefaultImageProcessor.default.identifier,
        forcedExtension: String? = nil
    ) -> String {
        diskStorage.cacheFileName(
            forKey: key.computedKey(with: identifier), forcedExtension: forcedExtension)
    }

    /// Measures all files, in bytes; the completion is called once on the main queue.
    open func calculateDiskStorageSize(
        completion handler: @escaping (@Sendable (Result<UInt, KingfisherError>) -> Void)
    ) {
        measureDisk(handler)
    }

    /// What the images in memory weigh, in bytes.
    open var memoryStorageCacheCost: Int { memoryStorage.totalCacheCost() }

    /// The path of the file an image has or would have.
    open func cachePath(
        forKey key: String,
        processorIdentifier identifier: String = DefaultImageProcessor.default.identifier,
        forcedExtension: String? = nil
    ) -> String {
        diskStorage.cacheFileURL(
            forKey: key.computedKey(with: identifier), forcedExtension: forcedExtension
        ).path
    }

    /// The file of an image if there is a valid one, whatever is in memory.
    open func cacheFileURLIfOnDisk(
        forKey key: String,
        processorIdentifier identifier: String = DefaultImageProcessor.default.identifier,
        forcedExtension: String? = nil
    ) -> URL? {
        let entry = EntryKey(key, identifier, forcedExtension)
        guard isOnDisk(entry) else { return nil }
        return diskStorage.cacheFileURL(forKey: entry.key, forcedExtension: forcedExtension)
    }

    // MARK: Asynchronous forms. Cancelling the calling task changes nothing in them.

    /// As the store with options and a handler; throws what went wrong on disk.
    open func store(
        _ image: KFCrossPlatformImage, original: Data? = nil, forKey key: String,
        options: KingfisherParsedOptionsInfo, toDisk: Bool = true
    ) async throws {
        try await diskResult {
            self.store(
                image, original: original, forKey: key, options: options, toDisk: toDisk,
                completionHandler: $0)
        }
    }

    /// As the store with single settings and a handler; throws what went wrong on disk.
    open func store(
        _ image: KFCrossPlatformImage, original: Data? = nil, forKey key: String,
        processorIdentifier identifier: String = "", forcedExtension: String? = nil,
        cacheSerializer serializer: any CacheSerializer = DefaultCacheSerializer.default,
        toDisk: Bool = true
    ) async throws {
        try await diskResult {
            self.store(
                image, original: original, forKey: key, processorIdentifier: identifier,
                forcedExtension: forcedExtension, cacheSerializer: serializer, toDisk: toDisk,
                completionHandler: $0)
        }
    }

    /// As the method with a handler; throws what went wrong.
    open func storeToDisk(
        _ data: Data, forKey key: String, processorIdentifier identifier: String = "",
        forcedExtension: String? = nil, expiration: StorageExpiration? = nil
    ) async throws {
        try await diskResult {
            self.storeToDisk(
                data, forKey: key, processorIdentifier: identifier,
                forcedExtension: forcedExtension, expiration: expiration, completionHandler: $0)
        }
    }

    /// As the method with a handler; throws a `CocoaError` when a file is there and cannot be removed.
    open func removeImage(
        forKey key: String, processorIdentifier identifier: String = "",
        forcedExtension: String? = nil, fromMemory: Bool = true, fromDisk: Bool = true
    ) async throws {
        try await removal(
            of: EntryKey(key, identifier, forcedExtension), fromMemory: fromMemory,
            fromDisk: fromDisk)
    }

    /// As the method with a handler; throws `KingfisherError` when a file is there and cannot be read.
    open func retrieveImage(
        forKey key: String, options: KingfisherParsedOptionsInfo
    ) async throws -> ImageCacheResult {
        try await withCheckedThrowingContinuation { continuation in
            retrieveImage(forKey: key, options: options) { continuation.resume(with: $0) }
        }
    }

    /// As the method with a handler; throws `KingfisherError` when a file is there and cannot be read.
    open func retrieveImage(
        forKey key: String, options: KingfisherOptionsInfo? = nil
    ) async throws -> ImageCacheResult {
        try await retrieveImage(forKey: key, options: KingfisherParsedOptionsInfo(options))
    }

    /// As the method with a handler; throws `KingfisherError` when a file is there and cannot be read.
    open func retrieveImageInDiskCache(
        forKey key: String, options: KingfisherOptionsInfo? = nil
    ) async throws -> KFCrossPlatformImage? {
        try await withCheckedThrowingContinuation { continuation in
            retrieveImageInDiskCache(forKey: key, options: options) {
                continuation.resume(with: $0)
            }
        }
    }

    /// Removes all images from memory, then all files.
    open func clearCache() async {
        await withCheckedContinuation { done in clearCache { done.resume() } }
    }

    /// Removes all files.
    open func clearDiskCache() async {
        await withCheckedContinuation { done in clearDiskCache { done.resume() } }
    }

    /// Drops expired images from memory, then removes files that expired or exceed the size limit.
    open func cleanExpiredCache() async {
        await withCheckedContinuation { done in cleanExpiredCache { done.resume() } }
    }

    /// Removes files that expired, then those that exceed the size limit.
    open func cleanExpiredDiskCache() async {
        await withCheckedContinuation { done in cleanExpiredDiskCache { done.resume() } }
    }

    /// The bytes of all files together; throws `KingfisherError` when they cannot be listed.
    open var diskStorageSize: UInt {
        get async throws {
            try await withCheckedThrowingContinuation { continuation in
                calculateDiskStorageSize { continuation.resume(with: $0) }
            }
        }
    }
}
