public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Hears of a downloader's downloads and takes part in some decisions.
///
/// Everything has a default. The methods run on queues of the downloader, usually not the main one;
/// the callback queue of a request does not matter here. Calls for one download come one after
/// another; those for different downloads may come at the same time on different threads, as they do
/// on Linux, so what a delegate collects needs a lock. Each download that was announced is reported
/// as finished exactly once, before any of its callers is completed.
public protocol ImageDownloaderDelegate: AnyObject {
    /// Called before a transfer begins; not for callers that join a running one.
    ///
    /// - Parameters:
    ///   - downloader: The downloader.
    ///   - url: The URL of the request.
    ///   - request: The request after its modifier ran.
    func imageDownloader(
        _ downloader: ImageDownloader, willDownloadImageForURL url: URL, with request: URLRequest?)

    /// Called when a transfer is over.
    ///
    /// - Parameters:
    ///   - downloader: The downloader.
    ///   - url: The URL of the request.
    ///   - response: The response, or nil after a failure.
    ///   - error: A ``KingfisherError`` after a failure or when every caller cancelled, else nil.
    func imageDownloader(
        _ downloader: ImageDownloader, didFinishDownloadingImageForURL url: URL,
        with response: URLResponse?, error: (any Error)?)

    /// Can exchange the bytes before images are made of them. Default: asks the form with a URL.
    ///
    /// - Parameters:
    ///   - downloader: The downloader.
    ///   - data: The whole body.
    ///   - task: The download.
    /// - Returns: The bytes to use, or nil to fail with `responseError(.dataModifyingFailed)`.
    func imageDownloader(
        _ downloader: ImageDownloader, didDownload data: Data, with task: SessionDataTask
    ) -> Data?

    /// Can exchange the bytes before images are made of them. Default: the bytes unchanged.
    ///
    /// Not called when the form with a task is implemented.
    ///
    /// - Parameters:
    ///   - downloader: The downloader.
    ///   - data: The whole body.
    ///   - url: The URL of the request.
    /// - Returns: The bytes to use, or nil to fail with `responseError(.dataModifyingFailed)`.
    func imageDownloader(
        _ downloader: ImageDownloader, didDownload data: Data, for url: URL
    ) -> Data?

    /// Called once for each caller whose image was made, just before it is completed.
    ///
    /// - Parameters:
    ///   - downloader: The downloader.
    ///   - image: The image that the caller receives.
    ///   - url: The URL of the request.
    ///   - response: The response.
    func imageDownloader(
        _ downloader: ImageDownloader, didDownload image: KFCrossPlatformImage, for url: URL,
        with response: URLResponse?)

    /// Whether a status is accepted. Default: 200 to 399.
    ///
    /// - Parameters:
    ///   - code: The HTTP status.
    ///   - downloader: The downloader.
    /// - Returns: False to fail with `responseError(.invalidHTTPStatusCode)`.
    func isValidStatusCode(_ code: Int, for downloader: ImageDownloader) -> Bool

    /// Decides whether the body is loaded. Default: `.allow`.
    ///
    /// - Parameters:
    ///   - downloader: The downloader.
    ///   - response: The response, whose status was accepted.
    /// - Returns: `.cancel` to fail with `responseError(.cancelledByDelegate)`.
    func imageDownloader(
        _ downloader: ImageDownloader, didReceive response: URLResponse
    ) async -> URLSession.ResponseDisposition
}
