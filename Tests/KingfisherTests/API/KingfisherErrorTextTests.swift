import Foundation
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the texts of errors name, and how callers take errors apart.
@Suite("Texts of KingfisherError", .timeLimit(.minutes(1)))
struct KingfisherErrorTextTests {
    private let file = URL(fileURLWithPath: "/cache/entry")
    private let provider = RawImageDataProvider(data: Data(), cacheKey: "provider-key")
    private let cause = Cause()

    private struct Cause: LocalizedError {
        var errorDescription: String? { "the-cause" }
    }

    private func response(_ status: Int = 404) throws -> HTTPURLResponse {
        let url = try #require(URL(string: "http://host.test/a.png"))
        return try #require(
            HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil))
    }

    private func expect(_ error: KingfisherError, names words: String...) throws {
        let text = try #require(error.errorDescription)
        for word in words {
            #expect(text.contains(word), "\(error.errorCode): \(text)")
        }
    }

    @Test("14.2: errors of requests and responses name the address, the token and the cause")
    func requestsAndResponses() throws {
        let task = SessionDataTask.standalone()
        let address = try #require(task.originalURL?.absoluteString)
        let photo = LivePhotoSource(urls: [file])
        let photoKey = file.cacheKey
        try expect(
            .requestError(reason: .invalidURL(request: URLRequest(url: file))),
            names: file.absoluteString)
        try expect(
            .requestError(reason: .taskCancelled(task: task, token: 77)), names: address, "77")
        try expect(
            .requestError(reason: .livePhotoTaskCancelled(source: photo)), names: photoKey)
        try expect(
            .requestError(reason: .dataProviderCancelled(provider: provider)),
            names: "provider-key")
        try expect(
            .responseError(reason: .invalidURLResponse(response: try response())),
            names: "http://host.test/a.png")
        try expect(
            .responseError(reason: .invalidHTTPStatusCode(response: try response())),
            names: "http://host.test/a.png", "404")
        try expect(.responseError(reason: .URLSessionError(error: cause)), names: "the-cause")
        try expect(.responseError(reason: .dataModifyingFailed(task: task)), names: address)
        try expect(.responseError(reason: .noURLResponse(task: task)), names: address)
        try expect(
            .responseError(reason: .cancelledByDelegate(response: try response())),
            names: "http://host.test/a.png")
    }

    @Test("14.2: errors of caches name the file, the key and the cause")
    func caches() throws {
        let path = file.path
        try expect(.cacheError(reason: .fileEnumeratorCreationFailed(url: file)), names: path)
        try expect(.cacheError(reason: .invalidFileEnumeratorContent(url: file)), names: path)
        try expect(
            .cacheError(reason: .invalidURLResource(error: cause, key: "k e y", url: file)),
            names: path, "k e y", "the-cause")
        try expect(
            .cacheError(reason: .cannotLoadDataFromDisk(url: file, error: cause)),
            names: path, "the-cause")
        try expect(
            .cacheError(reason: .cannotCreateDirectory(path: path, error: cause)),
            names: path, "the-cause")
        try expect(.cacheError(reason: .imageNotExisting(key: "k e y")), names: "k e y")
        try expect(
            .cacheError(reason: .cannotConvertToData(object: 1, error: cause)),
            names: "Int", "the-cause")
        try expect(
            .cacheError(
                reason: .cannotSerializeImage(
                    image: nil, original: nil, serializer: DefaultCacheSerializer.default)),
            names: "DefaultCacheSerializer")
        try expect(
            .cacheError(
                reason: .cannotCreateCacheFile(
                    fileURL: file, key: "k e y", data: Data(count: 5), error: cause)),
            names: path, "k e y", "5 bytes", "the-cause")
        try expect(
            .cacheError(
                reason: .cannotSetCacheFileAttribute(
                    filePath: path, attributes: [:], error: cause)), names: path, "the-cause")
        try expect(.cacheError(reason: .diskStorageIsNotReady(cacheURL: file)), names: path)
        let resource = LivePhotoResource(downloadURL: file, cacheKey: "k e y")
        try expect(
            .cacheError(reason: .missingLivePhotoResourceOnDisk(resource)), names: "k e y")
    }

    @Test("14.2: errors of processors and settings name the processor, the source and the cause")
    func processorsAndSettings() throws {
        let source = Source.provider(provider)
        let photo = LivePhotoSource(urls: [file])
        try expect(
            .processorError(
                reason: .processingFailed(
                    processor: CountingProcessor("failing"), item: .image(KFCrossPlatformImage()))),
            names: "test.failing")
        let result = RetrieveImageResult(
            image: KFCrossPlatformImage(), cacheType: .memory, source: source,
            originalSource: source, data: { nil })
        try expect(
            .imageSettingError(
                reason: .notCurrentSourceTask(result: result, error: nil, source: source)),
            names: "provider-key", "memory")
        try expect(
            .imageSettingError(
                reason: .notCurrentSourceTask(result: nil, error: cause, source: source)),
            names: "provider-key", "the-cause")
        try expect(
            .imageSettingError(reason: .dataProviderError(provider: provider, error: cause)),
            names: "provider-key", "the-cause")
        let errors = ["first", "second"].map { key in
            PropagationError(
                source: .provider(RawImageDataProvider(data: Data(), cacheKey: key)),
                error: .cacheError(reason: .imageNotExisting(key: "in-\(key)")))
        }
        try expect(
            .imageSettingError(reason: .alternativeSourcesExhausted(errors)),
            names: "\"first\"", "in-first", "\"second\"", "in-second")
        try expect(
            .imageSettingError(
                reason: .notCurrentLivePhotoSourceTask(result: nil, error: cause, source: photo)),
            names: file.cacheKey, "the-cause")
        let info = LivePhotoLoadingInfoResult(
            fileURLs: [file], cacheType: .disk, source: photo, originalSource: photo, data: { [] })
        let shown = RetrieveLivePhotoResult(loadingInfo: info)
        #expect(shown.info == nil)
        try expect(
            .imageSettingError(
                reason: .livePhotoResultError(result: shown, error: cause, source: photo)),
            names: file.cacheKey, "the-cause")
    }

    @Test("14.1: there are five cases, each with a reason, and all can be sent elsewhere")
    func cases() {
        let errors: [KingfisherError] = [
            .requestError(reason: .emptyRequest),
            .responseError(reason: .URLSessionError(error: cause)),
            .cacheError(reason: .imageNotExisting(key: "k")),
            .processorError(
                reason: .processingFailed(
                    processor: DefaultImageProcessor.default, item: .data(Data()))),
            .imageSettingError(reason: .emptySource),
        ]
        #expect(errors.map(Self.code) == [1001, 2003, 3006, 4001, 5001])
    }

    private static func sent<Reason: Sendable>(_ reason: Reason) -> Reason { reason }

    /// Exhaustive without a default, as callers write it.
    private static func code(of error: KingfisherError) -> Int {
        switch error {
        case .requestError(let reason): sent(reason).errorCode
        case .responseError(let reason): sent(reason).errorCode
        case .cacheError(let reason): sent(reason).errorCode
        case .processorError(let reason): sent(reason).errorCode
        case .imageSettingError(let reason): sent(reason).errorCode
        }
    }
}
