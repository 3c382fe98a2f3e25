import Foundation
import Kingfisher
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Each function uses one declaration that callers know, with its labels, types and defaults. There is
// nothing to run: what is missing or changed does not compile.

extension KingfisherError.ImageSettingErrorReason {
    static func makeEmptySource() -> Self { .emptySource }
    var isEmptySource: Bool {
        if case .emptySource = self { return true }
        return false
    }
    static func makeNotCurrentSourceTask(a0: RetrieveImageResult?, a1: (any Error)?, a2: Source)
        -> Self
    { .notCurrentSourceTask(result: a0, error: a1, source: a2) }
    var isNotCurrentSourceTask: Bool {
        if case .notCurrentSourceTask = self { return true }
        return false
    }
    static func makeDataProviderError(a0: any ImageDataProvider, a1: any Error) -> Self {
        .dataProviderError(provider: a0, error: a1)
    }
    var isDataProviderError: Bool {
        if case .dataProviderError = self { return true }
        return false
    }
    static func makeAlternativeSourcesExhausted(a0: [PropagationError]) -> Self {
        .alternativeSourcesExhausted(a0)
    }
    var isAlternativeSourcesExhausted: Bool {
        if case .alternativeSourcesExhausted = self { return true }
        return false
    }
    static func makeNotCurrentLivePhotoSourceTask(
        a0: RetrieveLivePhotoResult?, a1: (any Error)?, a2: LivePhotoSource
    ) -> Self { .notCurrentLivePhotoSourceTask(result: a0, error: a1, source: a2) }
    var isNotCurrentLivePhotoSourceTask: Bool {
        if case .notCurrentLivePhotoSourceTask = self { return true }
        return false
    }
    static func makeLivePhotoResultError(
        a0: RetrieveLivePhotoResult?, a1: (any Error)?, a2: LivePhotoSource
    ) -> Self { .livePhotoResultError(result: a0, error: a1, source: a2) }
    var isLivePhotoResultError: Bool {
        if case .livePhotoResultError = self { return true }
        return false
    }
}

extension LivePhotoLoadingInfoResult {
    func readFileURLs() -> [URL] { self.fileURLs }
    func readCacheType() -> CacheType { self.cacheType }
    func readSource() -> LivePhotoSource { self.source }
    func readOriginalSource() -> LivePhotoSource { self.originalSource }
    func readData() -> @Sendable () -> [Data] { self.data }
}

extension RetrieveImageResult {
    static func makeValue(
        a0: KFCrossPlatformImage, a1: CacheType, a2: Source, a3: Source,
        a4: @escaping @Sendable () -> Data?, a5: NetworkMetrics?
    ) -> Self {
        Self(image: a0, cacheType: a1, source: a2, originalSource: a3, data: a4, metrics: a5)
    }
    static func makeValueWithDefaults(
        a0: KFCrossPlatformImage, a1: CacheType, a2: Source, a3: Source,
        a4: @escaping @Sendable () -> Data?
    ) -> Self { Self(image: a0, cacheType: a1, source: a2, originalSource: a3, data: a4) }
    func readImage() -> KFCrossPlatformImage { self.image }
    func readCacheType() -> CacheType { self.cacheType }
    func readSource() -> Source { self.source }
    func readOriginalSource() -> Source { self.originalSource }
    func readData() -> @Sendable () -> Data? { self.data }
    func readMetrics() -> NetworkMetrics? { self.metrics }
}

extension PropagationError {
    func readSource() -> Source { self.source }
    func readError() -> KingfisherError { self.error }
}

extension KingfisherManager {
    static func makeValue(a0: ImageDownloader, a1: ImageCache) -> KingfisherManager {
        KingfisherManager(downloader: a0, cache: a1)
    }
    static func readShared() -> KingfisherManager { Self.shared }
    func readCache() -> ImageCache { self.cache }
    func writeCache(_ value: ImageCache) { self.cache = value }
    func readDownloader() -> ImageDownloader { self.downloader }
    func writeDownloader(_ value: ImageDownloader) { self.downloader = value }
    func readDefaultOptions() -> KingfisherOptionsInfo { self.defaultOptions }
    func writeDefaultOptions(_ value: KingfisherOptionsInfo) { self.defaultOptions = value }
    func callRetrieveImage(
        a0: any Resource, a1: KingfisherOptionsInfo?, a2: DownloadProgressBlock?,
        a3: DownloadTaskUpdatedBlock?,
        a4: (@Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void)?
    ) -> DownloadTask? {
        self.retrieveImage(
            with: a0, options: a1, progressBlock: a2, downloadTaskUpdated: a3, completionHandler: a4
        )
    }
    func callRetrieveImageWithDefaults(
        a0: any Resource, a4: (@Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void)?
    ) -> DownloadTask? { self.retrieveImage(with: a0, completionHandler: a4) }
    func callRetrieveImage2(
        a0: Source, a1: KingfisherOptionsInfo?, a2: DownloadProgressBlock?,
        a3: DownloadTaskUpdatedBlock?,
        a4: (@Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void)?
    ) -> DownloadTask? {
        self.retrieveImage(
            with: a0, options: a1, progressBlock: a2, downloadTaskUpdated: a3, completionHandler: a4
        )
    }
    func callRetrieveImageWithDefaults2(
        a0: Source, a4: (@Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void)?
    ) -> DownloadTask? { self.retrieveImage(with: a0, completionHandler: a4) }
    func callRetrieveLivePhoto(
        a0: LivePhotoSource, a1: KingfisherOptionsInfo?, a2: DownloadProgressBlock?,
        a3: (@Sendable () -> Bool)?
    ) async throws -> LivePhotoLoadingInfoResult {
        try await self.retrieveLivePhoto(
            with: a0, options: a1, progressBlock: a2, referenceTaskIdentifierChecker: a3)
    }
    func callRetrieveLivePhotoWithDefaults(a0: LivePhotoSource) async throws
        -> LivePhotoLoadingInfoResult
    { try await self.retrieveLivePhoto(with: a0) }
    func callRetrieveImage3(
        a0: any Resource, a1: KingfisherOptionsInfo?, a2: DownloadProgressBlock?
    ) async throws -> RetrieveImageResult {
        try await self.retrieveImage(with: a0, options: a1, progressBlock: a2)
    }
    func callRetrieveImageWithDefaults3(a0: any Resource) async throws -> RetrieveImageResult {
        try await self.retrieveImage(with: a0)
    }
    func callRetrieveImage4(a0: Source, a1: KingfisherOptionsInfo?, a2: DownloadProgressBlock?)
        async throws -> RetrieveImageResult
    { try await self.retrieveImage(with: a0, options: a1, progressBlock: a2) }
    func callRetrieveImageWithDefaults4(a0: Source) async throws -> RetrieveImageResult {
        try await self.retrieveImage(with: a0)
    }
}

extension KingfisherOptionsInfoItem {
    static func makeTargetCache(a0: ImageCache) -> Self { .targetCache(a0) }
    var isTargetCache: Bool {
        if case .targetCache = self { return true }
        return false
    }
    static func makeOriginalCache(a0: ImageCache) -> Self { .originalCache(a0) }
    var isOriginalCache: Bool {
        if case .originalCache = self { return true }
        return false
    }
    static func makeDownloader(a0: ImageDownloader) -> Self { .downloader(a0) }
    var isDownloader: Bool {
        if case .downloader = self { return true }
        return false
    }
    static func makeTransition(a0: ImageTransition) -> Self { .transition(a0) }
    var isTransition: Bool {
        if case .transition = self { return true }
        return false
    }
    static func makeDownloadPriority(a0: Float) -> Self { .downloadPriority(a0) }
    var isDownloadPriority: Bool {
        if case .downloadPriority = self { return true }
        return false
    }
    static func makeForceRefresh() -> Self { .forceRefresh }
    var isForceRefresh: Bool {
        if case .forceRefresh = self { return true }
        return false
    }
    static func makeFromMemoryCacheOrRefresh() -> Self { .fromMemoryCacheOrRefresh }
    var isFromMemoryCacheOrRefresh: Bool {
        if case .fromMemoryCacheOrRefresh = self { return true }
        return false
    }
    static func makeForceTransition() -> Self { .forceTransition }
    var isForceTransition: Bool {
        if case .forceTransition = self { return true }
        return false
    }
    static func makeCacheMemoryOnly() -> Self { .cacheMemoryOnly }
    var isCacheMemoryOnly: Bool {
        if case .cacheMemoryOnly = self { return true }
        return false
    }
    static func makeWaitForCache() -> Self { .waitForCache }
    var isWaitForCache: Bool {
        if case .waitForCache = self { return true }
        return false
    }
    static func makeOnlyFromCache() -> Self { .onlyFromCache }
    var isOnlyFromCache: Bool {
        if case .onlyFromCache = self { return true }
        return false
    }
    static func makeBackgroundDecode() -> Self { .backgroundDecode }
    var isBackgroundDecode: Bool {
        if case .backgroundDecode = self { return true }
        return false
    }
    static func makeCallbackQueue(a0: CallbackQueue) -> Self { .callbackQueue(a0) }
    var isCallbackQueue: Bool {
        if case .callbackQueue = self { return true }
        return false
    }
    static func makeScaleFactor(a0: CGFloat) -> Self { .scaleFactor(a0) }
    var isScaleFactor: Bool {
        if case .scaleFactor = self { return true }
        return false
    }
    static func makePreloadAllAnimationData() -> Self { .preloadAllAnimationData }
    var isPreloadAllAnimationData: Bool {
        if case .preloadAllAnimationData = self { return true }
        return false
    }
    static func makeRequestModifier(a0: any AsyncImageDownloadRequestModifier) -> Self {
        .requestModifier(a0)
    }
    var isRequestModifier: Bool {
        if case .requestModifier = self { return true }
        return false
    }
    static func makeRedirectHandler(a0: any ImageDownloadRedirectHandler) -> Self {
        .redirectHandler(a0)
    }
    var isRedirectHandler: Bool {
        if case .redirectHandler = self { return true }
        return false
    }
    static func makeProcessor(a0: any ImageProcessor) -> Self { .processor(a0) }
    var isProcessor: Bool {
        if case .processor = self { return true }
        return false
    }
    static func makeCacheSerializer(a0: any CacheSerializer) -> Self { .cacheSerializer(a0) }
    var isCacheSerializer: Bool {
        if case .cacheSerializer = self { return true }
        return false
    }
    static func makeImageModifier(a0: any ImageModifier) -> Self { .imageModifier(a0) }
    var isImageModifier: Bool {
        if case .imageModifier = self { return true }
        return false
    }
    static func makeKeepCurrentImageWhileLoading() -> Self { .keepCurrentImageWhileLoading }
    var isKeepCurrentImageWhileLoading: Bool {
        if case .keepCurrentImageWhileLoading = self { return true }
        return false
    }
    static func makeOnlyLoadFirstFrame() -> Self { .onlyLoadFirstFrame }
    var isOnlyLoadFirstFrame: Bool {
        if case .onlyLoadFirstFrame = self { return true }
        return false
    }
    static func makeCacheOriginalImage() -> Self { .cacheOriginalImage }
    var isCacheOriginalImage: Bool {
        if case .cacheOriginalImage = self { return true }
        return false
    }
    static func makeOnFailureImage(a0: KFCrossPlatformImage?) -> Self { .onFailureImage(a0) }
    var isOnFailureImage: Bool {
        if case .onFailureImage = self { return true }
        return false
    }
    static func makeAlsoPrefetchToMemory() -> Self { .alsoPrefetchToMemory }
    var isAlsoPrefetchToMemory: Bool {
        if case .alsoPrefetchToMemory = self { return true }
        return false
    }
    static func makeLoadDiskFileSynchronously() -> Self { .loadDiskFileSynchronously }
    var isLoadDiskFileSynchronously: Bool {
        if case .loadDiskFileSynchronously = self { return true }
        return false
    }
    static func makeAsyncCacheTypeCheck() -> Self { .asyncCacheTypeCheck }
    var isAsyncCacheTypeCheck: Bool {
        if case .asyncCacheTypeCheck = self { return true }
        return false
    }
    static func makeDiskStoreWriteOptions(a0: Data.WritingOptions) -> Self {
        .diskStoreWriteOptions(a0)
    }
    var isDiskStoreWriteOptions: Bool {
        if case .diskStoreWriteOptions = self { return true }
        return false
    }
    static func makeMemoryCacheExpiration(a0: StorageExpiration) -> Self {
        .memoryCacheExpiration(a0)
    }
    var isMemoryCacheExpiration: Bool {
        if case .memoryCacheExpiration = self { return true }
        return false
    }
    static func makeMemoryCacheAccessExtendingExpiration(a0: ExpirationExtending) -> Self {
        .memoryCacheAccessExtendingExpiration(a0)
    }
    var isMemoryCacheAccessExtendingExpiration: Bool {
        if case .memoryCacheAccessExtendingExpiration = self { return true }
        return false
    }
    static func makeDiskCacheExpiration(a0: StorageExpiration) -> Self { .diskCacheExpiration(a0) }
    var isDiskCacheExpiration: Bool {
        if case .diskCacheExpiration = self { return true }
        return false
    }
    static func makeDiskCacheAccessExtendingExpiration(a0: ExpirationExtending) -> Self {
        .diskCacheAccessExtendingExpiration(a0)
    }
    var isDiskCacheAccessExtendingExpiration: Bool {
        if case .diskCacheAccessExtendingExpiration = self { return true }
        return false
    }
    static func makeProcessingQueue(a0: CallbackQueue) -> Self { .processingQueue(a0) }
    var isProcessingQueue: Bool {
        if case .processingQueue = self { return true }
        return false
    }
    static func makeProgressiveJPEG(a0: ImageProgressive) -> Self { .progressiveJPEG(a0) }
    var isProgressiveJPEG: Bool {
        if case .progressiveJPEG = self { return true }
        return false
    }
    static func makeAlternativeSources(a0: [Source]) -> Self { .alternativeSources(a0) }
    var isAlternativeSources: Bool {
        if case .alternativeSources = self { return true }
        return false
    }
    static func makeRetryStrategy(a0: any RetryStrategy) -> Self { .retryStrategy(a0) }
    var isRetryStrategy: Bool {
        if case .retryStrategy = self { return true }
        return false
    }
    static func makeLowDataMode(a0: Source?) -> Self { .lowDataMode(a0) }
    var isLowDataMode: Bool {
        if case .lowDataMode = self { return true }
        return false
    }
    static func makeForcedCacheFileExtension(a0: String?) -> Self { .forcedCacheFileExtension(a0) }
    var isForcedCacheFileExtension: Bool {
        if case .forcedCacheFileExtension = self { return true }
        return false
    }
}
