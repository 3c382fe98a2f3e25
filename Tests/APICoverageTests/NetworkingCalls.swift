import Foundation
import Kingfisher
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Each function uses one declaration that callers know, with its labels, types and defaults. There is
// nothing to run: what is missing or changed does not compile.

extension AuthenticationChallengeResponsible {
    func callDownloader(a0: ImageDownloader, a1: URLAuthenticationChallenge) async -> (
        URLSession.AuthChallengeDisposition, URLCredential?
    ) { await self.downloader(a0, didReceive: a1) }
    func callDownloader2(a0: ImageDownloader, a1: URLSessionTask, a2: URLAuthenticationChallenge)
        async -> (URLSession.AuthChallengeDisposition, URLCredential?)
    { await self.downloader(a0, task: a1, didReceive: a2) }
    func callDownloader3(a0: ImageDownloader, a1: URLAuthenticationChallenge) async -> (
        URLSession.AuthChallengeDisposition, URLCredential?
    ) { await self.downloader(a0, didReceive: a1) }
    func callDownloader4(a0: ImageDownloader, a1: URLSessionTask, a2: URLAuthenticationChallenge)
        async -> (URLSession.AuthChallengeDisposition, URLCredential?)
    { await self.downloader(a0, task: a1, didReceive: a2) }
}

extension LivePhotoResourceDownloadingResult {
    static func makeValue(a0: Data, a1: URL?) -> Self { Self(originalData: a0, url: a1) }
    static func makeValueWithDefaults(a0: Data) -> Self { Self(originalData: a0) }
    func readUrl() -> URL? { self.url }
    func readOriginalData() -> Data { self.originalData }
}

extension ImageLoadingResult {
    static func makeValue(a0: KFCrossPlatformImage, a1: URL?, a2: Data, a3: NetworkMetrics?) -> Self
    { Self(image: a0, url: a1, originalData: a2, metrics: a3) }
    static func makeValueWithDefaults(a0: KFCrossPlatformImage, a2: Data) -> Self {
        Self(image: a0, originalData: a2)
    }
    func readImage() -> KFCrossPlatformImage { self.image }
    func readUrl() -> URL? { self.url }
    func readOriginalData() -> Data { self.originalData }
    func readMetrics() -> NetworkMetrics? { self.metrics }
}

extension DownloadTask {
    func readSessionTask() -> SessionDataTask? { self.sessionTask }
    func readCancelToken() -> SessionDataTask.CancelToken? { self.cancelToken }
    func readIsInitialized() -> Bool { self.isInitialized }
    func callCancel() { self.cancel() }
}

extension ImageDownloader {
    static func makeValue(a0: String) -> ImageDownloader { ImageDownloader(name: a0) }
    static func readDefault() -> ImageDownloader { Self.`default` }
    func readDownloadTimeout() -> TimeInterval { self.downloadTimeout }
    func writeDownloadTimeout(_ value: TimeInterval) { self.downloadTimeout = value }
    func readTrustedHosts() -> Set<String>? { self.trustedHosts }
    func writeTrustedHosts(_ value: Set<String>?) { self.trustedHosts = value }
    func readSessionConfiguration() -> URLSessionConfiguration { self.sessionConfiguration }
    func writeSessionConfiguration(_ value: URLSessionConfiguration) {
        self.sessionConfiguration = value
    }
    func readSessionDelegate() -> SessionDelegate { self.sessionDelegate }
    func writeSessionDelegate(_ value: SessionDelegate) { self.sessionDelegate = value }
    func readRequestsUsePipelining() -> Bool { self.requestsUsePipelining }
    func writeRequestsUsePipelining(_ value: Bool) { self.requestsUsePipelining = value }
    func readDelegate() -> (any ImageDownloaderDelegate)? { self.delegate }
    func writeDelegate(_ value: (any ImageDownloaderDelegate)?) { self.delegate = value }
    func readAuthenticationChallengeResponder() -> (any AuthenticationChallengeResponsible)? {
        self.authenticationChallengeResponder
    }
    func writeAuthenticationChallengeResponder(_ value: (any AuthenticationChallengeResponsible)?) {
        self.authenticationChallengeResponder = value
    }
    func callDownloadImage(
        a0: URL, a1: KingfisherParsedOptionsInfo,
        a2: (@Sendable (Result<ImageLoadingResult, KingfisherError>) -> Void)?
    ) -> DownloadTask { self.downloadImage(with: a0, options: a1, completionHandler: a2) }
    func callDownloadImageWithDefaults(a0: URL, a1: KingfisherParsedOptionsInfo) -> DownloadTask {
        self.downloadImage(with: a0, options: a1)
    }
    func callDownloadImage2(
        a0: URL, a1: KingfisherOptionsInfo?, a2: DownloadProgressBlock?,
        a3: (@Sendable (Result<ImageLoadingResult, KingfisherError>) -> Void)?
    ) -> DownloadTask {
        self.downloadImage(with: a0, options: a1, progressBlock: a2, completionHandler: a3)
    }
    func callDownloadImageWithDefaults2(a0: URL) -> DownloadTask { self.downloadImage(with: a0) }
    func callDownloadImage3(
        a0: URL, a1: KingfisherOptionsInfo?,
        a2: (@Sendable (Result<ImageLoadingResult, KingfisherError>) -> Void)?
    ) -> DownloadTask { self.downloadImage(with: a0, options: a1, completionHandler: a2) }
    func callDownloadImageWithDefaults3(a0: URL) -> DownloadTask { self.downloadImage(with: a0) }
    func callDownloadLivePhotoResource(a0: URL, a1: KingfisherParsedOptionsInfo) async throws
        -> LivePhotoResourceDownloadingResult
    { try await self.downloadLivePhotoResource(with: a0, options: a1) }
    func callDownloadLivePhotoResource2(
        a0: URL, a1: KingfisherParsedOptionsInfo,
        a2: (@Sendable (Result<LivePhotoResourceDownloadingResult, KingfisherError>) -> Void)?
    ) -> DownloadTask {
        self.downloadLivePhotoResource(with: a0, options: a1, completionHandler: a2)
    }
    func callDownloadLivePhotoResourceWithDefaults(a0: URL, a1: KingfisherParsedOptionsInfo)
        -> DownloadTask
    { self.downloadLivePhotoResource(with: a0, options: a1) }
    func callDownloadImage4(a0: URL, a1: KingfisherParsedOptionsInfo) async throws
        -> ImageLoadingResult
    { try await self.downloadImage(with: a0, options: a1) }
    func callDownloadImage5(a0: URL, a1: KingfisherOptionsInfo?, a2: DownloadProgressBlock?)
        async throws -> ImageLoadingResult
    { try await self.downloadImage(with: a0, options: a1, progressBlock: a2) }
    func callDownloadImageWithDefaults4(a0: URL) async throws -> ImageLoadingResult {
        try await self.downloadImage(with: a0)
    }
    func callDownloadImage6(a0: URL, a1: KingfisherOptionsInfo?) async throws -> ImageLoadingResult
    { try await self.downloadImage(with: a0, options: a1) }
    func callDownloadImageWithDefaults5(a0: URL) async throws -> ImageLoadingResult {
        try await self.downloadImage(with: a0)
    }
    func callCancelAll() { self.cancelAll() }
    func callCancel(a0: URL) { self.cancel(url: a0) }
}

extension ImageDownloaderDelegate {
    func callImageDownloader(a0: ImageDownloader, a1: URL, a2: URLRequest?) {
        self.imageDownloader(a0, willDownloadImageForURL: a1, with: a2)
    }
    func callImageDownloader2(a0: ImageDownloader, a1: URL, a2: URLResponse?, a3: (any Error)?) {
        self.imageDownloader(a0, didFinishDownloadingImageForURL: a1, with: a2, error: a3)
    }
    func callImageDownloader3(a0: ImageDownloader, a1: Data, a2: SessionDataTask) -> Data? {
        self.imageDownloader(a0, didDownload: a1, with: a2)
    }
    func callImageDownloader4(a0: ImageDownloader, a1: Data, a2: URL) -> Data? {
        self.imageDownloader(a0, didDownload: a1, for: a2)
    }
    func callImageDownloader5(
        a0: ImageDownloader, a1: KFCrossPlatformImage, a2: URL, a3: URLResponse?
    ) { self.imageDownloader(a0, didDownload: a1, for: a2, with: a3) }
    func callIsValidStatusCode(a0: Int, a1: ImageDownloader) -> Bool {
        self.isValidStatusCode(a0, for: a1)
    }
    func callImageDownloader6(a0: ImageDownloader, a1: URLResponse) async
        -> URLSession.ResponseDisposition
    { await self.imageDownloader(a0, didReceive: a1) }
    func callImageDownloader7(a0: ImageDownloader, a1: URL, a2: URLRequest?) {
        self.imageDownloader(a0, willDownloadImageForURL: a1, with: a2)
    }
    func callImageDownloader8(a0: ImageDownloader, a1: URL, a2: URLResponse?, a3: (any Error)?) {
        self.imageDownloader(a0, didFinishDownloadingImageForURL: a1, with: a2, error: a3)
    }
    func callImageDownloader9(
        a0: ImageDownloader, a1: KFCrossPlatformImage, a2: URL, a3: URLResponse?
    ) { self.imageDownloader(a0, didDownload: a1, for: a2, with: a3) }
    func callIsValidStatusCode2(a0: Int, a1: ImageDownloader) -> Bool {
        self.isValidStatusCode(a0, for: a1)
    }
    func callImageDownloader10(a0: ImageDownloader, a1: Data, a2: SessionDataTask) -> Data? {
        self.imageDownloader(a0, didDownload: a1, with: a2)
    }
    func callImageDownloader11(a0: ImageDownloader, a1: Data, a2: URL) -> Data? {
        self.imageDownloader(a0, didDownload: a1, for: a2)
    }
    func callImageDownloader12(a0: ImageDownloader, a1: URLResponse) async
        -> URLSession.ResponseDisposition
    { await self.imageDownloader(a0, didReceive: a1) }
}

extension ImageModifier {
    func callModify(a0: KFCrossPlatformImage) -> KFCrossPlatformImage { self.modify(a0) }
}

extension AnyImageModifier {
    static func makeValue(
        a0: @escaping @Sendable (KFCrossPlatformImage) throws -> KFCrossPlatformImage
    ) -> Self { Self(modify: a0) }
    func callModify(a0: KFCrossPlatformImage) -> KFCrossPlatformImage { self.modify(a0) }
}

extension ImagePrefetcher {
    static func makeValue(
        a0: [URL], a1: KingfisherOptionsInfo?, a2: PrefetcherProgressBlock?,
        a3: PrefetcherCompletionHandler?
    ) -> ImagePrefetcher {
        ImagePrefetcher(urls: a0, options: a1, progressBlock: a2, completionHandler: a3)
    }
    static func makeValueWithDefaults(a0: [URL]) -> ImagePrefetcher { ImagePrefetcher(urls: a0) }
    static func makeValue2(
        a0: [any Resource], a1: KingfisherOptionsInfo?, a2: PrefetcherProgressBlock?,
        a3: PrefetcherCompletionHandler?
    ) -> ImagePrefetcher {
        ImagePrefetcher(resources: a0, options: a1, progressBlock: a2, completionHandler: a3)
    }
    static func makeValueWithDefaults2(a0: [any Resource]) -> ImagePrefetcher {
        ImagePrefetcher(resources: a0)
    }
    static func makeValue3(
        a0: [Source], a1: KingfisherOptionsInfo?, a2: PrefetcherSourceProgressBlock?,
        a3: PrefetcherSourceCompletionHandler?
    ) -> ImagePrefetcher {
        ImagePrefetcher(sources: a0, options: a1, progressBlock: a2, completionHandler: a3)
    }
    static func makeValueWithDefaults3(a0: [Source]) -> ImagePrefetcher {
        ImagePrefetcher(sources: a0)
    }
    func readDescription() -> String { self.description }
    func readMaxConcurrentDownloads() -> Int { self.maxConcurrentDownloads }
    func writeMaxConcurrentDownloads(_ value: Int) { self.maxConcurrentDownloads = value }
    func callStart() { self.start() }
    func callStop() { self.stop() }
}

extension NetworkMetrics {
    func readRawMetrics() -> URLSessionTaskMetrics { self.rawMetrics }
    func readRetrieveImageDuration() -> TimeInterval? { self.retrieveImageDuration }
    func readTotalRequestDuration() -> TimeInterval { self.totalRequestDuration }
    func readDomainLookupDuration() -> TimeInterval? { self.domainLookupDuration }
    func readConnectDuration() -> TimeInterval? { self.connectDuration }
    func readSecureConnectionDuration() -> TimeInterval? { self.secureConnectionDuration }
    func readRequestBodyBytesSent() -> Int64 { self.requestBodyBytesSent }
    func readResponseBodyBytesReceived() -> Int64 { self.responseBodyBytesReceived }
    func readHttpStatusCode() -> Int? { self.httpStatusCode }
    func readRedirectCount() -> Int { self.redirectCount }
    func readDownloadSpeed() -> Double? { self.downloadSpeed }
    func readDownloadSpeedMBps() -> Double? { self.downloadSpeedMBps }
}

extension ImageDownloadRedirectHandler {
    func callHandleHTTPRedirection(a0: SessionDataTask, a1: HTTPURLResponse, a2: URLRequest) async
        -> URLRequest?
    { await self.handleHTTPRedirection(for: a0, response: a1, newRequest: a2) }
}

extension AnyRedirectHandler {
    static func makeValue(
        a0:
            @escaping @Sendable (
                SessionDataTask, HTTPURLResponse, URLRequest, @escaping (URLRequest?) -> Void
            ) -> Void
    ) -> Self { Self(handle: a0) }
    func callHandleHTTPRedirection(a0: SessionDataTask, a1: HTTPURLResponse, a2: URLRequest) async
        -> URLRequest?
    { await self.handleHTTPRedirection(for: a0, response: a1, newRequest: a2) }
}

extension AsyncImageDownloadRequestModifier {
    func callModified(a0: URLRequest) async -> URLRequest? { await self.modified(for: a0) }
    func readOnDownloadTaskStarted() -> (@Sendable (DownloadTask?) -> Void)? {
        self.onDownloadTaskStarted
    }
}

extension ImageDownloadRequestModifier {
    func callModified(a0: URLRequest) -> URLRequest? { self.modified(for: a0) }
    func readOnDownloadTaskStarted() -> (@Sendable (DownloadTask?) -> Void)? {
        self.onDownloadTaskStarted
    }
}

extension AnyModifier {
    static func makeValue(a0: @escaping @Sendable (URLRequest) -> URLRequest?) -> Self {
        Self(modify: a0)
    }
    func callModified(a0: URLRequest) -> URLRequest? { self.modified(for: a0) }
}

extension RetryContext {
    func readSource() -> Source { self.source }
    func readError() -> KingfisherError { self.error }
    func readRetriedCount() -> Int { self.retriedCount }
    func writeRetriedCount(_ value: Int) { self.retriedCount = value }
    func readUserInfo() -> Any? { self.userInfo }
}

extension RetryDecision {
    static func makeRetry(a0: Any?) -> Self { .retry(userInfo: a0) }
    var isRetry: Bool {
        if case .retry = self { return true }
        return false
    }
    static func makeStop() -> Self { .stop }
    var isStop: Bool {
        if case .stop = self { return true }
        return false
    }
}

extension RetryStrategy {
    func callRetry(a0: RetryContext, a1: @escaping @Sendable (RetryDecision) -> Void) {
        self.retry(context: a0, retryHandler: a1)
    }
}

extension DelayRetryStrategy {
    static func makeValue(a0: Int, a1: Interval) -> Self {
        Self(maxRetryCount: a0, retryInterval: a1)
    }
    static func makeValueWithDefaults(a0: Int) -> Self { Self(maxRetryCount: a0) }
    func readMaxRetryCount() -> Int { self.maxRetryCount }
    func readRetryInterval() -> Interval { self.retryInterval }
    func callRetry(a0: RetryContext, a1: @escaping @Sendable (RetryDecision) -> Void) {
        self.retry(context: a0, retryHandler: a1)
    }
}

extension DelayRetryStrategy.Interval {
    static func makeSeconds(a0: TimeInterval) -> Self { .seconds(a0) }
    var isSeconds: Bool {
        if case .seconds = self { return true }
        return false
    }
    static func makeAccumulated(a0: TimeInterval) -> Self { .accumulated(a0) }
    var isAccumulated: Bool {
        if case .accumulated = self { return true }
        return false
    }
    static func makeCustom(a0: @escaping @Sendable (_ retriedCount: Int) -> TimeInterval) -> Self {
        .custom(block: a0)
    }
    var isCustom: Bool {
        if case .custom = self { return true }
        return false
    }
}

extension NetworkRetryStrategy {
    static func makeValue(a0: TimeInterval?) -> Self { Self(timeoutInterval: a0) }
    static func makeValueWithDefaults() -> Self { Self() }
    func callRetry(a0: RetryContext, a1: @escaping @Sendable (RetryDecision) -> Void) {
        self.retry(context: a0, retryHandler: a1)
    }
}

extension SessionDataTask {
    func readMutableData() -> Data { self.mutableData }
    func readOriginalURL() -> URL? { self.originalURL }
    func readTask() -> URLSessionDataTask { self.task }
    func readMetrics() -> NetworkMetrics? { self.metrics }
}

extension SessionDelegate {
    func callUrlSession(a0: URLSession, a1: URLSessionDataTask, a2: URLResponse) async
        -> URLSession.ResponseDisposition
    { await self.urlSession(a0, dataTask: a1, didReceive: a2) }
    func callUrlSession2(a0: URLSession, a1: URLSessionDataTask, a2: Data) {
        self.urlSession(a0, dataTask: a1, didReceive: a2)
    }
    func callUrlSession3(a0: URLSession, a1: URLSessionTask, a2: (any Error)?) {
        self.urlSession(a0, task: a1, didCompleteWithError: a2)
    }
    func callUrlSession4(a0: URLSession, a1: URLAuthenticationChallenge) async -> (
        URLSession.AuthChallengeDisposition, URLCredential?
    ) { await self.urlSession(a0, didReceive: a1) }
    func callUrlSession5(a0: URLSession, a1: URLSessionTask, a2: URLAuthenticationChallenge) async
        -> (URLSession.AuthChallengeDisposition, URLCredential?)
    { await self.urlSession(a0, task: a1, didReceive: a2) }
    func callUrlSession6(a0: URLSession, a1: URLSessionTask, a2: HTTPURLResponse, a3: URLRequest)
        async -> URLRequest?
    { await self.urlSession(a0, task: a1, willPerformHTTPRedirection: a2, newRequest: a3) }
    func callUrlSession7(a0: URLSession, a1: URLSessionTask, a2: URLSessionTaskMetrics) {
        self.urlSession(a0, task: a1, didFinishCollecting: a2)
    }
}
