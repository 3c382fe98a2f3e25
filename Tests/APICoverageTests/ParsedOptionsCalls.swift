import Foundation
import Kingfisher
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Each function uses one declaration that callers know, with its labels, types and defaults. There is
// nothing to run: what is missing or changed does not compile.

extension KingfisherParsedOptionsInfo {
    static func makeValue(a0: KingfisherOptionsInfo?) -> Self { Self(a0) }
    func readTargetCache() -> ImageCache? { self.targetCache }
    mutating func writeTargetCache(_ value: ImageCache?) { self.targetCache = value }
    func readOriginalCache() -> ImageCache? { self.originalCache }
    mutating func writeOriginalCache(_ value: ImageCache?) { self.originalCache = value }
    func readDownloader() -> ImageDownloader? { self.downloader }
    mutating func writeDownloader(_ value: ImageDownloader?) { self.downloader = value }
    func readTransition() -> ImageTransition { self.transition }
    mutating func writeTransition(_ value: ImageTransition) { self.transition = value }
    func readDownloadPriority() -> Float { self.downloadPriority }
    mutating func writeDownloadPriority(_ value: Float) { self.downloadPriority = value }
    func readForceRefresh() -> Bool { self.forceRefresh }
    mutating func writeForceRefresh(_ value: Bool) { self.forceRefresh = value }
    func readFromMemoryCacheOrRefresh() -> Bool { self.fromMemoryCacheOrRefresh }
    mutating func writeFromMemoryCacheOrRefresh(_ value: Bool) {
        self.fromMemoryCacheOrRefresh = value
    }
    func readForceTransition() -> Bool { self.forceTransition }
    mutating func writeForceTransition(_ value: Bool) { self.forceTransition = value }
    func readCacheMemoryOnly() -> Bool { self.cacheMemoryOnly }
    mutating func writeCacheMemoryOnly(_ value: Bool) { self.cacheMemoryOnly = value }
    func readWaitForCache() -> Bool { self.waitForCache }
    mutating func writeWaitForCache(_ value: Bool) { self.waitForCache = value }
    func readOnlyFromCache() -> Bool { self.onlyFromCache }
    mutating func writeOnlyFromCache(_ value: Bool) { self.onlyFromCache = value }
    func readBackgroundDecode() -> Bool { self.backgroundDecode }
    mutating func writeBackgroundDecode(_ value: Bool) { self.backgroundDecode = value }
    func readPreloadAllAnimationData() -> Bool { self.preloadAllAnimationData }
    mutating func writePreloadAllAnimationData(_ value: Bool) {
        self.preloadAllAnimationData = value
    }
    func readCallbackQueue() -> CallbackQueue { self.callbackQueue }
    mutating func writeCallbackQueue(_ value: CallbackQueue) { self.callbackQueue = value }
    func readScaleFactor() -> CGFloat { self.scaleFactor }
    mutating func writeScaleFactor(_ value: CGFloat) { self.scaleFactor = value }
    func readRequestModifier() -> (any AsyncImageDownloadRequestModifier)? { self.requestModifier }
    mutating func writeRequestModifier(_ value: (any AsyncImageDownloadRequestModifier)?) {
        self.requestModifier = value
    }
    func readRedirectHandler() -> (any ImageDownloadRedirectHandler)? { self.redirectHandler }
    mutating func writeRedirectHandler(_ value: (any ImageDownloadRedirectHandler)?) {
        self.redirectHandler = value
    }
    func readProcessor() -> any ImageProcessor { self.processor }
    mutating func writeProcessor(_ value: any ImageProcessor) { self.processor = value }
    func readImageModifier() -> (any ImageModifier)? { self.imageModifier }
    mutating func writeImageModifier(_ value: (any ImageModifier)?) { self.imageModifier = value }
    func readCacheSerializer() -> any CacheSerializer { self.cacheSerializer }
    mutating func writeCacheSerializer(_ value: any CacheSerializer) {
        self.cacheSerializer = value
    }
    func readKeepCurrentImageWhileLoading() -> Bool { self.keepCurrentImageWhileLoading }
    mutating func writeKeepCurrentImageWhileLoading(_ value: Bool) {
        self.keepCurrentImageWhileLoading = value
    }
    func readOnlyLoadFirstFrame() -> Bool { self.onlyLoadFirstFrame }
    mutating func writeOnlyLoadFirstFrame(_ value: Bool) { self.onlyLoadFirstFrame = value }
    func readCacheOriginalImage() -> Bool { self.cacheOriginalImage }
    mutating func writeCacheOriginalImage(_ value: Bool) { self.cacheOriginalImage = value }
    func readOnFailureImage() -> Optional<KFCrossPlatformImage?> { self.onFailureImage }
    mutating func writeOnFailureImage(_ value: Optional<KFCrossPlatformImage?>) {
        self.onFailureImage = value
    }
    func readAlsoPrefetchToMemory() -> Bool { self.alsoPrefetchToMemory }
    mutating func writeAlsoPrefetchToMemory(_ value: Bool) { self.alsoPrefetchToMemory = value }
    func readLoadDiskFileSynchronously() -> Bool { self.loadDiskFileSynchronously }
    mutating func writeLoadDiskFileSynchronously(_ value: Bool) {
        self.loadDiskFileSynchronously = value
    }
    func readAsyncCacheTypeCheck() -> Bool { self.asyncCacheTypeCheck }
    mutating func writeAsyncCacheTypeCheck(_ value: Bool) { self.asyncCacheTypeCheck = value }
    func readDiskStoreWriteOptions() -> Data.WritingOptions { self.diskStoreWriteOptions }
    mutating func writeDiskStoreWriteOptions(_ value: Data.WritingOptions) {
        self.diskStoreWriteOptions = value
    }
    func readMemoryCacheExpiration() -> StorageExpiration? { self.memoryCacheExpiration }
    mutating func writeMemoryCacheExpiration(_ value: StorageExpiration?) {
        self.memoryCacheExpiration = value
    }
    func readMemoryCacheAccessExtendingExpiration() -> ExpirationExtending {
        self.memoryCacheAccessExtendingExpiration
    }
    mutating func writeMemoryCacheAccessExtendingExpiration(_ value: ExpirationExtending) {
        self.memoryCacheAccessExtendingExpiration = value
    }
    func readDiskCacheExpiration() -> StorageExpiration? { self.diskCacheExpiration }
    mutating func writeDiskCacheExpiration(_ value: StorageExpiration?) {
        self.diskCacheExpiration = value
    }
    func readDiskCacheAccessExtendingExpiration() -> ExpirationExtending {
        self.diskCacheAccessExtendingExpiration
    }
    mutating func writeDiskCacheAccessExtendingExpiration(_ value: ExpirationExtending) {
        self.diskCacheAccessExtendingExpiration = value
    }
    func readProcessingQueue() -> CallbackQueue? { self.processingQueue }
    mutating func writeProcessingQueue(_ value: CallbackQueue?) { self.processingQueue = value }
    func readProgressiveJPEG() -> ImageProgressive? { self.progressiveJPEG }
    mutating func writeProgressiveJPEG(_ value: ImageProgressive?) { self.progressiveJPEG = value }
    func readAlternativeSources() -> [Source]? { self.alternativeSources }
    mutating func writeAlternativeSources(_ value: [Source]?) { self.alternativeSources = value }
    func readRetryStrategy() -> (any RetryStrategy)? { self.retryStrategy }
    mutating func writeRetryStrategy(_ value: (any RetryStrategy)?) { self.retryStrategy = value }
    func readLowDataModeSource() -> Source? { self.lowDataModeSource }
    mutating func writeLowDataModeSource(_ value: Source?) { self.lowDataModeSource = value }
    func readForcedExtension() -> String? { self.forcedExtension }
    mutating func writeForcedExtension(_ value: String?) { self.forcedExtension = value }
}
