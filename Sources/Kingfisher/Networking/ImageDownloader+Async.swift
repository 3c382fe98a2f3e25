public import Foundation

extension ImageDownloader {
    /// Downloads an image.
    ///
    /// Cancelling the surrounding task cancels this share of the download, also when it was
    /// cancelled before.
    ///
    /// - Parameters:
    ///   - url: Where to download from.
    ///   - options: The options of the request.
    /// - Returns: The image and its data.
    /// - Throws: ``KingfisherError``, the same as the callback form gives.
    public func downloadImage(
        with url: URL, options: KingfisherParsedOptionsInfo
    ) async throws -> ImageLoadingResult {
        // Latches a cancellation that comes before the download's own handle is known.
        let handle = DownloadTask()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = downloadImage(with: url, options: options) {
                    continuation.resume(with: $0)
                }
                handle.linkToTask(task)
            }
        } onCancel: {
            handle.cancel()
        }
    }

    /// Downloads an image and reports progress.
    ///
    /// - Parameters:
    ///   - url: Where to download from.
    ///   - options: The options of the request. Default nil.
    ///   - progressBlock: Called on the main queue as bytes arrive, when the length is known.
    /// - Returns: The image and its data.
    /// - Throws: ``KingfisherError``, the same as the callback form gives.
    public func downloadImage(
        with url: URL, options: KingfisherOptionsInfo? = nil,
        progressBlock: DownloadProgressBlock? = nil
    ) async throws -> ImageLoadingResult {
        try await downloadImage(
            with: url,
            options: KingfisherParsedOptionsInfo(options, progressBlock: progressBlock))
    }

    /// Downloads an image.
    ///
    /// - Parameters:
    ///   - url: Where to download from.
    ///   - options: The options of the request. Default nil.
    /// - Returns: The image and its data.
    /// - Throws: ``KingfisherError``, the same as the callback form gives.
    public func downloadImage(
        with url: URL, options: KingfisherOptionsInfo? = nil
    ) async throws -> ImageLoadingResult {
        try await downloadImage(with: url, options: KingfisherParsedOptionsInfo(options))
    }
}
