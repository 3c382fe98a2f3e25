import Foundation
import Locking

// Unchecked: everything that changes stands behind a lock; the class is not final for its API only.
/// Finds images in the caches or loads them, and keeps what it loaded.
///
/// The usual entry to the library: a look-up by the source's key in memory and on disk, a download
/// or a provider when that fails, the processor, the caches, and the image. Safe to use from any
/// thread.
public class KingfisherManager: @unchecked Sendable {
    /// The manager that views and ``KF`` use, with ``ImageDownloader/default`` and
    /// ``ImageCache/default``.
    public static let shared = KingfisherManager(downloader: .default, cache: .default)

    private struct State {
        var cache: ImageCache
        var downloader: ImageDownloader
        var defaultOptions: KingfisherOptionsInfo = []
        var eventObserver: (any ImageEventObserver)?
    }

    private let state: Locked<State>

    /// Runs processors for data from providers and for images from the caches.
    let processingQueue: CallbackQueue

    /// Creates a manager.
    ///
    /// - Parameters:
    ///   - downloader: Used for network sources whose options name no other.
    ///   - cache: Used where the options name no other.
    public init(downloader: ImageDownloader, cache: ImageCache) {
        state = Locked(State(cache: cache, downloader: downloader))
        processingQueue = .dispatch(
            DispatchQueue(
                label: "com.onevcat.Kingfisher.KingfisherManager.processing",
                qos: .userInitiated, attributes: .concurrent))
    }

    /// The cache for requests that name none.
    ///
    /// A change is seen by requests started afterwards.
    public var cache: ImageCache {
        get { state.withLock { $0.cache } }
        set { state.withLock { $0.cache = newValue } }
    }

    /// The downloader for requests that name none.
    ///
    /// A change is seen by requests started afterwards.
    public var downloader: ImageDownloader {
        get { state.withLock { $0.downloader } }
        set { state.withLock { $0.downloader = newValue } }
    }

    /// Options that come before those of each request.
    ///
    /// Default empty.
    ///
    /// Of two equal items the request's own wins. A flag given here cannot be switched off again.
    public var defaultOptions: KingfisherOptionsInfo {
        get { state.withLock { $0.defaultOptions } }
        set { state.withLock { $0.defaultOptions = newValue } }
    }

    /// Hears of what becomes of all requests of this manager, those of views included.
    ///
    /// Default nil.
    ///
    /// A change is seen by requests started afterwards. What a prefetcher loads is not told of.
    public var eventObserver: (any ImageEventObserver)? {
        get { state.withLock { $0.eventObserver } }
        set { state.withLock { $0.eventObserver = newValue } }
    }

    /// Finds or loads the image of a resource.
    ///
    /// - Parameters:
    ///   - resource: What to load. A file URL is read from disk.
    ///   - options: Options of this request. Default nil.
    ///   - progressBlock: Called on the main queue as bytes arrive. Default nil.
    ///   - downloadTaskUpdated: Called when a later attempt has a task of its own. Default nil.
    ///   - completionHandler: Called exactly once, on the callback queue of the options. With nil the
    ///     caches are filled all the same: what is on disk comes into memory, what is missing is loaded.
    /// - Returns: A handle on a load that started, or nil when a cache has the image or nothing
    ///   could be started.
    @discardableResult
    public func retrieveImage(
        with resource: any Resource, options: KingfisherOptionsInfo? = nil,
        progressBlock: DownloadProgressBlock? = nil,
        downloadTaskUpdated: DownloadTaskUpdatedBlock? = nil,
        completionHandler: (@Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void)?
    ) -> DownloadTask? {
        retrieveImage(
            with: resource.convertToSource(), options: options, progressBlock: progressBlock,
            downloadTaskUpdated: downloadTaskUpdated, completionHandler: completionHandler)
    }

    /// Finds or loads the image of a source.
    ///
    /// See ``retrieveImage(with:options:progressBlock:downloadTaskUpdated:completionHandler:)`` for
    /// the parameters.
    @discardableResult
    public func retrieveImage(
        with source: Source, options: KingfisherOptionsInfo? = nil,
        progressBlock: DownloadProgressBlock? = nil,
        downloadTaskUpdated: DownloadTaskUpdatedBlock? = nil,
        completionHandler: (@Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void)?
    ) -> DownloadTask? {
        retrieveImage(
            with: source, options: parsedOptions(options), progressBlock: progressBlock,
            downloadTaskUpdated: downloadTaskUpdated, completionHandler: completionHandler)
    }

    func retrieveImage(
        with source: Source, options: KingfisherParsedOptionsInfo,
        progressBlock: DownloadProgressBlock?,
        downloadTaskUpdated: DownloadTaskUpdatedBlock? = nil,
        progressiveImageSetter: ((KFCrossPlatformImage?) -> Void)? = nil,
        completionHandler: (@Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void)?
    ) -> DownloadTask? {
        if let completionHandler, let hit = memoryHit(for: source, options: options) {
            options.callbackQueue.deliver(.success(hit), to: completionHandler)
            return nil
        }
        var options = options
        if let progressBlock {
            options.add(ImageLoadingProgressSideEffect(progressBlock))
        }
        return chain(
            of: source, options: options, downloadTaskUpdated: downloadTaskUpdated,
            progressiveImageSetter: progressiveImageSetter, completionHandler: completionHandler
        ).start()
    }

    func retrieveImage(
        with source: Source, options: KingfisherParsedOptionsInfo,
        downloadTaskUpdated: DownloadTaskUpdatedBlock? = nil,
        progressiveImageSetter: ((KFCrossPlatformImage?) -> Void)? = nil,
        referenceTaskIdentifierChecker: (@Sendable () -> Bool)? = nil,
        completionHandler: (@Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void)?
    ) -> DownloadTask? {
        if let completionHandler, let hit = memoryHit(for: source, options: options) {
            options.callbackQueue.deliver(.success(hit), to: completionHandler)
            return nil
        }
        var options = options
        if let checker = referenceTaskIdentifierChecker {
            options.sourceTaskIdentifierChecker = checker
            options.onDataReceived?.forEach { $0.onShouldApply = checker }
        }
        return chain(
            of: source, options: options, downloadTaskUpdated: downloadTaskUpdated,
            progressiveImageSetter: progressiveImageSetter, completionHandler: completionHandler
        ).start()
    }

    /// Sets up a request that memory cannot answer as it is.
    func chain(
        of source: Source, options: KingfisherParsedOptionsInfo,
        downloadTaskUpdated: DownloadTaskUpdatedBlock?,
        progressiveImageSetter: ((KFCrossPlatformImage?) -> Void)?,
        completionHandler: (@Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void)?
    ) -> RetrievalChain {
        var (options, completionHandler) = (withParts(options), completionHandler)
        let isAwaited = completionHandler != nil
        if let progressive = options.progressiveJPEG {
            let effect = ProgressiveImageSideEffect(
                progressive, options: options, show: progressiveImageSetter)
            if let checker = options.sourceTaskIdentifierChecker { effect.onShouldApply = checker }
            options.add(effect)
            completionHandler = { [completionHandler] outcome in
                effect.finish()
                completionHandler?(outcome)
            }
        }
        let observers = [eventObserver, options.eventObserver].compactMap(\.self)
        let events = observers.isEmpty ? nil : RequestEvents(observers, of: source)
        if let events {
            options.events = events
            options.add(events)
        }
        return RetrievalChain(
            manager: self, context: RetrievingContext(options: options, originalSource: source),
            events: events, isAwaited: isAwaited, downloadTaskUpdated: downloadTaskUpdated,
            completionHandler: completionHandler)
    }

    /// The options of a request with this manager's parts where they name none.
    ///
    /// Filled in once, so that a request keeps to them until it has completed.
    private func withParts(_ options: KingfisherParsedOptionsInfo) -> KingfisherParsedOptionsInfo {
        let (cache, downloader) = state.withLock { ($0.cache, $0.downloader) }
        var options = options
        options.downloader = options.downloader ?? downloader
        options.targetCache = options.targetCache ?? cache
        options.originalCache = options.originalCache ?? options.targetCache
        return options
    }

    /// The options of a request with this manager's parts and defaults before them.
    func parsedOptions(_ options: KingfisherOptionsInfo?) -> KingfisherParsedOptionsInfo {
        let state = state.withLock { $0 }
        return KingfisherParsedOptionsInfo(
            downloader: state.downloader, targetCache: state.cache, defaults: state.defaultOptions,
            options: options)
    }

    /// The cache that a request looks into and stores to.
    func targetCache(for options: KingfisherParsedOptionsInfo) -> ImageCache {
        options.targetCache ?? cache
    }

    /// The cache that a request keeps originals in.
    func originalCache(for options: KingfisherParsedOptionsInfo) -> ImageCache {
        options.originalCache ?? targetCache(for: options)
    }
}
