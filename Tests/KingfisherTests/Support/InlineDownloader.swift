import Foundation

@testable import Kingfisher

/// Completes before its method returns: with a picture, or for a URL that ends in `missing` with a
/// failure.
// Unchecked, as its superclass is: the recorder has a lock of its own.
final class InlineDownloader: ImageDownloader, @unchecked Sendable {
    /// What it was asked for.
    let asked = Recorder<(url: URL, options: KingfisherParsedOptionsInfo)>()

    var urls: [URL] { asked.values.map(\.url) }

    override func downloadImage(
        with url: URL, options: KingfisherParsedOptionsInfo,
        completionHandler: (@Sendable (Result<ImageLoadingResult, KingfisherError>) -> Void)? = nil
    ) -> DownloadTask {
        asked.record((url, options))
        if url.lastPathComponent == "missing" {
            completionHandler?(.failure(.requestError(reason: .emptyRequest)))
        } else if let image = try? TestPicture.image(), let data = try? TestPicture.png() {
            completionHandler?(.success(ImageLoadingResult(image: image, originalData: data)))
        }
        return DownloadTask()
    }
}
