import Foundation
import Kingfisher
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Each function uses one declaration that callers know, with its labels, types and defaults. There is
// nothing to run: what is missing or changed does not compile.

extension KFOptionSetter {
    @MainActor func readOptions() -> KingfisherParsedOptionsInfo { self.options }
    @MainActor func writeOptions(_ value: KingfisherParsedOptionsInfo) { self.options = value }
    @MainActor func readOnFailureDelegate() -> Delegate<KingfisherError, Void> {
        self.onFailureDelegate
    }
    @MainActor func readOnSuccessDelegate() -> Delegate<RetrieveImageResult, Void> {
        self.onSuccessDelegate
    }
    @MainActor func readOnProgressDelegate() -> Delegate<(Int64, Int64), Void> {
        self.onProgressDelegate
    }
    @MainActor func callCopyForMutation() -> Self { self.copyForMutation() }
    @MainActor func callCopyForMutation2() -> Self { self.copyForMutation() }
    @MainActor func callOnProgress(a0: DownloadProgressBlock?) -> Self { self.onProgress(a0) }
    @MainActor func callOnSuccess(a0: ((RetrieveImageResult) -> Void)?) -> Self {
        self.onSuccess(a0)
    }
    @MainActor func callOnFailure(a0: ((KingfisherError) -> Void)?) -> Self { self.onFailure(a0) }
    @MainActor func callTargetCache(a0: ImageCache) -> Self { self.targetCache(a0) }
    @MainActor func callOriginalCache(a0: ImageCache) -> Self { self.originalCache(a0) }
    @MainActor func callDownloader(a0: ImageDownloader) -> Self { self.downloader(a0) }
    @MainActor func callDownloadPriority(a0: Float) -> Self { self.downloadPriority(a0) }
    @MainActor func callForceRefresh(a0: Bool) -> Self { self.forceRefresh(a0) }
    @MainActor func callForceRefreshWithDefaults() -> Self { self.forceRefresh() }
    @MainActor func callFromMemoryCacheOrRefresh(a0: Bool) -> Self {
        self.fromMemoryCacheOrRefresh(a0)
    }
    @MainActor func callFromMemoryCacheOrRefreshWithDefaults() -> Self {
        self.fromMemoryCacheOrRefresh()
    }
    @MainActor func callCacheMemoryOnly(a0: Bool) -> Self { self.cacheMemoryOnly(a0) }
    @MainActor func callCacheMemoryOnlyWithDefaults() -> Self { self.cacheMemoryOnly() }
    @MainActor func callWaitForCache(a0: Bool) -> Self { self.waitForCache(a0) }
    @MainActor func callWaitForCacheWithDefaults() -> Self { self.waitForCache() }
    @MainActor func callOnlyFromCache(a0: Bool) -> Self { self.onlyFromCache(a0) }
    @MainActor func callOnlyFromCacheWithDefaults() -> Self { self.onlyFromCache() }
    @MainActor func callBackgroundDecode(a0: Bool) -> Self { self.backgroundDecode(a0) }
    @MainActor func callBackgroundDecodeWithDefaults() -> Self { self.backgroundDecode() }
    @MainActor func callCallbackQueue(a0: CallbackQueue) -> Self { self.callbackQueue(a0) }
    @MainActor func callScaleFactor(a0: CGFloat) -> Self { self.scaleFactor(a0) }
    @MainActor func callCacheOriginalImage(a0: Bool) -> Self { self.cacheOriginalImage(a0) }
    @MainActor func callCacheOriginalImageWithDefaults() -> Self { self.cacheOriginalImage() }
    @MainActor func callDiskStoreWriteOptions(a0: Data.WritingOptions) -> Self {
        self.diskStoreWriteOptions(a0)
    }
    @MainActor func callLoadDiskFileSynchronously(a0: Bool) -> Self {
        self.loadDiskFileSynchronously(a0)
    }
    @MainActor func callLoadDiskFileSynchronouslyWithDefaults() -> Self {
        self.loadDiskFileSynchronously()
    }
    @MainActor func callProcessingQueue(a0: CallbackQueue?) -> Self { self.processingQueue(a0) }
    @MainActor func callAlternativeSources(a0: [Source]?) -> Self { self.alternativeSources(a0) }
    @MainActor func callRetry(a0: (any RetryStrategy)?) -> Self { self.retry(a0) }
    @MainActor func callRetry2(a0: Int, a1: DelayRetryStrategy.Interval) -> Self {
        self.retry(maxCount: a0, interval: a1)
    }
    @MainActor func callRetryWithDefaults(a0: Int) -> Self { self.retry(maxCount: a0) }
    @MainActor func callLowDataModeSource(a0: Source?) -> Self { self.lowDataModeSource(a0) }
    @MainActor func callForceTransition(a0: Bool) -> Self { self.forceTransition(a0) }
    @MainActor func callForceTransitionWithDefaults() -> Self { self.forceTransition() }
    @MainActor func callOnFailureImage(a0: KFCrossPlatformImage?) -> Self {
        self.onFailureImage(a0)
    }
    @MainActor func callRequestModifier(a0: any AsyncImageDownloadRequestModifier) -> Self {
        self.requestModifier(a0)
    }
    @MainActor func callRequestModifier2(a0: @escaping @Sendable (inout URLRequest) -> Void) -> Self
    { self.requestModifier(a0) }
    @MainActor func callRedirectHandler(a0: any ImageDownloadRedirectHandler) -> Self {
        self.redirectHandler(a0)
    }
    @MainActor func callRedirectHandler2(a0: @escaping @Sendable (KF.RedirectPayload) -> Void)
        -> Self
    { self.redirectHandler(a0) }
    @MainActor func callSetProcessor(a0: any ImageProcessor) -> Self { self.setProcessor(a0) }
    @MainActor func callProgressiveJPEG(a0: ImageProgressive?) -> Self { self.progressiveJPEG(a0) }
    @MainActor func callProgressiveJPEGWithDefaults() -> Self { self.progressiveJPEG() }
    @MainActor func callSetProcessors(a0: [any ImageProcessor]) -> Self { self.setProcessors(a0) }
    @MainActor func callAppendProcessor(a0: any ImageProcessor) -> Self { self.appendProcessor(a0) }
    @MainActor func callRoundCorner(
        a0: Radius, a1: CGSize?, a2: RectCorner, a3: KFCrossPlatformColor?
    ) -> Self {
        self.roundCorner(radius: a0, targetSize: a1, roundingCorners: a2, backgroundColor: a3)
    }
    @MainActor func callRoundCornerWithDefaults(a0: Radius) -> Self { self.roundCorner(radius: a0) }
    @MainActor func callBlur(a0: CGFloat) -> Self { self.blur(radius: a0) }
    @MainActor func callOverlay(a0: KFCrossPlatformColor, a1: CGFloat) -> Self {
        self.overlay(color: a0, fraction: a1)
    }
    @MainActor func callOverlayWithDefaults(a0: KFCrossPlatformColor) -> Self {
        self.overlay(color: a0)
    }
    @MainActor func callTint(a0: KFCrossPlatformColor) -> Self { self.tint(color: a0) }
    @MainActor func callBlackWhite() -> Self { self.blackWhite() }
    @MainActor func callCropping(a0: CGSize, a1: CGPoint) -> Self {
        self.cropping(size: a0, anchor: a1)
    }
    @MainActor func callCroppingWithDefaults(a0: CGSize) -> Self { self.cropping(size: a0) }
    @MainActor func callDownsampling(a0: CGSize) -> Self { self.downsampling(size: a0) }
    @MainActor func callResizing(a0: CGSize, a1: ContentMode) -> Self {
        self.resizing(referenceSize: a0, mode: a1)
    }
    @MainActor func callResizingWithDefaults(a0: CGSize) -> Self {
        self.resizing(referenceSize: a0)
    }
    @MainActor func callSerialize(a0: any CacheSerializer) -> Self { self.serialize(by: a0) }
    @MainActor func callSerialize2(a0: ImageFormat, a1: CGFloat?) -> Self {
        self.serialize(as: a0, jpegCompressionQuality: a1)
    }
    @MainActor func callSerializeWithDefaults(a0: ImageFormat) -> Self { self.serialize(as: a0) }
    @MainActor func callImageModifier(a0: (any ImageModifier)?) -> Self { self.imageModifier(a0) }
    @MainActor func callImageModifier2(
        a0: @escaping @Sendable (inout KFCrossPlatformImage) throws -> Void
    ) -> Self { self.imageModifier(a0) }
    @MainActor func callMemoryCacheExpiration(a0: StorageExpiration?) -> Self {
        self.memoryCacheExpiration(a0)
    }
    @MainActor func callMemoryCacheAccessExtending(a0: ExpirationExtending) -> Self {
        self.memoryCacheAccessExtending(a0)
    }
    @MainActor func callDiskCacheExpiration(a0: StorageExpiration?) -> Self {
        self.diskCacheExpiration(a0)
    }
    @MainActor func callDiskCacheAccessExtending(a0: ExpirationExtending) -> Self {
        self.diskCacheAccessExtending(a0)
    }
}

extension KingfisherWrapper {
    static func makeValue(a0: Base) -> Self { Self(a0) }
    func readBase() -> Base { self.base }
}

extension KingfisherCompatible {
    func readKf() -> KingfisherWrapper<Self> { self.kf }
    func writeKf(_ value: KingfisherWrapper<Self>) { self.kf = value }
}

extension KingfisherCompatibleValue {
    func readKf() -> KingfisherWrapper<Self> { self.kf }
    mutating func writeKf(_ value: KingfisherWrapper<Self>) { self.kf = value }
}

extension KingfisherError {
    static func makeRequestError(a0: RequestErrorReason) -> Self { .requestError(reason: a0) }
    var isRequestError: Bool {
        if case .requestError = self { return true }
        return false
    }
    static func makeResponseError(a0: ResponseErrorReason) -> Self { .responseError(reason: a0) }
    var isResponseError: Bool {
        if case .responseError = self { return true }
        return false
    }
    static func makeCacheError(a0: CacheErrorReason) -> Self { .cacheError(reason: a0) }
    var isCacheError: Bool {
        if case .cacheError = self { return true }
        return false
    }
    static func makeProcessorError(a0: ProcessorErrorReason) -> Self { .processorError(reason: a0) }
    var isProcessorError: Bool {
        if case .processorError = self { return true }
        return false
    }
    static func makeImageSettingError(a0: ImageSettingErrorReason) -> Self {
        .imageSettingError(reason: a0)
    }
    var isImageSettingError: Bool {
        if case .imageSettingError = self { return true }
        return false
    }
    static func readDomain() -> String { Self.domain }
    func readIsTaskCancelled() -> Bool { self.isTaskCancelled }
    func readIsInvalidResponseStatusCode() -> Bool { self.isInvalidResponseStatusCode }
    func readIsNotCurrentTask() -> Bool { self.isNotCurrentTask }
    func readErrorDescription() -> String? { self.errorDescription }
    func readErrorCode() -> Int { self.errorCode }
    func callIsInvalidResponseStatusCode(a0: Int) -> Bool { self.isInvalidResponseStatusCode(a0) }
}

extension KingfisherError.RequestErrorReason {
    static func makeEmptyRequest() -> Self { .emptyRequest }
    var isEmptyRequest: Bool {
        if case .emptyRequest = self { return true }
        return false
    }
    static func makeInvalidURL(a0: URLRequest) -> Self { .invalidURL(request: a0) }
    var isInvalidURL: Bool {
        if case .invalidURL = self { return true }
        return false
    }
    static func makeTaskCancelled(a0: SessionDataTask, a1: SessionDataTask.CancelToken) -> Self {
        .taskCancelled(task: a0, token: a1)
    }
    var isTaskCancelled: Bool {
        if case .taskCancelled = self { return true }
        return false
    }
    static func makeLivePhotoTaskCancelled(a0: LivePhotoSource) -> Self {
        .livePhotoTaskCancelled(source: a0)
    }
    var isLivePhotoTaskCancelled: Bool {
        if case .livePhotoTaskCancelled = self { return true }
        return false
    }
    static func makeAsyncTaskContextCancelled() -> Self { .asyncTaskContextCancelled }
    var isAsyncTaskContextCancelled: Bool {
        if case .asyncTaskContextCancelled = self { return true }
        return false
    }
    static func makeDataProviderCancelled(a0: any ImageDataProvider) -> Self {
        .dataProviderCancelled(provider: a0)
    }
    var isDataProviderCancelled: Bool {
        if case .dataProviderCancelled = self { return true }
        return false
    }
}

extension KingfisherError.ResponseErrorReason {
    static func makeInvalidURLResponse(a0: URLResponse) -> Self {
        .invalidURLResponse(response: a0)
    }
    var isInvalidURLResponse: Bool {
        if case .invalidURLResponse = self { return true }
        return false
    }
    static func makeInvalidHTTPStatusCode(a0: HTTPURLResponse) -> Self {
        .invalidHTTPStatusCode(response: a0)
    }
    var isInvalidHTTPStatusCode: Bool {
        if case .invalidHTTPStatusCode = self { return true }
        return false
    }
    static func makeURLSessionError(a0: any Error) -> Self { .URLSessionError(error: a0) }
    var isURLSessionError: Bool {
        if case .URLSessionError = self { return true }
        return false
    }
    static func makeDataModifyingFailed(a0: SessionDataTask) -> Self {
        .dataModifyingFailed(task: a0)
    }
    var isDataModifyingFailed: Bool {
        if case .dataModifyingFailed = self { return true }
        return false
    }
    static func makeNoURLResponse(a0: SessionDataTask) -> Self { .noURLResponse(task: a0) }
    var isNoURLResponse: Bool {
        if case .noURLResponse = self { return true }
        return false
    }
    static func makeCancelledByDelegate(a0: URLResponse) -> Self {
        .cancelledByDelegate(response: a0)
    }
    var isCancelledByDelegate: Bool {
        if case .cancelledByDelegate = self { return true }
        return false
    }
}

extension KingfisherError.CacheErrorReason {
    static func makeFileEnumeratorCreationFailed(a0: URL) -> Self {
        .fileEnumeratorCreationFailed(url: a0)
    }
    var isFileEnumeratorCreationFailed: Bool {
        if case .fileEnumeratorCreationFailed = self { return true }
        return false
    }
    static func makeInvalidFileEnumeratorContent(a0: URL) -> Self {
        .invalidFileEnumeratorContent(url: a0)
    }
    var isInvalidFileEnumeratorContent: Bool {
        if case .invalidFileEnumeratorContent = self { return true }
        return false
    }
    static func makeInvalidURLResource(a0: any Error, a1: String, a2: URL) -> Self {
        .invalidURLResource(error: a0, key: a1, url: a2)
    }
    var isInvalidURLResource: Bool {
        if case .invalidURLResource = self { return true }
        return false
    }
    static func makeCannotLoadDataFromDisk(a0: URL, a1: any Error) -> Self {
        .cannotLoadDataFromDisk(url: a0, error: a1)
    }
    var isCannotLoadDataFromDisk: Bool {
        if case .cannotLoadDataFromDisk = self { return true }
        return false
    }
    static func makeCannotCreateDirectory(a0: String, a1: any Error) -> Self {
        .cannotCreateDirectory(path: a0, error: a1)
    }
    var isCannotCreateDirectory: Bool {
        if case .cannotCreateDirectory = self { return true }
        return false
    }
    static func makeImageNotExisting(a0: String) -> Self { .imageNotExisting(key: a0) }
    var isImageNotExisting: Bool {
        if case .imageNotExisting = self { return true }
        return false
    }
    static func makeCannotConvertToData(a0: Any, a1: any Error) -> Self {
        .cannotConvertToData(object: a0, error: a1)
    }
    var isCannotConvertToData: Bool {
        if case .cannotConvertToData = self { return true }
        return false
    }
    static func makeCannotSerializeImage(
        a0: KFCrossPlatformImage?, a1: Data?, a2: any CacheSerializer
    ) -> Self { .cannotSerializeImage(image: a0, original: a1, serializer: a2) }
    var isCannotSerializeImage: Bool {
        if case .cannotSerializeImage = self { return true }
        return false
    }
    static func makeCannotCreateCacheFile(a0: URL, a1: String, a2: Data, a3: any Error) -> Self {
        .cannotCreateCacheFile(fileURL: a0, key: a1, data: a2, error: a3)
    }
    var isCannotCreateCacheFile: Bool {
        if case .cannotCreateCacheFile = self { return true }
        return false
    }
    static func makeCannotSetCacheFileAttribute(
        a0: String, a1: [FileAttributeKey: Any], a2: any Error
    ) -> Self { .cannotSetCacheFileAttribute(filePath: a0, attributes: a1, error: a2) }
    var isCannotSetCacheFileAttribute: Bool {
        if case .cannotSetCacheFileAttribute = self { return true }
        return false
    }
    static func makeDiskStorageIsNotReady(a0: URL) -> Self { .diskStorageIsNotReady(cacheURL: a0) }
    var isDiskStorageIsNotReady: Bool {
        if case .diskStorageIsNotReady = self { return true }
        return false
    }
    static func makeMissingLivePhotoResourceOnDisk(a0: LivePhotoResource) -> Self {
        .missingLivePhotoResourceOnDisk(a0)
    }
    var isMissingLivePhotoResourceOnDisk: Bool {
        if case .missingLivePhotoResourceOnDisk = self { return true }
        return false
    }
}

extension KingfisherError.ProcessorErrorReason {
    static func makeProcessingFailed(a0: any ImageProcessor, a1: ImageProcessItem) -> Self {
        .processingFailed(processor: a0, item: a1)
    }
    var isProcessingFailed: Bool {
        if case .processingFailed = self { return true }
        return false
    }
}
