import Foundation
import Locking
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Makes the images of one finished download and completes its callers.
///
/// Callers whose processors and decoding options are equal share one image, also those who come
/// while it waits or is made. A caller that cancels meanwhile is completed by the cancellation
/// instead.
struct DownloadProcessing {
    /// How often newcomers may delay the delivery of an image.
    private static let roundsOfJoining = 4

    let download: SessionDataTask
    let data: Data
    let session: DownloadSession

    /// Starts one piece of work for each different image.
    func start() {
        let images = download.imagesToMake()
        for caller in images.flatMap(\.callers) {
            caller.options.events?.post(.loadEnded(byteCount: data.count))
        }
        guard !images.isEmpty else {
            finish()
            return
        }
        // Captured now: the download may be gone when the images are ready.
        let metrics = download.metrics
        let unfinished = Locked(images.count)
        for (key, callers) in images {
            guard let options = callers.first?.options else { continue }
            let work: @Sendable () -> Void = {
                process(key, options, metrics: metrics)
                let isLast = unfinished.withLock { count in
                    count -= 1
                    return count == 0
                }
                if isLast { finish() }
            }
            if let queue = options.processingQueue {
                queue.execute(work)
            } else {
                let priority = callers.reduce(0) { max($0, $1.options.downloadPriority) }
                WorkPool.images.submit(key: download.originalURL, priority: priority, work)
            }
        }
    }

    private func process(
        _ key: ImageKey, _ options: KingfisherParsedOptionsInfo, metrics: NetworkMetrics?
    ) {
        guard download.isWanted(key) else { return }
        let waiting = download.waiting(for: key)
        var options = options
        options.events = SharedEventSink(waiting.compactMap(\.callback.options.events))
        guard let image = image(options) else {
            fail(key)
            return
        }
        var results = Results(
            result: ImageLoadingResult(
                image: image, url: download.originalURL, originalData: data, metrics: metrics),
            download: download)
        for token in prepare(key, &results) {
            guard let callback = download.take(token) else { continue }
            tellDelegate(image)
            callback.completeOnceStarted(.success(results.result))
        }
    }

    /// One result for all who want the same image.
    private struct Results {
        private(set) var result: ImageLoadingResult
        private let download: SessionDataTask

        init(result: ImageLoadingResult, download: SessionDataTask) {
            self.result = result
            self.download = download
        }

        /// Tells everybody of the response as soon as one caller keeps to it.
        ///
        /// They may share a cache, where a store that knew nothing of the response would undo
        /// what the others made of it.
        mutating func consider(_ callers: some Sequence<SessionDataTask.TaskCallback>) {
            guard
                result.response == nil,
                callers.contains(where: { $0.options.cachePolicy == .standard }),
                let response = download.task.response as? HTTPURLResponse
            else { return }
            let receivedAt = download.respondedAt ?? Date()
            result.response = StoredResponse(
                response, requestedAt: download.requestedAt ?? receivedAt, receivedAt: receivedAt)
        }
    }

    private func image(_ options: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage? {
        options.events?.post(.processingBegan)
        var image = options.processor.process(item: .data(data), options: options)
        if options.backgroundDecode { image = image.map(BackgroundDecoding.decoded) }
        options.events?.post(.processingEnded(image))
        return image
    }

    /// Tells everyone of the image who wants to know it early, then ends the joining.
    ///
    /// Whoever asks for the same image finds it in memory or joins here, at any moment.
    ///
    /// - Returns: Who waits.
    private func prepare(
        _ key: ImageKey, _ results: inout Results
    ) -> [SessionDataTask.CancelToken] {
        var ready: Set<SessionDataTask.CancelToken> = []
        for _ in 0..<Self.roundsOfJoining {
            let waiting = download.waiting(for: key)
            results.consider(waiting.lazy.map(\.callback))
            for (token, callback) in waiting where !ready.contains(token) {
                callback.options.onImageMade?(results.result)
                ready.insert(token)
            }
            if let waiting = download.endMaking(key, ifReady: ready) { return waiting }
        }
        return download.endMaking(key, ifReady: nil) ?? []
    }

    private func fail(_ key: ImageKey) {
        for token in download.endMaking(key, ifReady: nil) ?? [] {
            guard let callback = download.take(token) else { continue }
            callback.completeOnceStarted(
                .failure(callback.options.processingFailure(of: .data(data))))
        }
    }

    private func tellDelegate(_ image: KFCrossPlatformImage) {
        guard let downloader = session.downloader, let url = download.originalURL else { return }
        downloader.delegate?.imageDownloader(
            downloader, didDownload: image, for: url, with: download.task.response)
    }

    private func finish() {
        download.completeAndRemoveAllCallbacks()
        session.forget(download)
    }
}
