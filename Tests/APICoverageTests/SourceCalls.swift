import Foundation
import Kingfisher
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Each function uses one declaration that callers know, with its labels, types and defaults. There is
// nothing to run: what is missing or changed does not compile.

extension ImageDataProvider {
    func readCacheKey() -> String { self.cacheKey }
    func callData() async throws -> Data { try await self.data() }
    func callData2(a0: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        self.data(handler: a0)
    }
    func readContentURL() -> URL? { self.contentURL }
    func callData3() async throws -> Data { try await self.data() }
    func callData4(a0: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        self.data(handler: a0)
    }
    func readContentURL2() -> URL? { self.contentURL }
    func callConvertToSource() -> Source { self.convertToSource() }
}

extension LocalFileImageDataProvider {
    static func makeValue(a0: URL, a1: String?, a2: ExecutionQueue) -> Self {
        Self(fileURL: a0, cacheKey: a1, loadingQueue: a2)
    }
    static func makeValueWithDefaults(a0: URL) -> Self { Self(fileURL: a0) }
    func readFileURL() -> URL { self.fileURL }
    func readCacheKey() -> String { self.cacheKey }
    mutating func writeCacheKey(_ value: String) { self.cacheKey = value }
    func readData() async throws -> Data { try await self.data }
    func readContentURL() -> URL? { self.contentURL }
    func callData(a0: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        self.data(handler: a0)
    }
}

extension Base64ImageDataProvider {
    static func makeValue(a0: String, a1: String) -> Self { Self(base64String: a0, cacheKey: a1) }
    func readBase64String() -> String { self.base64String }
    func readCacheKey() -> String { self.cacheKey }
    mutating func writeCacheKey(_ value: String) { self.cacheKey = value }
    func callData(a0: (Result<Data, any Error>) -> Void) { self.data(handler: a0) }
}

extension RawImageDataProvider {
    static func makeValue(a0: Data, a1: String) -> Self { Self(data: a0, cacheKey: a1) }
    func readData() -> Data { self.data }
    func readCacheKey() -> String { self.cacheKey }
    mutating func writeCacheKey(_ value: String) { self.cacheKey = value }
    func callData(a0: @escaping (Result<Data, any Error>) -> Void) { self.data(handler: a0) }
}

extension ThumbnailImageDataProvider {
    static func makeValue(a0: URL, a1: CGFloat, a2: Bool, a3: String?) -> Self {
        Self(url: a0, maxPixelSize: a1, alwaysCreateThumbnail: a2, cacheKey: a3)
    }
    static func makeValueWithDefaults(a0: URL, a1: CGFloat) -> Self {
        Self(url: a0, maxPixelSize: a1)
    }
    func readUrl() -> URL { self.url }
    func readMaxPixelSize() -> CGFloat { self.maxPixelSize }
    mutating func writeMaxPixelSize(_ value: CGFloat) { self.maxPixelSize = value }
    func readAlwaysCreateThumbnail() -> Bool { self.alwaysCreateThumbnail }
    mutating func writeAlwaysCreateThumbnail(_ value: Bool) { self.alwaysCreateThumbnail = value }
    func readCacheKey() -> String { self.cacheKey }
    mutating func writeCacheKey(_ value: String) { self.cacheKey = value }
    func callData(a0: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        self.data(handler: a0)
    }
}

extension ThumbnailImageDataProvider.ThumbnailImageDataProviderError {
    static func makeInvalidImageSource() -> Self { .invalidImageSource }
    var isInvalidImageSource: Bool {
        if case .invalidImageSource = self { return true }
        return false
    }
    static func makeInvalidThumbnail() -> Self { .invalidThumbnail }
    var isInvalidThumbnail: Bool {
        if case .invalidThumbnail = self { return true }
        return false
    }
    static func makeWriteDataError() -> Self { .writeDataError }
    var isWriteDataError: Bool {
        if case .writeDataError = self { return true }
        return false
    }
    static func makeFinalizeDataError() -> Self { .finalizeDataError }
    var isFinalizeDataError: Bool {
        if case .finalizeDataError = self { return true }
        return false
    }
}

extension LivePhotoSource {
    static func makeValue(a0: [any Resource]) -> Self { Self(resources: a0) }
    static func makeValue2(a0: [URL]) -> Self { Self(urls: a0) }
    static func makeValue3(a0: [LivePhotoResource]) -> Self { Self(a0) }
    func readResources() -> [LivePhotoResource] { self.resources }
}

extension LivePhotoResource {
    static func makeValue(a0: URL, a1: String?, a2: FileType?) -> Self {
        Self(downloadURL: a0, cacheKey: a1, fileType: a2)
    }
    static func makeValueWithDefaults(a0: URL) -> Self { Self(downloadURL: a0) }
    static func makeValue2(a0: any Resource, a1: FileType?) -> Self {
        Self(resource: a0, fileType: a1)
    }
    static func makeValueWithDefaults2(a0: any Resource) -> Self { Self(resource: a0) }
    static func makeValue3(a0: Source, a1: FileType?) -> Self { Self(source: a0, fileType: a1) }
    static func makeValueWithDefaults3(a0: Source) -> Self { Self(source: a0) }
    func readDataSource() -> Source { self.dataSource }
    func readReferenceFileType() -> FileType { self.referenceFileType }
}

extension LivePhotoResource.FileType {
    static func makeHeic() -> Self { .heic }
    var isHeic: Bool {
        if case .heic = self { return true }
        return false
    }
    static func makeMov() -> Self { .mov }
    var isMov: Bool {
        if case .mov = self { return true }
        return false
    }
    static func makeOther(a0: String) -> Self { .other(a0) }
    var isOther: Bool {
        if case .other = self { return true }
        return false
    }
}

extension Resource {
    func readCacheKey() -> String { self.cacheKey }
    func readDownloadURL() -> URL { self.downloadURL }
    func callConvertToSource(a0: String?) -> Source { self.convertToSource(overrideCacheKey: a0) }
    func callConvertToSourceWithDefaults() -> Source { self.convertToSource() }
}

extension URL {
    func readCacheKey() -> String { self.cacheKey }
    func readDownloadURL() -> URL { self.downloadURL }
}

extension Source {
    static func makeNetwork(a0: any Resource) -> Self { .network(a0) }
    var isNetwork: Bool {
        if case .network = self { return true }
        return false
    }
    static func makeProvider(a0: any ImageDataProvider) -> Self { .provider(a0) }
    var isProvider: Bool {
        if case .provider = self { return true }
        return false
    }
    func readCacheKey() -> String { self.cacheKey }
    func readUrl() -> URL? { self.url }
    func callHash(a0: inout Hasher) { self.hash(into: &a0) }
}

extension KF {
    static func callSource(a0: Source?) -> KF.Builder { Self.source(a0) }
    static func callResource(a0: (any Resource)?) -> KF.Builder { Self.resource(a0) }
    static func callUrl(a0: URL?, a1: String?) -> KF.Builder { Self.url(a0, cacheKey: a1) }
    static func callUrlWithDefaults(a0: URL?) -> KF.Builder { Self.url(a0) }
    static func callDataProvider(a0: (any ImageDataProvider)?) -> KF.Builder {
        Self.dataProvider(a0)
    }
    static func callData(a0: Data?, a1: String) -> KF.Builder { Self.data(a0, cacheKey: a1) }
}

extension KF.ImageResource {
    static func makeValue(a0: URL, a1: String?) -> Self { Self(downloadURL: a0, cacheKey: a1) }
    static func makeValueWithDefaults(a0: URL) -> Self { Self(downloadURL: a0) }
    func readCacheKey() -> String { self.cacheKey }
    func readDownloadURL() -> URL { self.downloadURL }
}

extension KF.Builder {
    func readOptions() -> KingfisherParsedOptionsInfo { self.options }
    func writeOptions(_ value: KingfisherParsedOptionsInfo) { self.options = value }
    func readOnFailureDelegate() -> Delegate<KingfisherError, Void> { self.onFailureDelegate }
    func readOnSuccessDelegate() -> Delegate<RetrieveImageResult, Void> { self.onSuccessDelegate }
    func readOnProgressDelegate() -> Delegate<(Int64, Int64), Void> { self.onProgressDelegate }
    func callKeepCurrentImageWhileLoading(a0: Bool) -> Self {
        self.keepCurrentImageWhileLoading(a0)
    }
    func callKeepCurrentImageWhileLoadingWithDefaults() -> Self {
        self.keepCurrentImageWhileLoading()
    }
    func callOnlyLoadFirstFrame(a0: Bool) -> Self { self.onlyLoadFirstFrame(a0) }
    func callOnlyLoadFirstFrameWithDefaults() -> Self { self.onlyLoadFirstFrame() }
}

extension KF.RedirectPayload {
    func readTask() -> SessionDataTask { self.task }
    func readResponse() -> HTTPURLResponse { self.response }
    func readNewRequest() -> URLRequest { self.newRequest }
    func readCompletionHandler() -> (URLRequest?) -> Void { self.completionHandler }
}
