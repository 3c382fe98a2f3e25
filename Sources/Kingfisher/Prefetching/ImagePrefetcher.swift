public import Foundation
import Locking

/// Called on the main queue after each resource of a prefetcher, with all results so far.
public typealias PrefetcherProgressBlock =
    @Sendable (
        _ skippedResources: [any Resource], _ failedResources: [any Resource],
        _ completedResources: [any Resource]
    ) -> Void

/// Called on the main queue after each source of a prefetcher, with all results so far.
public typealias PrefetcherSourceProgressBlock =
    @Sendable (
        _ skippedSources: [Source], _ failedSources: [Source], _ completedSources: [Source]
    ) -> Void

/// Called on the main queue when a prefetcher is done, with all results.
public typealias PrefetcherCompletionHandler =
    @Sendable (
        _ skippedResources: [any Resource], _ failedResources: [any Resource],
        _ completedResources: [any Resource]
    ) -> Void

/// Called on the main queue when a prefetcher is done, with all results.
public typealias PrefetcherSourceCompletionHandler =
    @Sendable (
        _ skippedSources: [Source], _ failedSources: [Source], _ completedSources: [Source]
    ) -> Void

// Unchecked: what changes is touched on the prefetcher's own queue or behind a lock only.
/// Loads images into the caches before they are needed.
///
/// Sources that are cached already are skipped. Cache and downloader are those of the options, else
/// the default ones; the shared manager's default options do not count, and neither do the callback
/// queue, alternative sources and ``KingfisherOptionsInfoItem/onlyFromCache``. A started prefetcher
/// keeps itself alive until it is done.
public class ImagePrefetcher: CustomStringConvertible, @unchecked Sendable {
    private struct Running {
        var load: DownloadTask.WrappedTask?
        var retries: RetryContext?
    }

    private static let manager = KingfisherManager(downloader: .default, cache: .default)

    private let limit = Locked(5)
    private let options: KingfisherParsedOptionsInfo
    private let report: any PrefetchReporting
    private let queue = DispatchQueue(
        label: "com.onevcat.Kingfisher.ImagePrefetcher", qos: .utility,
        target: .global(qos: .utility))

    // On `queue` only.
    private var list: PrefetchList
    private var running: [Int: Running] = [:]

    /// Creates a prefetcher of URLs.
    ///
    /// - Parameters:
    ///   - urls: What to load. File URLs are loaded too, but do not appear in the results.
    ///   - options: The options of each load. Default nil.
    ///   - progressBlock: Called after each resource. Default nil.
    ///   - completionHandler: Called once at the end. Default nil.
    public convenience init(
        urls: [URL], options: KingfisherOptionsInfo? = nil,
        progressBlock: PrefetcherProgressBlock? = nil,
        completionHandler: PrefetcherCompletionHandler? = nil
    ) {
        self.init(
            resources: urls, options: options, progressBlock: progressBlock,
            completionHandler: completionHandler)
    }

    /// Creates a prefetcher of resources.
    ///
    /// - Parameters:
    ///   - resources: What to load.
    ///   - options: The options of each load. Default nil.
    ///   - progressBlock: Called after each resource. Default nil.
    ///   - completionHandler: Called once at the end. Default nil.
    public convenience init(
        resources: [any Resource], options: KingfisherOptionsInfo? = nil,
        progressBlock: PrefetcherProgressBlock? = nil,
        completionHandler: PrefetcherCompletionHandler? = nil
    ) {
        self.init(
            resources.map { $0.convertToSource() }, options: options,
            report: PrefetchReport<any Resource>(
                convert: \.asResource, progress: progressBlock, completion: completionHandler))
    }

    /// Creates a prefetcher of sources.
    ///
    /// - Parameters:
    ///   - sources: What to load.
    ///   - options: The options of each load. Default nil.
    ///   - progressBlock: Called after each source. Default nil.
    ///   - completionHandler: Called once at the end. Default nil.
    public convenience init(
        sources: [Source], options: KingfisherOptionsInfo? = nil,
        progressBlock: PrefetcherSourceProgressBlock? = nil,
        completionHandler: PrefetcherSourceCompletionHandler? = nil
    ) {
        self.init(
            sources, options: options,
            report: PrefetchReport<Source>(
                convert: { $0 }, progress: progressBlock, completion: completionHandler))
    }

    private init(
        _ sources: [Source], options: KingfisherOptionsInfo?, report: any PrefetchReporting
    ) {
        var parsed = KingfisherParsedOptionsInfo(options)
        parsed.callbackQueue = .untouch
        parsed.alternativeSources = nil
        parsed.onlyFromCache = false
        self.options = parsed
        self.report = report
        list = PrefetchList(sources)
    }

    /// How many sources are loaded at once; at least 1.
    ///
    /// Default 5.
    ///
    /// Read when starting.
    public var maxConcurrentDownloads: Int {
        get { limit.withLock { $0 } }
        set { limit.withLock { $0 = newValue } }
    }

    /// The type and the address of this instance.
    public var description: String {
        "ImagePrefetcher(\(Unmanaged.passUnretained(self).toOpaque()))"
    }

    /// Begins to load, and returns at once.
    ///
    /// Only the first call counts; a prefetcher that was stopped or is done cannot begin again.
    public func start() {
        let limit = maxConcurrentDownloads
        assert(limit >= 1, "A prefetcher needs at least one concurrent download.")
        queue.async { [self] in
            guard list.begin(limit: limit) else { return }
            goOn()
        }
    }

    /// Cancels what is being loaded, gives up the rest, and returns at once.
    ///
    /// Both are reported as failed. Others that wait for the same downloads are not affected.
    public func stop() {
        queue.async { [self] in
            guard list.stop() else { return }
            for index in list.runningIndexes {
                if let load = running[index]?.load {
                    load.cancel()
                } else {
                    running[index]?.retries?.cancel()
                    settle(index, .failed)
                }
            }
            goOn()
        }
    }

    // MARK: On the queue

    /// Starts as many sources as may run, and reports the end when there is nothing left.
    private func goOn() {
        while let index = list.next() {
            running[index] = Running()
            begin(index)
        }
        if let givenUp = list.takeEnd() { report.ended(givenUp: givenUp) }
    }

    private func begin(_ index: Int) {
        let source = list.sources[index]
        guard !options.forceRefresh else {
            load(index)
            return
        }
        let cache = options.targetCache ?? .default
        let type = cache.imageCachedType(
            forKey: source.cacheKey, processorIdentifier: options.processor.identifier,
            forcedExtension: options.forcedExtension)
        switch type {
        case .none:
            load(index)
        case .disk where options.alsoPrefetchToMemory:
            cache.retrieveImage(
                forKey: source.cacheKey, options: options, callbackQueue: .untouch
            ) { _ in
                self.later { $0.settle(index, .skipped) }
            }
        case .memory, .disk:
            settle(index, .skipped)
        }
    }

    private func load(_ index: Int) {
        let source = list.sources[index]
        let context = RetrievingContext(options: options, originalSource: source)
        running[index]?.load = Self.manager.loadAndCacheImage(source: source, context: context) {
            result in
            self.later { $0.loaded(index, result) }
        }
    }

    private func loaded(_ index: Int, _ result: Result<RetrieveImageResult, KingfisherError>) {
        switch result {
        case .success:
            settle(index, .completed)
        case .failure(let error):
            running[index]?.load = nil
            consultRetryStrategy(index, error)
        }
    }

    private func consultRetryStrategy(_ index: Int, _ error: KingfisherError) {
        guard let strategy = options.retryStrategy, !list.isStopped else {
            settle(index, .failed)
            return
        }
        let context: RetryContext
        if let known = running[index]?.retries {
            known.error = error
            context = known.increaseRetryCount()
        } else {
            context = RetryContext(source: list.sources[index], error: error)
            running[index]?.retries = context
        }
        // The count in the context cannot tell answers apart: strategies may change it.
        let isAnswered = Locked(false)
        strategy.retry(context: context) { decision in
            let isFirst = isAnswered.withLock { isAnswered in
                defer { isAnswered = true }
                return !isAnswered
            }
            guard isFirst else { return }
            let userInfo: Any?
            switch decision {
            case .retry(let value): userInfo = value
            case .stop: userInfo = nil
            }
            context.userInfo = userInfo
            let goesOn = if case .retry = decision { true } else { false }
            self.later { $0.decided(index, goesOn: goesOn) }
        }
    }

    /// Takes a strategy's answer, unless the source was given up.
    private func decided(_ index: Int, goesOn: Bool) {
        guard running[index] != nil else { return }
        if goesOn, !list.isStopped { load(index) } else { settle(index, .failed) }
    }

    private func settle(_ index: Int, _ outcome: PrefetchList.Outcome) {
        guard list.settle(index) else { return }
        running[index] = nil
        report.settled(list.sources[index], outcome)
    }

    /// Runs a step on the queue and starts what can be started after it.
    private func later(_ step: @escaping @Sendable (ImagePrefetcher) -> Void) {
        queue.async { [self] in
            step(self)
            goOn()
        }
    }
}
