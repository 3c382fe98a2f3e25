import Foundation
import Locking
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Makes the images of one finished download and completes its callers.
///
/// Callers whose processors and decoding options are equal share one image. A caller that cancels
/// while its image waits or is made is completed by the cancellation instead.
struct DownloadProcessing {
    /// What decides over the pixels; callers with equal keys get the same image.
    private struct Key: Hashable {
        let identifier: String
        let scaleFactor: CGFloat
        let preloadsAllFrames: Bool
        let loadsFirstFrameOnly: Bool
        let decodesInBackground: Bool

        init(_ options: KingfisherParsedOptionsInfo) {
            identifier = options.processor.identifier
            scaleFactor = options.scaleFactor
            preloadsAllFrames = options.preloadAllAnimationData
            loadsFirstFrameOnly = options.onlyLoadFirstFrame
            decodesInBackground = options.backgroundDecode
        }
    }

    private struct Group {
        var options: KingfisherParsedOptionsInfo
        var sinks: [any ImageEventSink]
        var tokens: [SessionDataTask.CancelToken]
        var priority: Float
    }

    let download: SessionDataTask
    let data: Data
    let session: DownloadSession

    /// Starts one piece of work for each different image.
    func start() {
        for (_, callback) in download.subscribers {
            callback.options.events?.post(.loadEnded(byteCount: data.count))
        }
        let groups = groups()
        guard !groups.isEmpty else {
            finish()
            return
        }
        // Captured now: the download may be gone when the images are ready.
        let metrics = download.metrics
        let unfinished = Locked(groups.count)
        for group in groups {
            let work: @Sendable () -> Void = {
                process(group, metrics: metrics)
                let isLast = unfinished.withLock { count in
                    count -= 1
                    return count == 0
                }
                if isLast { finish() }
            }
            if let queue = group.options.processingQueue {
                queue.execute(work)
            } else {
                WorkPool.images.submit(
                    key: download.originalURL, priority: group.priority, work)
            }
        }
    }

    private func groups() -> [Group] {
        var groups: [Group] = []
        var indexes: [Key: Int] = [:]
        for (token, callback) in download.subscribers {
            let options = callback.options
            let key = Key(options)
            if let index = indexes[key] {
                groups[index].tokens.append(token)
                if let events = options.events { groups[index].sinks.append(events) }
                groups[index].priority = max(groups[index].priority, options.downloadPriority)
            } else {
                indexes[key] = groups.count
                groups.append(
                    Group(
                        options: options, sinks: options.events.map { [$0] } ?? [],
                        tokens: [token], priority: options.downloadPriority))
            }
        }
        return groups
    }

    private func process(_ group: Group, metrics: NetworkMetrics?) {
        guard download.isAwaited(by: group.tokens) else { return }
        var options = group.options
        options.events = SharedEventSink(group.sinks)
        let image = image(options)
        for token in group.tokens {
            guard let callback = download.take(token) else { continue }
            guard let image else {
                callback.complete(
                    .failure(
                        .processorError(
                            reason: .processingFailed(
                                processor: callback.options.processor, item: .data(data)))))
                continue
            }
            tellDelegate(image)
            var result = ImageLoadingResult(
                image: image, url: download.originalURL, originalData: data, metrics: metrics)
            if callback.options.cachePolicy == .standard { result.response = storedResponse }
            callback.complete(.success(result))
        }
    }

    /// What callers may want to remember of the response.
    private var storedResponse: StoredResponse? {
        guard let response = download.task.response as? HTTPURLResponse else { return nil }
        return StoredResponse(response, requestedAt: download.createdAt, receivedAt: Date())
    }

    private func image(_ options: KingfisherParsedOptionsInfo) -> KFCrossPlatformImage? {
        options.events?.post(.processingBegan)
        var image = options.processor.process(item: .data(data), options: options)
        if options.backgroundDecode { image = image.map(BackgroundDecoding.decoded) }
        options.events?.post(.processingEnded(image))
        return image
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
