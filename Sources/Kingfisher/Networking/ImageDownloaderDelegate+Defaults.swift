public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension ImageDownloaderDelegate {
    /// Does nothing.
    public func imageDownloader(
        _ downloader: ImageDownloader, willDownloadImageForURL url: URL, with request: URLRequest?
    ) {}

    /// Does nothing.
    public func imageDownloader(
        _ downloader: ImageDownloader, didFinishDownloadingImageForURL url: URL,
        with response: URLResponse?, error: (any Error)?
    ) {}

    /// Does nothing.
    public func imageDownloader(
        _ downloader: ImageDownloader, didDownload image: KFCrossPlatformImage, for url: URL,
        with response: URLResponse?
    ) {}

    /// Accepts 200 to 399.
    public func isValidStatusCode(_ code: Int, for downloader: ImageDownloader) -> Bool {
        (200..<400).contains(code)
    }

    /// What the form with a URL gives; the bytes themselves without a URL.
    public func imageDownloader(
        _ downloader: ImageDownloader, didDownload data: Data, with task: SessionDataTask
    ) -> Data? {
        guard let url = task.originalURL else { return data }
        return imageDownloader(downloader, didDownload: data, for: url)
    }

    /// The bytes themselves.
    public func imageDownloader(
        _ downloader: ImageDownloader, didDownload data: Data, for url: URL
    ) -> Data? { data }

    /// Loads the body.
    public func imageDownloader(
        _ downloader: ImageDownloader, didReceive response: URLResponse
    ) async -> URLSession.ResponseDisposition { .allow }
}
