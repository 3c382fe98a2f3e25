import Foundation
import Locking

/// One pass for one source: target cache, original cache, load.
///
/// Delivers its outcome exactly once, on whatever thread it became known.
final class RetrievalAttempt: Sendable {
    typealias Outcome = Result<RetrieveImageResult, KingfisherError>

    let manager: KingfisherManager
    let context: RetrievingContext<Source>
    let source: Source
    let isAwaited: Bool
    private let announcement: TaskAnnouncement
    private let onTask: @Sendable (DownloadTask) -> Void
    private let onOutcome: @Sendable (Outcome, _ isFinal: Bool) -> Void

    /// Stands for a load that an asynchronous probe may lead to.
    private let shell = DownloadTask()

    private struct State {
        /// What the server has to be asked once the outcome is delivered.
        var refresh: FreshnessCheck?
        /// What is remembered of the response that the entry in use came with.
        var response: StoredResponse?
        var isFinished = false
    }

    private let state = Locked(State())

    /// Creates an attempt.
    ///
    /// - Parameters:
    ///   - manager: Has the caches and the downloader.
    ///   - context: The request.
    ///   - source: What is tried.
    ///   - isAwaited: Whether somebody wants the image. Without one a final image is read, which
    ///     brings it into memory, and that is the end of it.
    ///   - announcement: Tells the caller of a handle, once.
    ///   - onTask: Receives the handle of each load before it starts.
    ///   - onOutcome: Receives the outcome, and whether nothing may be tried in its place.
    init(
        manager: KingfisherManager, context: RetrievingContext<Source>, source: Source,
        isAwaited: Bool, announcement: TaskAnnouncement,
        onTask: @escaping @Sendable (DownloadTask) -> Void,
        onOutcome: @escaping @Sendable (Outcome, _ isFinal: Bool) -> Void
    ) {
        self.manager = manager
        self.context = context
        self.source = source
        self.isAwaited = isAwaited
        self.announcement = announcement
        self.onTask = onTask
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
        return startFromCache(options)
    }

    /// Begins with what the caches hold, if they hold anything.
    ///
    /// - Returns: Whether they do; otherwise nothing is begun, and there will be no outcome.
    func startIfCached() -> Bool {
        let options = context.options
        guard let place = lookUp(options) else { return false }
        use(place, options)
        return true
    }

    /// Begins with what the caches hold, else with a load.
    ///
    /// - Returns: The handle of the load, or nil when a cache answers or nothing may be loaded.
    private func startFromCache(_ options: KingfisherParsedOptionsInfo) -> DownloadTask? {
        if let place = lookUp(options) { return use(place, options) }
        guard options.onlyFromCache else { return load(.ofAttempt) }
        deliverNotExisting()
        return nil
    }

    /// Which cache has the image, or what it can be made of.
    private func lookUp(_ options: KingfisherParsedOptionsInfo) -> ImageEvent.Cache? {
        let key = source.cacheKey
        let target = manager.targetCache(for: options)
        let targetType = target.imageCachedType(
            forKey: key, processorIdentifier: options.processor.identifier,
            forcedExtension: options.forcedExtension)
        options.events?.post(.lookedUp(.target, found: targetType))
        if options.accepts(targetType) { return .target }
        guard manager.looksForOriginal(options) else { return nil }
        let originalType = manager.originalCache(for: options).imageCachedType(
            forKey: key, processorIdentifier: DefaultImageProcessor.default.identifier,
            forcedExtension: options.forcedExtension)
        options.events?.post(.lookedUp(.original, found: originalType))
        return options.accepts(originalType) ? .original : nil
    }

    /// Begins with an entry that a cache has, unless the server has to be asked about it first.
    @discardableResult
    private func use(
        _ place: ImageEvent.Cache, _ options: KingfisherParsedOptionsInfo
    ) -> DownloadTask? {
        if let check = manager.freshnessCheck(in: place, of: source, options: options) {
            state.withLock { $0.response = check.entry.response }
            // A request that never loads takes what there is, with what is known of it.
            switch options.onlyFromCache ? .fresh : check.freshness {
            case .fresh: break
            case .usableWhileRefreshing: state.withLock { $0.refresh = check }
            case .stale where options.probesAsynchronously && options.isSourceTaskStale:
                deliverNotExisting()
                return nil
            case .stale: return load(.ofAttempt, check: check)
            }
        }
        read(place, options)
        return nil
    }

    // MARK: Probing without blocking

    private func probeAsynchronously(_ options: KingfisherParsedOptionsInfo) {
        manager.targetCache(for: options).imageCachedTypeAsync(
            forKey: source.cacheKey, processorIdentifier: options.processor.identifier,
            forcedExtension: options.forcedExtension, callbackQueue: .untouch
        ) { [self] type in
            options.events?.post(.lookedUp(.target, found: type))
            if options.accepts(type) {
                use(.target, options)
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
                use(.original, options)
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

    // MARK: Loading

    enum LoadReason {
        /// The caches have nothing; the handle is that of the attempt.
        case ofAttempt
        /// A cache had promised an image; nobody expects a handle any more.
        case insteadOfHit
    }

    private struct Load {
        /// Whether a transfer that begins now was held up by an asynchronous modifier.
        var hasReturned = false
        /// Whether the outcome is known without it.
        var isAnswered = false
        var download: SessionDataTask?
    }

    @discardableResult
    func load(_ reason: LoadReason, check: FreshnessCheck? = nil) -> DownloadTask? {
        let announces = reason == .insteadOfHit || announcement.announcesOwnStart
        let links = context.options.probesAsynchronously
        let mayArrive = reason == .ofAttempt && check == nil
        let load = Locked(Load())
        let wrapped = manager.loadAndCacheImage(
            source: source, context: context, condition: check?.condition,
            completionHandler: { [self] outcome in
                let (isAnswered, download) = load.withLock { ($0.isAnswered, $0.download) }
                if isAnswered { return }
                if let check { checked(check, outcome, by: download) } else { finish(outcome) }
            },
            downloadTaskCreated: { [self] task in
                if mayArrive, let image = imageFromAnotherRequest() {
                    load.withLock { $0.isAnswered = true }
                    task.cancel()
                    deliver(image, from: .memory, options: context.options)
                    return
                }
                if load.withLock({ $0.hasReturned }), isUnwanted {
                    load.withLock { $0.isAnswered = true }
                    task.cancel()
                    deliverNotExisting()
                    return
                }
                load.withLock { $0.download = task.sessionTask }
                if links { shell.linkToTask(task) }
                let handle = links ? shell : task
                onTask(handle)
                if announces { announcement.announce(handle) }
            })
        let isAnswered = load.withLock { load in
            load.hasReturned = true
            return load.isAnswered
        }
        return isAnswered ? nil : wrapped?.value
    }

    /// Whether nobody waits for the image any more; a shell that was cancelled has its own error.
    private var isUnwanted: Bool { context.options.isSourceTaskStale && !shell.isCancelled }

    /// An image that came into memory since it was looked for there.
    ///
    /// The download of an equal request was joinable until then, so that one of both is found.
    private func imageFromAnotherRequest() -> KFCrossPlatformImage? {
        guard case .network = source, !context.options.forceRefresh else { return nil }
        return manager.finalImageInMemory(for: source, options: context.options)
    }

    /// Takes the server's answer about a stale entry.
    private func checked(
        _ check: FreshnessCheck, _ outcome: Outcome, by download: SessionDataTask?
    ) {
        let options = context.options
        guard case .failure(let error) = outcome else { return finish(outcome) }
        if let answer = RequestCondition.notModified(in: error) {
            guard let confirmed = check.confirm(answer, to: download) else {
                entryVanished(options)
                return
            }
            state.withLock { $0.response = confirmed }
            options.events?.post(.confirmedByServer(check.place))
            read(check.place, options)
        } else if check.outlives(error) {
            read(check.place, options)
        } else {
            finish(outcome)
        }
    }

    // MARK: Delivering

    /// What is remembered of the response that the entry in use came with.
    var response: StoredResponse? { state.withLock { $0.response } }

    /// Whether the server's latest word on the entry in use allows to keep it.
    var mayBeKept: Bool { response?.control.noStore != true }

    /// Delivers the outcome, then asks the server about what was served if that is due.
    ///
    /// Only the first outcome counts: caches and downloaders can be subclassed.
    ///
    /// - Parameters:
    ///   - outcome: The outcome.
    ///   - isFinal: Whether nothing may be tried in the place of a failure. Default false.
    func finish(_ outcome: Outcome, isFinal: Bool = false) {
        let (isFirst, due) = state.withLock { state in
            defer { (state.isFinished, state.refresh) = (true, nil) }
            return (!state.isFinished, state.refresh)
        }
        guard isFirst else { return }
        if case .success = outcome, !mayBeKept { manager.forget(source, options: context.options) }
        onOutcome(outcome, isFinal)
        guard let due, case .success = outcome else { return }
        manager.refresh(source, options: context.options, check: due)
    }

    func deliver(
        _ image: KFCrossPlatformImage, from cacheType: CacheType,
        options: KingfisherParsedOptionsInfo
    ) {
        finish(
            .success(
                RetrieveImageResult(
                    image: isAwaited ? options.modified(image) : image, from: cacheType,
                    source: source, originalSource: context.originalSource,
                    serializer: options.cacheSerializer)))
    }

    func deliverNotExisting(isFinal: Bool = false) {
        finish(
            .failure(.cacheError(reason: .imageNotExisting(key: source.cacheKey))),
            isFinal: isFinal)
    }

    func deliverProcessingFailed(
        _ item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) {
        finish(.failure(options.processingFailure(of: item)))
    }
}
