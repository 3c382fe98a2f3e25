public import Foundation

extension ImageDownloader {
    /// Downloads the bytes of a live photo's resource, which are not decoded.
    ///
    /// - Parameters:
    ///   - url: Where to download from.
    ///   - options: The options of the request. The processor must be the default one; another one
    ///     stops a debug build and is ignored otherwise.
    ///   - completionHandler: Called exactly once, on the callback queue of the options.
    /// - Returns: The caller's handle.
    @discardableResult
    public func downloadLivePhotoResource(
        with url: URL, options: KingfisherParsedOptionsInfo,
        completionHandler: (
            @Sendable (Result<LivePhotoResourceDownloadingResult, KingfisherError>) -> Void
        )? = nil
    ) -> DownloadTask {
        downloadImage(with: url, options: options.forLivePhotoResource) { result in
            completionHandler?(
                result.map {
                    LivePhotoResourceDownloadingResult(originalData: $0.originalData, url: $0.url)
                })
        }
    }

    /// Downloads the bytes of a live photo's resource, which are not decoded.
    ///
    /// - Parameters:
    ///   - url: Where to download from.
    ///   - options: The options of the request. The processor must be the default one.
    /// - Returns: The bytes.
    /// - Throws: ``KingfisherError``, the same as the callback form gives.
    public func downloadLivePhotoResource(
        with url: URL, options: KingfisherParsedOptionsInfo
    ) async throws -> LivePhotoResourceDownloadingResult {
        let result = try await downloadImage(with: url, options: options.forLivePhotoResource)
        return LivePhotoResourceDownloadingResult(
            originalData: result.originalData, url: result.url)
    }
}

extension KingfisherParsedOptionsInfo {
    fileprivate var forLivePhotoResource: KingfisherParsedOptionsInfo {
        assert(
            processor.identifier.isEmpty
                || processor.identifier == LivePhotoImageProcessor.default.identifier,
            "The resources of live photos cannot be processed. Leave out the processor option.")
        var options = self
        options.processor = LivePhotoImageProcessor.default
        return options
    }
}
