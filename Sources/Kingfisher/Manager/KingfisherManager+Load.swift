import Foundation
import Locking

extension KingfisherManager {
    /// Loads an image past the caches, processes it and stores it.
    ///
    /// - Parameters:
    ///   - source: What to load.
    ///   - context: The request it is loaded for.
    ///   - condition: What the server is asked with. When the image is unchanged the outcome is the
    ///     error of an answer with status 304. Default nil: the image is wanted in any case.
    ///   - completionHandler: Receives the outcome on whatever thread it becomes known.
    ///   - downloadTaskCreated: Receives the handle before the transfer resumes or the provider is asked.
    /// - Returns: The handle.
    @discardableResult
    func loadAndCacheImage(
        source: Source, context: RetrievingContext<Source>, condition: RequestCondition? = nil,
        completionHandler: (@Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void)?,
        downloadTaskCreated: (@Sendable (DownloadTask) -> Void)? = nil
    ) -> DownloadTask.WrappedTask? {
        var options = context.options
        options.condition = condition
        options.events?.post(.loadBegan)
        // A download's image is stored before equal requests stop joining the download; a downloader
        // that does without this is followed by the store.
        let stored = StoreOnce()
        let store: @Sendable (ImageLoadingResult) -> Void = { [options] loaded in
            stored.begin { done in
                // The modifier comes first, so that it finds the caches as they were.
                let delivered = options.modified(loaded.image)
                self.store(loaded, source: source, options: options) { done(delivered) }
            }
        }
        let finish: @Sendable (Result<ImageLoadingResult, KingfisherError>) -> Void = { result in
            switch result {
            case .failure(let error):
                completionHandler?(.failure(error))
            case .success(let loaded):
                store(loaded)
                stored.whenDone { image in
                    completionHandler?(
                        .success(
                            RetrieveImageResult(
                                image: image, cacheType: .none, source: source,
                                originalSource: context.originalSource,
                                data: { loaded.originalData }, metrics: loaded.metrics)))
                }
            }
        }
        switch source {
        case .network(let resource):
            options.onImageMade = store
            return download(
                resource, options: options, taskCreated: downloadTaskCreated, finish: finish)
        case .provider(let provider):
            return load(
                from: provider, options: options, taskCreated: downloadTaskCreated, finish: finish)
        }
    }

    private func download(
        _ resource: any Resource, options: KingfisherParsedOptionsInfo,
        taskCreated: (@Sendable (DownloadTask) -> Void)?,
        finish: @escaping @Sendable (Result<ImageLoadingResult, KingfisherError>) -> Void
    ) -> DownloadTask.WrappedTask? {
        let downloader = options.downloader ?? self.downloader
        var options = options.deliveredInline
        options.onDownloadTaskStarted = taskCreated
        let task = downloader.downloadImage(
            with: resource.downloadURL, options: options, completionHandler: finish)
        return .download(task)
    }

    private func load(
        from provider: any ImageDataProvider, options: KingfisherParsedOptionsInfo,
        taskCreated: (@Sendable (DownloadTask) -> Void)?,
        finish: @escaping @Sendable (Result<ImageLoadingResult, KingfisherError>) -> Void
    ) -> DownloadTask.WrappedTask? {
        let (publication, publish) = AsyncStream<Never>.makeStream()
        let providing = provideImage(
            provider: provider, options: options, after: publication, completionHandler: finish)
        guard let providing else { return nil }
        let task = DownloadTask(providerTask: providing)
        taskCreated?(task)
        publish.finish()
        return .dataProviding(task)
    }

    /// Asks a provider for data and processes it.
    ///
    /// - Parameters:
    ///   - provider: What to ask.
    ///   - options: The options of the request.
    ///   - publication: Ends when everybody knows of the task; the provider is not asked before.
    ///     Default nil.
    ///   - completionHandler: Receives the outcome. Without one nothing is started.
    /// - Returns: The task to cancel; the outcome is then
    ///   `KingfisherError.requestError(.dataProviderCancelled)`, at once, whether the provider
    ///   reacts or not.
    func provideImage(
        provider: any ImageDataProvider, options: KingfisherParsedOptionsInfo,
        after publication: AsyncStream<Never>? = nil,
        completionHandler: (@Sendable (Result<ImageLoadingResult, KingfisherError>) -> Void)?
    ) -> Task<Void, Never>? {
        guard let completionHandler else { return nil }
        let pending = Locked<(@Sendable (Result<ImageLoadingResult, KingfisherError>) -> Void)?>(
            completionHandler)
        let finish: @Sendable (Result<ImageLoadingResult, KingfisherError>) -> Void = { result in
            let handler = pending.withLock { handler in
                defer { handler = nil }
                return handler
            }
            handler?(result)
        }
        let cancelled = KingfisherError.requestError(
            reason: .dataProviderCancelled(provider: provider))
        return Task {
            await withTaskCancellationHandler {
                if let publication { for await _ in publication {} }
                do {
                    let data = try await provider.data()
                    try Task.checkCancellation()
                    options.events?.post(.loadEnded(byteCount: data.count))
                    let image = await self.image(from: data, options: options)
                    try Task.checkCancellation()
                    finish(image.map { ImageLoadingResult(image: $0, originalData: data) })
                } catch  where error is CancellationError || Task.isCancelled {
                    finish(.failure(cancelled))
                } catch {
                    finish(
                        .failure(
                            .imageSettingError(
                                reason: .dataProviderError(provider: provider, error: error))))
                }
            } onCancel: {
                // What is called may do anything, even wait for this task; not in here.
                DispatchQueue.global(qos: .userInitiated).async { finish(.failure(cancelled)) }
            }
        }
    }

    private func image(
        from data: Data, options: KingfisherParsedOptionsInfo
    ) async -> Result<KFCrossPlatformImage, KingfisherError> {
        let item = ImageProcessItem.data(data)
        let image = await withCheckedContinuation { continuation in
            process(item, options: options) { continuation.resume(returning: $0) }
        }
        guard let image else { return .failure(options.processingFailure(of: item)) }
        return .success(image)
    }

    private func store(
        _ loaded: ImageLoadingResult, source: Source, options: KingfisherParsedOptionsInfo,
        completion: @escaping @Sendable () -> Void
    ) {
        var options = options
        options.storedResponse = loaded.response
        if loaded.response?.control.noStore == true {
            forget(source, options: options)
            completion()
            return
        }
        let isProcessed = options.processor != DefaultImageProcessor.default
        store(
            loaded.image, original: loaded.originalData, source: source, options: options,
            storesOriginal: options.cacheOriginalImage && isProcessed, completion: completion)
    }
}

/// A store that is begun by whoever comes first, and waited for by the completion of the load.
private final class StoreOnce: Sendable {
    private struct State {
        var hasBegun = false
        /// What is delivered; nil until the store is done.
        var delivered: KFCrossPlatformImage?
        var waiting: (@Sendable (KFCrossPlatformImage) -> Void)?
    }

    private let state = Locked(State())

    /// Runs `store`, the first time only.
    ///
    /// - Parameter store: Stores, then calls `done` with the image to deliver.
    func begin(_ store: (_ done: @escaping @Sendable (KFCrossPlatformImage) -> Void) -> Void) {
        let isFirst = state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        guard isFirst else { return }
        store { [self] image in
            let waiting = state.withLock { state in
                state.delivered = image
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?(image)
        }
    }

    /// Runs a block with the image to deliver once the store is done.
    func whenDone(_ block: @escaping @Sendable (KFCrossPlatformImage) -> Void) {
        let delivered = state.withLock { state in
            if state.delivered == nil { state.waiting = block }
            return state.delivered
        }
        if let delivered { block(delivered) }
    }
}
