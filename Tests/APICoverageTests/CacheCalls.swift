import Foundation
import Kingfisher
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Each function uses one declaration that callers know, with its labels, types and defaults. There is
// nothing to run: what is missing or changed does not compile.

extension CacheSerializer {
    func callData(a0: KFCrossPlatformImage, a1: Data?) -> Data? {
        self.data(with: a0, original: a1)
    }
    func callImage(a0: Data, a1: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage? {
        self.image(with: a0, options: a1)
    }
    func readOriginalDataUsed() -> Bool { self.originalDataUsed }
    func readOriginalDataUsed2() -> Bool { self.originalDataUsed }
}

extension DefaultCacheSerializer {
    static func makeValue() -> Self { Self() }
    static func readDefault() -> DefaultCacheSerializer { Self.`default` }
    func readCompressionQuality() -> CGFloat { self.compressionQuality }
    mutating func writeCompressionQuality(_ value: CGFloat) { self.compressionQuality = value }
    func readPreferCacheOriginalData() -> Bool { self.preferCacheOriginalData }
    mutating func writePreferCacheOriginalData(_ value: Bool) {
        self.preferCacheOriginalData = value
    }
    func readOriginalDataUsed() -> Bool { self.originalDataUsed }
    func callData(a0: KFCrossPlatformImage, a1: Data?) -> Data? {
        self.data(with: a0, original: a1)
    }
    func callImage(a0: Data, a1: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage? {
        self.image(with: a0, options: a1)
    }
}

extension DiskStorage.Backend {
    static func makeValue(a0: DiskStorage.Config) throws -> Self { try Self(config: a0) }
    func readConfig() -> DiskStorage.Config { self.config }
    func writeConfig(_ value: DiskStorage.Config) { self.config = value }
    func readDirectoryURL() -> URL { self.directoryURL }
    func callStore(a0: T, a1: String, a2: StorageExpiration?, a3: Data.WritingOptions, a4: String?)
        throws
    { try self.store(value: a0, forKey: a1, expiration: a2, writeOptions: a3, forcedExtension: a4) }
    func callStoreWithDefaults(a0: T, a1: String) throws { try self.store(value: a0, forKey: a1) }
    func callValue(a0: String, a1: String?, a2: ExpirationExtending) throws -> T? {
        try self.value(forKey: a0, forcedExtension: a1, extendingExpiration: a2)
    }
    func callValueWithDefaults(a0: String) throws -> T? { try self.value(forKey: a0) }
    func callIsCached(a0: String, a1: String?) -> Bool {
        self.isCached(forKey: a0, forcedExtension: a1)
    }
    func callIsCachedWithDefaults(a0: String) -> Bool { self.isCached(forKey: a0) }
    func callIsCached2(a0: String, a1: Date, a2: String?) -> Bool {
        self.isCached(forKey: a0, referenceDate: a1, forcedExtension: a2)
    }
    func callIsCachedWithDefaults2(a0: String, a1: Date) -> Bool {
        self.isCached(forKey: a0, referenceDate: a1)
    }
    func callRemove(a0: String, a1: String?) throws {
        try self.remove(forKey: a0, forcedExtension: a1)
    }
    func callRemoveWithDefaults(a0: String) throws { try self.remove(forKey: a0) }
    func callRemoveAll() throws { try self.removeAll() }
    func callCacheFileURL(a0: String, a1: String?) -> URL {
        self.cacheFileURL(forKey: a0, forcedExtension: a1)
    }
    func callCacheFileURLWithDefaults(a0: String) -> URL { self.cacheFileURL(forKey: a0) }
    func callRemoveExpiredValues() throws -> [URL] { try self.removeExpiredValues() }
    func callRemoveSizeExceededValues() throws -> [URL] { try self.removeSizeExceededValues() }
    func callTotalSize() throws -> UInt { try self.totalSize() }
}

extension DiskStorage.Config {
    static func makeValue(a0: String, a1: UInt, a2: FileManager, a3: URL?) -> Self {
        Self(name: a0, sizeLimit: a1, fileManager: a2, directory: a3)
    }
    static func makeValueWithDefaults(a0: String, a1: UInt) -> Self {
        Self(name: a0, sizeLimit: a1)
    }
    func readSizeLimit() -> UInt { self.sizeLimit }
    mutating func writeSizeLimit(_ value: UInt) { self.sizeLimit = value }
    func readExpiration() -> StorageExpiration { self.expiration }
    mutating func writeExpiration(_ value: StorageExpiration) { self.expiration = value }
    func readPathExtension() -> String? { self.pathExtension }
    mutating func writePathExtension(_ value: String?) { self.pathExtension = value }
    func readUsesHashedFileName() -> Bool { self.usesHashedFileName }
    mutating func writeUsesHashedFileName(_ value: Bool) { self.usesHashedFileName = value }
    func readAutoExtAfterHashedFileName() -> Bool { self.autoExtAfterHashedFileName }
    mutating func writeAutoExtAfterHashedFileName(_ value: Bool) {
        self.autoExtAfterHashedFileName = value
    }
    func readCachePathBlock() -> (@Sendable (_ directory: URL, _ cacheName: String) -> URL)? {
        self.cachePathBlock
    }
    mutating func writeCachePathBlock(
        _ value: (@Sendable (_ directory: URL, _ cacheName: String) -> URL)?
    ) { self.cachePathBlock = value }
    func readName() -> String { self.name }
}

extension FormatIndicatedCacheSerializer {
    static func readPng() -> FormatIndicatedCacheSerializer { Self.png }
    static func readJpeg() -> FormatIndicatedCacheSerializer { Self.jpeg }
    static func callJpeg(a0: CGFloat) -> FormatIndicatedCacheSerializer {
        Self.jpeg(compressionQuality: a0)
    }
    static func readGif() -> FormatIndicatedCacheSerializer { Self.gif }
    func callData(a0: KFCrossPlatformImage, a1: Data?) -> Data? {
        self.data(with: a0, original: a1)
    }
    func callImage(a0: Data, a1: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage? {
        self.image(with: a0, options: a1)
    }
}

extension Notification.Name {
    static func readKingfisherDidCleanDiskCache() -> Notification.Name {
        Self.KingfisherDidCleanDiskCache
    }
}

extension CacheType {
    static func makeNone() -> Self { .none }
    var isNone: Bool {
        if case .none = self { return true }
        return false
    }
    static func makeMemory() -> Self { .memory }
    var isMemory: Bool {
        if case .memory = self { return true }
        return false
    }
    static func makeDisk() -> Self { .disk }
    var isDisk: Bool {
        if case .disk = self { return true }
        return false
    }
    func readCached() -> Bool { self.cached }
}

extension CacheStoreResult {
    func readMemoryCacheResult() -> Result<(), Never> { self.memoryCacheResult }
    func readDiskCacheResult() -> Result<(), KingfisherError> { self.diskCacheResult }
}

extension KFCrossPlatformImage {
    func readCacheCost() -> Int { self.cacheCost }
}

extension Data {
    func callToData() throws -> Data { try self.toData() }
    static func callFromData(a0: Data) throws -> Data { try Self.fromData(a0) }
    static func readEmpty() -> Data { Self.empty }
}

extension ImageCacheResult {
    static func makeDisk(a0: KFCrossPlatformImage) -> Self { .disk(a0) }
    var isDisk: Bool {
        if case .disk = self { return true }
        return false
    }
    static func makeMemory(a0: KFCrossPlatformImage) -> Self { .memory(a0) }
    var isMemory: Bool {
        if case .memory = self { return true }
        return false
    }
    static func makeNone() -> Self { .none }
    var isNone: Bool {
        if case .none = self { return true }
        return false
    }
    func readImage() -> KFCrossPlatformImage? { self.image }
    func readCacheType() -> CacheType { self.cacheType }
}

extension ImageCache {
    static func makeValue(
        a0: MemoryStorage.Backend<KFCrossPlatformImage>, a1: DiskStorage.Backend<Data>
    ) -> ImageCache { ImageCache(memoryStorage: a0, diskStorage: a1) }
    static func makeValue2(a0: String) -> ImageCache { ImageCache(name: a0) }
    static func makeValue3(a0: String, a1: URL?, a2: DiskCachePathClosure?) throws -> ImageCache {
        try ImageCache(name: a0, cacheDirectoryURL: a1, diskCachePathClosure: a2)
    }
    static func makeValueWithDefaults(a0: String, a1: URL?) throws -> ImageCache {
        try ImageCache(name: a0, cacheDirectoryURL: a1)
    }
    static func readDefault() -> ImageCache { Self.`default` }
    func readMemoryStorage() -> MemoryStorage.Backend<KFCrossPlatformImage> { self.memoryStorage }
    func readDiskStorage() -> DiskStorage.Backend<Data> { self.diskStorage }
    func readMemoryStorageCacheCost() -> Int { self.memoryStorageCacheCost }
    func readDiskStorageSize() async throws -> UInt { try await self.diskStorageSize }
    func callStore(
        a0: KFCrossPlatformImage, a1: Data?, a2: String, a3: KingfisherParsedOptionsInfo, a4: Bool,
        a5: (@Sendable (CacheStoreResult) -> Void)?
    ) { self.store(a0, original: a1, forKey: a2, options: a3, toDisk: a4, completionHandler: a5) }
    func callStoreWithDefaults(
        a0: KFCrossPlatformImage, a2: String, a3: KingfisherParsedOptionsInfo
    ) { self.store(a0, forKey: a2, options: a3) }
    func callStore2(
        a0: KFCrossPlatformImage, a1: Data?, a2: String, a3: String, a4: String?,
        a5: any CacheSerializer, a6: Bool, a7: CallbackQueue,
        a8: (@Sendable (CacheStoreResult) -> Void)?
    ) {
        self.store(
            a0, original: a1, forKey: a2, processorIdentifier: a3, forcedExtension: a4,
            cacheSerializer: a5, toDisk: a6, callbackQueue: a7, completionHandler: a8)
    }
    func callStoreWithDefaults2(a0: KFCrossPlatformImage, a2: String) { self.store(a0, forKey: a2) }
    func callStoreToDisk(
        a0: Data, a1: String, a2: String, a3: String?, a4: StorageExpiration?, a5: CallbackQueue,
        a6: (@Sendable (CacheStoreResult) -> Void)?
    ) {
        self.storeToDisk(
            a0, forKey: a1, processorIdentifier: a2, forcedExtension: a3, expiration: a4,
            callbackQueue: a5, completionHandler: a6)
    }
    func callStoreToDiskWithDefaults(a0: Data, a1: String) { self.storeToDisk(a0, forKey: a1) }
    func callRemoveImage(
        a0: String, a1: String, a2: String?, a3: Bool, a4: Bool, a5: CallbackQueue,
        a6: (@Sendable () -> Void)?
    ) {
        self.removeImage(
            forKey: a0, processorIdentifier: a1, forcedExtension: a2, fromMemory: a3, fromDisk: a4,
            callbackQueue: a5, completionHandler: a6)
    }
    func callRemoveImageWithDefaults(a0: String) { self.removeImage(forKey: a0) }
    func callRetrieveImage(
        a0: String, a1: KingfisherParsedOptionsInfo, a2: CallbackQueue,
        a3: (@Sendable (Result<ImageCacheResult, KingfisherError>) -> Void)?
    ) { self.retrieveImage(forKey: a0, options: a1, callbackQueue: a2, completionHandler: a3) }
    func callRetrieveImageWithDefaults(
        a0: String, a1: KingfisherParsedOptionsInfo,
        a3: (@Sendable (Result<ImageCacheResult, KingfisherError>) -> Void)?
    ) { self.retrieveImage(forKey: a0, options: a1, completionHandler: a3) }
    func callRetrieveImage2(
        a0: String, a1: KingfisherOptionsInfo?, a2: CallbackQueue,
        a3: (@Sendable (Result<ImageCacheResult, KingfisherError>) -> Void)?
    ) { self.retrieveImage(forKey: a0, options: a1, callbackQueue: a2, completionHandler: a3) }
    func callRetrieveImageWithDefaults2(
        a0: String, a3: (@Sendable (Result<ImageCacheResult, KingfisherError>) -> Void)?
    ) { self.retrieveImage(forKey: a0, completionHandler: a3) }
    func callRetrieveImageInMemoryCache(a0: String, a1: KingfisherParsedOptionsInfo)
        -> KFCrossPlatformImage?
    { self.retrieveImageInMemoryCache(forKey: a0, options: a1) }
    func callRetrieveImageInMemoryCache2(a0: String, a1: KingfisherOptionsInfo?)
        -> KFCrossPlatformImage?
    { self.retrieveImageInMemoryCache(forKey: a0, options: a1) }
    func callRetrieveImageInMemoryCacheWithDefaults(a0: String) -> KFCrossPlatformImage? {
        self.retrieveImageInMemoryCache(forKey: a0)
    }
    func callRetrieveImageInDiskCache(
        a0: String, a1: KingfisherOptionsInfo?, a2: CallbackQueue,
        a3: @escaping @Sendable (Result<KFCrossPlatformImage?, KingfisherError>) -> Void
    ) {
        self.retrieveImageInDiskCache(
            forKey: a0, options: a1, callbackQueue: a2, completionHandler: a3)
    }
    func callRetrieveImageInDiskCacheWithDefaults(
        a0: String, a3: @escaping @Sendable (Result<KFCrossPlatformImage?, KingfisherError>) -> Void
    ) { self.retrieveImageInDiskCache(forKey: a0, completionHandler: a3) }
    func callClearCache(a0: (@Sendable () -> Void)?) { self.clearCache(completion: a0) }
    func callClearCacheWithDefaults() { self.clearCache() }
    func callClearMemoryCache() { self.clearMemoryCache() }
    func callClearDiskCache(a0: (@Sendable () -> Void)?) { self.clearDiskCache(completion: a0) }
    func callClearDiskCacheWithDefaults() { self.clearDiskCache() }
    func callCleanExpiredCache(a0: (@Sendable () -> Void)?) {
        self.cleanExpiredCache(completion: a0)
    }
    func callCleanExpiredCacheWithDefaults() { self.cleanExpiredCache() }
    func callCleanExpiredMemoryCache() { self.cleanExpiredMemoryCache() }
    func callCleanExpiredDiskCache(a0: (@Sendable () -> Void)?) {
        self.cleanExpiredDiskCache(completion: a0)
    }
    @MainActor func callBackgroundCleanExpiredDiskCache() {
        self.backgroundCleanExpiredDiskCache()
    }
    func callCleanExpiredDiskCacheWithDefaults() { self.cleanExpiredDiskCache() }
    func callImageCachedType(a0: String, a1: String, a2: String?) -> CacheType {
        self.imageCachedType(forKey: a0, processorIdentifier: a1, forcedExtension: a2)
    }
    func callImageCachedTypeWithDefaults(a0: String) -> CacheType {
        self.imageCachedType(forKey: a0)
    }
    func callImageCachedTypeAsync(
        a0: String, a1: String, a2: String?, a3: CallbackQueue,
        a4: @escaping @Sendable (CacheType) -> Void
    ) {
        self.imageCachedTypeAsync(
            forKey: a0, processorIdentifier: a1, forcedExtension: a2, callbackQueue: a3,
            completionHandler: a4)
    }
    func callImageCachedTypeAsyncWithDefaults(
        a0: String, a4: @escaping @Sendable (CacheType) -> Void
    ) { self.imageCachedTypeAsync(forKey: a0, completionHandler: a4) }
    func callImageCachedTypeAsync2(a0: String, a1: String, a2: String?) async -> CacheType {
        await self.imageCachedTypeAsync(forKey: a0, processorIdentifier: a1, forcedExtension: a2)
    }
    func callImageCachedTypeAsyncWithDefaults2(a0: String) async -> CacheType {
        await self.imageCachedTypeAsync(forKey: a0)
    }
    func callIsCached(a0: String, a1: String, a2: String?) -> Bool {
        self.isCached(forKey: a0, processorIdentifier: a1, forcedExtension: a2)
    }
    func callIsCachedWithDefaults(a0: String) -> Bool { self.isCached(forKey: a0) }
    func callHash(a0: String, a1: String, a2: String?) -> String {
        self.hash(forKey: a0, processorIdentifier: a1, forcedExtension: a2)
    }
    func callHashWithDefaults(a0: String) -> String { self.hash(forKey: a0) }
    func callCalculateDiskStorageSize(
        a0: @escaping (@Sendable (Result<UInt, KingfisherError>) -> Void)
    ) { self.calculateDiskStorageSize(completion: a0) }
    func callCachePath(a0: String, a1: String, a2: String?) -> String {
        self.cachePath(forKey: a0, processorIdentifier: a1, forcedExtension: a2)
    }
    func callCachePathWithDefaults(a0: String) -> String { self.cachePath(forKey: a0) }
    func callCacheFileURLIfOnDisk(a0: String, a1: String, a2: String?) -> URL? {
        self.cacheFileURLIfOnDisk(forKey: a0, processorIdentifier: a1, forcedExtension: a2)
    }
    func callCacheFileURLIfOnDiskWithDefaults(a0: String) -> URL? {
        self.cacheFileURLIfOnDisk(forKey: a0)
    }
    func callStore3(
        a0: KFCrossPlatformImage, a1: Data?, a2: String, a3: KingfisherParsedOptionsInfo, a4: Bool
    ) async throws { try await self.store(a0, original: a1, forKey: a2, options: a3, toDisk: a4) }
    func callStoreWithDefaults3(
        a0: KFCrossPlatformImage, a2: String, a3: KingfisherParsedOptionsInfo
    ) async throws { try await self.store(a0, forKey: a2, options: a3) }
    func callStore4(
        a0: KFCrossPlatformImage, a1: Data?, a2: String, a3: String, a4: String?,
        a5: any CacheSerializer, a6: Bool
    ) async throws {
        try await self.store(
            a0, original: a1, forKey: a2, processorIdentifier: a3, forcedExtension: a4,
            cacheSerializer: a5, toDisk: a6)
    }
    func callStoreWithDefaults4(a0: KFCrossPlatformImage, a2: String) async throws {
        try await self.store(a0, forKey: a2)
    }
    func callStoreToDisk2(a0: Data, a1: String, a2: String, a3: String?, a4: StorageExpiration?)
        async throws
    {
        try await self.storeToDisk(
            a0, forKey: a1, processorIdentifier: a2, forcedExtension: a3, expiration: a4)
    }
    func callStoreToDiskWithDefaults2(a0: Data, a1: String) async throws {
        try await self.storeToDisk(a0, forKey: a1)
    }
    func callRemoveImage2(a0: String, a1: String, a2: String?, a3: Bool, a4: Bool) async throws {
        try await self.removeImage(
            forKey: a0, processorIdentifier: a1, forcedExtension: a2, fromMemory: a3, fromDisk: a4)
    }
    func callRemoveImageWithDefaults2(a0: String) async throws {
        try await self.removeImage(forKey: a0)
    }
    func callRetrieveImage3(a0: String, a1: KingfisherParsedOptionsInfo) async throws
        -> ImageCacheResult
    { try await self.retrieveImage(forKey: a0, options: a1) }
    func callRetrieveImage4(a0: String, a1: KingfisherOptionsInfo?) async throws -> ImageCacheResult
    { try await self.retrieveImage(forKey: a0, options: a1) }
    func callRetrieveImageWithDefaults3(a0: String) async throws -> ImageCacheResult {
        try await self.retrieveImage(forKey: a0)
    }
    func callRetrieveImageInDiskCache2(a0: String, a1: KingfisherOptionsInfo?) async throws
        -> KFCrossPlatformImage?
    { try await self.retrieveImageInDiskCache(forKey: a0, options: a1) }
    func callRetrieveImageInDiskCacheWithDefaults2(a0: String) async throws -> KFCrossPlatformImage?
    { try await self.retrieveImageInDiskCache(forKey: a0) }
    func callClearCache2() async { await self.clearCache() }
    func callClearDiskCache2() async { await self.clearDiskCache() }
    func callCleanExpiredCache2() async { await self.cleanExpiredCache() }
    func callCleanExpiredDiskCache2() async { await self.cleanExpiredDiskCache() }
}
