import Foundation
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("KingfisherError", .timeLimit(.minutes(1)))
struct KingfisherErrorTests {
    private let url = URL(fileURLWithPath: "/cache/file")
    private let provider = RawImageDataProvider(data: Data(), cacheKey: "raw")

    private func response(_ status: Int) throws -> HTTPURLResponse {
        let url = try #require(URL(string: "http://host.test/a.png"))
        return try #require(
            HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil))
    }

    @Test("14.2: codes and domain are those of the table, and every text says something")
    func codes() throws {
        let cause = CocoaError(.fileReadNoSuchFile)
        let source = Source.provider(provider)
        let request = URLRequest(url: url)
        let livePhoto = LivePhotoSource(urls: [url])
        let result = RetrieveImageResult(
            image: KFCrossPlatformImage(), cacheType: .disk, source: source, originalSource: source,
            data: { nil })
        let errors: [(Int, KingfisherError)] = [
            (1001, .requestError(reason: .emptyRequest)),
            (1002, .requestError(reason: .invalidURL(request: request))),
            (1003, .requestError(reason: .taskCancelled(task: .standalone(), token: 7))),
            (1004, .requestError(reason: .livePhotoTaskCancelled(source: livePhoto))),
            (1005, .requestError(reason: .asyncTaskContextCancelled)),
            (1006, .requestError(reason: .dataProviderCancelled(provider: provider))),
            (2001, .responseError(reason: .invalidURLResponse(response: try response(200)))),
            (2002, .responseError(reason: .invalidHTTPStatusCode(response: try response(404)))),
            (2003, .responseError(reason: .URLSessionError(error: cause))),
            (2004, .responseError(reason: .dataModifyingFailed(task: .standalone()))),
            (2005, .responseError(reason: .noURLResponse(task: .standalone()))),
            (2006, .responseError(reason: .cancelledByDelegate(response: try response(200)))),
            (3001, .cacheError(reason: .fileEnumeratorCreationFailed(url: url))),
            (3002, .cacheError(reason: .invalidFileEnumeratorContent(url: url))),
            (3003, .cacheError(reason: .invalidURLResource(error: cause, key: "k", url: url))),
            (3004, .cacheError(reason: .cannotLoadDataFromDisk(url: url, error: cause))),
            (3005, .cacheError(reason: .cannotCreateDirectory(path: "/cache", error: cause))),
            (3006, .cacheError(reason: .imageNotExisting(key: "k"))),
            (3007, .cacheError(reason: .cannotConvertToData(object: 1, error: cause))),
            (
                3008,
                .cacheError(
                    reason: .cannotSerializeImage(
                        image: nil, original: nil, serializer: DefaultCacheSerializer.default))
            ),
            (
                3009,
                .cacheError(
                    reason: .cannotCreateCacheFile(
                        fileURL: url, key: "k", data: Data(), error: cause))
            ),
            (
                3010,
                .cacheError(
                    reason: .cannotSetCacheFileAttribute(
                        filePath: "/cache/file", attributes: [:], error: cause))
            ),
            (3011, .cacheError(reason: .diskStorageIsNotReady(cacheURL: url))),
            (
                3012,
                .cacheError(reason: .missingLivePhotoResourceOnDisk(livePhoto.resources[0]))
            ),
            (
                4001,
                .processorError(
                    reason: .processingFailed(
                        processor: DefaultImageProcessor.default, item: .data(Data())))
            ),
            (5001, .imageSettingError(reason: .emptySource)),
            (
                5002,
                .imageSettingError(
                    reason: .notCurrentSourceTask(result: nil, error: cause, source: source))
            ),
            (
                5002,
                .imageSettingError(
                    reason: .notCurrentSourceTask(result: result, error: nil, source: source))
            ),
            (
                5003,
                .imageSettingError(
                    reason: .dataProviderError(provider: provider, error: cause))
            ),
            (5004, .imageSettingError(reason: .alternativeSourcesExhausted([]))),
            (
                5005,
                .imageSettingError(
                    reason: .notCurrentLivePhotoSourceTask(
                        result: nil, error: cause, source: livePhoto))
            ),
            (
                5006,
                .imageSettingError(
                    reason: .livePhotoResultError(result: nil, error: nil, source: livePhoto))
            ),
        ]
        for (code, error) in errors {
            #expect(error.errorCode == code)
            let text = error.errorDescription ?? ""
            #expect(text.count > 20, "code \(code)")
            #expect(error.errorUserInfo.count == 1)
            #expect(error.errorUserInfo[NSLocalizedDescriptionKey] as? String == text)
            #expect((error as NSError).localizedDescription == text)
            #expect((error as NSError).code == code)
            #expect((error as NSError).domain == "com.onevcat.Kingfisher.Error")
        }
        #expect(KingfisherError.domain == "com.onevcat.Kingfisher.Error")
        let table = [1001...1006, 2001...2006, 3001...3012, 4001...4001, 5001...5006]
        #expect(Set(errors.map { $0.0 }) == Set(table.flatMap { $0 }))
    }

    @Test("14.2: a superseded request without result and error has no text")
    func notCurrentWithoutCause() {
        let error = KingfisherError.imageSettingError(
            reason: .notCurrentSourceTask(result: nil, error: nil, source: .provider(provider)))
        #expect(error.errorDescription == nil)
        #expect(error.errorUserInfo.isEmpty)
        #expect(error.isNotCurrentTask)
        let livePhoto = KingfisherError.imageSettingError(
            reason: .notCurrentLivePhotoSourceTask(
                result: nil, error: nil, source: LivePhotoSource(urls: [url])))
        #expect(livePhoto.errorDescription == nil)
        #expect(livePhoto.errorUserInfo.isEmpty)
        #expect(!livePhoto.isNotCurrentTask)
    }

    @Test("14.3: the helpers answer for their own case only")
    func helpers() throws {
        let notFound = KingfisherError.responseError(
            reason: .invalidHTTPStatusCode(response: try response(404)))
        #expect(notFound.isInvalidResponseStatusCode)
        #expect(notFound.isInvalidResponseStatusCode(404))
        #expect(!notFound.isInvalidResponseStatusCode(500))
        #expect(!notFound.isTaskCancelled)
        #expect(!notFound.isNotCurrentTask)
        let cancelled = KingfisherError.requestError(
            reason: .dataProviderCancelled(provider: provider))
        #expect(!cancelled.isTaskCancelled)
        #expect(cancelled.isCancellation)
        #expect(!cancelled.isInvalidResponseStatusCode)
    }

    @Test("14.3: of all cancellations, only that of a network task is a cancelled task")
    func cancellations() {
        let reasons: [(KingfisherError.RequestErrorReason, Bool)] = [
            (.taskCancelled(task: .standalone(), token: 1), true),
            (.livePhotoTaskCancelled(source: LivePhotoSource(urls: [url])), false),
            (.asyncTaskContextCancelled, false),
            (.dataProviderCancelled(provider: provider), false),
        ]
        for (reason, isTaskCancelled) in reasons {
            let error = KingfisherError.requestError(reason: reason)
            #expect(error.isTaskCancelled == isTaskCancelled, "\(error.errorCode)")
            #expect(error.isCancellation && !error.isNotCurrentTask)
        }
        #expect(!KingfisherError.requestError(reason: .emptyRequest).isCancellation)
    }

    @Test("A status error names the URL and the status")
    func statusText() throws {
        let error = KingfisherError.responseError(
            reason: .invalidHTTPStatusCode(response: try response(404)))
        let text = try #require(error.errorDescription)
        #expect(text.contains("http://host.test/a.png"))
        #expect(text.contains("404"))
    }

    @Test("Undecodable data is explained instead of quoting a processor")
    func undecodableText() throws {
        let html = Data("<!DOCTYPE html><html></html>".utf8)
        let error = KingfisherError.processorError(
            reason: .processingFailed(processor: DefaultImageProcessor.default, item: .data(html)))
        let text = try #require(error.errorDescription)
        #expect(text.localizedCaseInsensitiveContains("html"))
    }
}
