import Foundation
import Locking

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Writes down what a downloader tells its delegate.
final class DelegateSpy: ImageDownloaderDelegate, Sendable {
    let events = Recorder<String>()
    let changesData: @Sendable (Data) -> Data?
    let disposition: URLSession.ResponseDisposition

    init(
        disposition: URLSession.ResponseDisposition = .allow,
        changesData: @escaping @Sendable (Data) -> Data? = { $0 }
    ) {
        self.disposition = disposition
        self.changesData = changesData
    }

    func imageDownloader(
        _ downloader: ImageDownloader, willDownloadImageForURL url: URL, with request: URLRequest?
    ) {
        events.record("will \(url.path)")
    }

    func imageDownloader(
        _ downloader: ImageDownloader, didFinishDownloadingImageForURL url: URL,
        with response: URLResponse?, error: (any Error)?
    ) {
        let kind = (error as? KingfisherError).map { $0.isTaskCancelled ? "cancelled" : "error" }
        events.record("finish \(kind ?? "ok") \(response == nil ? "-" : "response")")
    }

    func imageDownloader(
        _ downloader: ImageDownloader, didDownload data: Data, with task: SessionDataTask
    ) -> Data? {
        events.record("data")
        return changesData(data)
    }

    func imageDownloader(
        _ downloader: ImageDownloader, didDownload image: KFCrossPlatformImage, for url: URL,
        with response: URLResponse?
    ) {
        events.record("image")
    }

    func isValidStatusCode(_ code: Int, for downloader: ImageDownloader) -> Bool {
        events.record("status \(code)")
        return code == 200
    }

    func imageDownloader(
        _ downloader: ImageDownloader, didReceive response: URLResponse
    ) async -> URLSession.ResponseDisposition {
        events.record("response")
        return disposition
    }
}
