import Foundation

/// One pass for one source: target cache, original cache, load.
///
/// Delivers its outcome exactly once, on whatever thread it became known.
final class RetrievalAttempt: Sendable {
    typealias Outcome = Result<RetrieveImageResult, KingfisherError>

    private let manager: KingfisherManager
    private let context: RetrievingContext<Source>
    private let source: Source
    private let announcement: TaskAnnouncement
    private let onOutcome: @Sendable (Outcome) -> Void

    /// Stands for a load that an asynchronous probe may lead to.
    private let shell = DownloadTask()

    init(
        manager: KingfisherManager, context: RetrievingContext<Source>, source: Source,
        announcement: TaskAnnouncement, onOutcome: @escaping @Sendable (Outcome) -> Void
    ) {
        self.manager = manager
        self.context = context
        self.source = source
        self.announcement = announcement
        self.onOutcome = onOutcome
    }

    /// Begins the attempt.
    ///
    /// - Returns: The handle of the load that started, the shell of an asynchronous probe, or nil
    ///   when a cache answers.
    func start() -> DownloadTask? {
        let options = context.options
        if options.forceRefresh { return load(.ofAttempt) }
        if options.probesAsynchronously {
            probeAsynchronously(options)
            return shell
        }
        if startFromCache(options) { return nil }
        return load(.ofAttempt)
    }

    /// Begins with what the caches hold, if they hold anything or nothing may be loaded.
    ///
    /// - Returns: Whether the attempt began; false is a miss.
    func startFromCache(_ options: KingfisherParsedOptionsInfo) -> Bool {
        let key = source.cacheKey
        let target = manager.targetCache(for: options)
        let targetType = target.imageCachedType(
            forKey: key, processorIdentifier: options.processor.identifier,
            forcedExtension: options.forcedExtension)
        options.events?.post(.lookedUp(.target, found: targetType))
        if options.accepts(targetType) {
            readTarget(options)
            return true
        }
        if manager.looksForOriginal(options) {
            let originalType = manager.originalCache(for: options).imageCachedType(
                forKey: key, processorIdentifier: DefaultImageProcessor.default.identifier,
                forcedExtension: options.forcedExtension)
            options.events?.post(.lookedUp(.original, found: originalType))
            if options.accepts(originalType) {
                readOriginal(options)
                return true
            }
        }
        if options.onlyFromCache { deliverNotExisting() }
        return options.onlyFromCache
    }

    // MARK: Probing without blocking

    private func probeAsynchronously(_ options: KingfisherParsedOptionsInfo) {
        manager.targetCache(for: options).imageCachedTypeAsync(
            forKey: source.cacheKey, processorIdentifier: options.processor.identifier,
            forcedExtension: options.forcedExtension, callbackQueue: .untouch
        ) { [self] type in
            options.events?.post(.lookedUp(.target, found: type))
            if options.accepts(type) {
                readTarget(options)
            } else if manager.looksForOriginal(options) {
                probeOriginalAsynchronously(options)
            } else {
                probeMissed(options)
            }
        }
    }

    private func probeOriginalAsynchronously(_ options: KingfisherParsedOptionsInfo) {
        manager.originalCache(for: options).imageCachedTypeAsync(
            forKey: source.cacheKey,
            processorIdentifier: DefaultImageProcessor.default.identifier,
            forcedExtension: options.forcedExtension, callbackQueue: .untouch
        ) { [self] type in
            options.events?.post(.lookedUp(.original, found: type))
            if options.accepts(type) {
                readOriginal(options)
            } else {
                probeMissed(options)
            }
        }
    }

    private func probeMissed(_ options: KingfisherParsedOptionsInfo) {
        if options.onlyFromCache || options.isSourceTaskStale {
            deliverNotExisting()
        } else {
            load(.ofAttempt)
        }
    }

    // MARK: Reading

    private func readTarget(_ options: KingfisherParsedOptionsInfo) {
        let target = manager.targetCache(for: options)
        target.retrieveImage(
            forKey: source.cacheKey, options: options, callbackQueue: .untouch
        ) { [self] result in
            switch result {
            case .failure(let error):
                onOutcome(.failure(error))
            case .success(let found):
                guard let image = found.image else {
                    targetVanished(options)
                    return
                }
                deliverHit(image, from: found.cacheType, options: options)
            }
        }
    }

    /// The entry was there a moment ago, but it cannot be decoded or somebody removed it.
    private func targetVanished(_ options: KingfisherParsedOptionsInfo) {
        if options.onlyFromCache || options.isSourceTaskStale {
            deliverNotExisting()
        } else {
            load(.insteadOfHit)
        }
    }

    private func deliverHit(
        _ image: KFCrossPlatformImage, from cacheType: CacheType,
        options: KingfisherParsedOptionsInfo
    ) {
        guard let item = options.itemToProcess(of: image) else {
            deliver(image, from: cacheType, options: options)
            return
        }
        manager.process(item, options: options) { [self] processed in
            guard let processed else {
                deliverProcessingFailed(item, options: options)
                return
            }
            // Memory holds what had to be processed, under the processed key; replace it, so that
            // it is not processed again on each hit.
            manager.targetCache(for: options).store(
                processed, forKey: source.cacheKey, options: options.deliveredInline,
                toDisk: false)
            deliver(processed, from: cacheType, options: options)
        }
    }

    private func readOriginal(_ options: KingfisherParsedOptionsInfo) {
        var originalOptions = options
        originalOptions.processor = DefaultImageProcessor.default
        // The final image is what has to be decoded, not the one it is made of.
        originalOptions.backgroundDecode = false
        manager.originalCache(for: options).retrieveImage(
            forKey: source.cacheKey, options: originalOptions, callbackQueue: .untouch
        ) { [self] result in
            switch result {
            case .failure(let error):
                onOutcome(.failure(error))
            case .success(let found):
                guard let original = found.image else {
                    targetVanished(options)
                    return
                }
                processOriginal(original, options: options)
            }
        }
    }

    private func processOriginal(
        _ original: KFCrossPlatformImage, options: KingfisherParsedOptionsInfo
    ) {
        manager.process(.image(original), options: options) { [self] processed in
            guard let processed else {
                deliverProcessingFailed(.image(original), options: options)
                return
            }
            let serializer = options.cacheSerializer
            let result = RetrieveImageResult(
                image: options.modified(processed), cacheType: .none, source: source,
                originalSource: context.originalSource,
                data: { serializer.data(with: processed, original: nil) })
            manager.store(
                processed, original: nil, source: source, options: options, storesOriginal: false
            ) { [self] in
                onOutcome(.success(result))
            }
        }
    }

    // MARK: Loading

    private enum LoadReason {
        /// The caches have nothing; the handle is that of the attempt.
        case ofAttempt
        /// A cache had promised an image; nobody expects a handle any more.
        case insteadOfHit
    }

    @discardableResult
    private func load(_ reason: LoadReason) -> DownloadTask? {
        let announces = reason == .insteadOfHit || announcement.announcesOwnStart
        let links = context.options.probesAsynchronously
        let wrapped = manager.loadAndCacheImage(
            source: source, context: context, completionHandler: onOutcome,
            downloadTaskCreated: { [self] task in
                if links { shell.linkToTask(task) }
                if announces { announcement.announce(links ? shell : task) }
            })
        return wrapped?.value
    }

    // MARK: Delivering

    private func deliver(
        _ image: KFCrossPlatformImage, from cacheType: CacheType,
        options: KingfisherParsedOptionsInfo
    ) {
        onOutcome(
            .success(
                RetrieveImageResult(
                    image: options.modified(image), from: cacheType, source: source,
                    originalSource: context.originalSource, serializer: options.cacheSerializer)))
    }

    private func deliverNotExisting() {
        onOutcome(.failure(.cacheError(reason: .imageNotExisting(key: source.cacheKey))))
    }

    private func deliverProcessingFailed(
        _ item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) {
        onOutcome(
            .failure(
                .processorError(
                    reason: .processingFailed(processor: options.processor, item: item))))
    }
}

extension KingfisherParsedOptionsInfo {
    /// Whether the caches are asked without blocking the caller.
    var probesAsynchronously: Bool { asyncCacheTypeCheck && !forceRefresh }

    /// Whether an entry counts as a hit for this request.
    func accepts(_ type: CacheType) -> Bool {
        switch type {
        case .memory: true
        case .disk: !fromMemoryCacheOrRefresh
        case .none: false
        }
    }

    /// The image as it is delivered.
    func modified(_ image: KFCrossPlatformImage) -> KFCrossPlatformImage {
        imageModifier?.modify(image) ?? image
    }

    /// The same options with callbacks on whatever thread they become due, for steps inside a
    /// request whose own callback hops once at the end.
    var deliveredInline: KingfisherParsedOptionsInfo {
        var options = self
        options.callbackQueue = .untouch
        return options
    }
}
