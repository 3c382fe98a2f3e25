public import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The options of a request as a value with one property for each.
///
/// The meaning of each property is that of the ``KingfisherOptionsInfoItem`` it is parsed from.
public struct KingfisherParsedOptionsInfo: Sendable {
    /// The cache for look-ups and for final images.
    ///
    /// Nil, the default, means the manager's.
    public var targetCache: ImageCache?
    /// The cache for original images.
    ///
    /// Nil, the default, means the target cache.
    public var originalCache: ImageCache?
    /// The downloader for network sources.
    ///
    /// Nil, the default, means the manager's.
    public var downloader: ImageDownloader?
    /// Priority of a new download, 0 to 1.
    ///
    /// Default `URLSessionTask.defaultPriority`.
    public var downloadPriority: Float = URLSessionTask.defaultPriority
    /// How an image view changes to the loaded image.
    ///
    /// Default ``ImageTransition/none``.
    public var transition: ImageTransition = .none
    /// Whether to load without looking into any cache.
    ///
    /// Default false.
    public var forceRefresh = false
    /// Whether the change to images from a cache is animated too.
    ///
    /// Default false.
    public var forceTransition = false
    /// Whether images that are only on disk count as missing.
    ///
    /// Default false.
    public var fromMemoryCacheOrRefresh = false
    /// Whether the final image is kept in memory only.
    ///
    /// Default false.
    public var cacheMemoryOnly = false
    /// Whether completion waits for the caches.
    ///
    /// Default false.
    public var waitForCache = false
    /// Whether nothing is ever loaded.
    ///
    /// Default false.
    public var onlyFromCache = false
    /// Whether images are decoded before they are delivered.
    ///
    /// Default false.
    public var backgroundDecode = false
    /// Whether all frames of an animation are decoded at once.
    ///
    /// Default false.
    public var preloadAllAnimationData = false
    /// Where completion handlers run.
    ///
    /// Default ``CallbackQueue/mainCurrentOrAsync``.
    public var callbackQueue: CallbackQueue = .mainCurrentOrAsync
    /// Pixels for each point of images made from data.
    ///
    /// Default 1.
    public var scaleFactor: CGFloat = 1
    /// Changes or vetoes the request of a download.
    ///
    /// Default nil.
    public var requestModifier: (any AsyncImageDownloadRequestModifier)?
    /// Changes or refuses redirected requests.
    ///
    /// Default nil.
    public var redirectHandler: (any ImageDownloadRedirectHandler)?
    /// Makes the final image.
    ///
    /// Default ``DefaultImageProcessor``.
    public var processor: any ImageProcessor = DefaultImageProcessor.default
    /// Changes the delivered image without being cached.
    ///
    /// Default nil.
    public var imageModifier: (any ImageModifier)?
    /// Converts between images and the bytes on disk.
    ///
    /// Default ``DefaultCacheSerializer``.
    public var cacheSerializer: any CacheSerializer = DefaultCacheSerializer.default
    /// Whether views keep their image until the new one is there.
    ///
    /// Default false.
    public var keepCurrentImageWhileLoading = false
    /// Whether only the first frame of an animation is decoded.
    ///
    /// Default false.
    public var onlyLoadFirstFrame = false
    /// Whether original bytes are written to disk as well.
    ///
    /// Default false.
    public var cacheOriginalImage = false
    /// What a view shows after a failure: not set, nothing, or an image.
    ///
    /// Default not set.
    public var onFailureImage: KFCrossPlatformImage?? = .none
    /// Whether prefetching also loads images from disk into memory.
    ///
    /// Default false.
    public var alsoPrefetchToMemory = false
    /// Whether disk reads happen on the calling queue.
    ///
    /// Default false.
    public var loadDiskFileSynchronously = false
    /// Whether the cache is probed without blocking the caller.
    ///
    /// Default false.
    public var asyncCacheTypeCheck = false
    /// How the file of the final image is written.
    ///
    /// Default empty.
    public var diskStoreWriteOptions: Data.WritingOptions = []
    /// How long the final image stays in memory.
    ///
    /// Nil means the cache's configuration.
    public var memoryCacheExpiration: StorageExpiration?
    /// How a hit extends the time in memory.
    ///
    /// Default ``ExpirationExtending/cacheTime``.
    public var memoryCacheAccessExtendingExpiration: ExpirationExtending = .cacheTime
    /// How long images stay on disk.
    ///
    /// Nil means the cache's configuration.
    public var diskCacheExpiration: StorageExpiration?
    /// How a hit extends the time on disk.
    ///
    /// Default ``ExpirationExtending/cacheTime``.
    public var diskCacheAccessExtendingExpiration: ExpirationExtending = .cacheTime
    /// Where processors run.
    ///
    /// Nil means queues of the manager and the downloader.
    public var processingQueue: CallbackQueue?
    /// Sources to try, in order, when the first one fails.
    ///
    /// Default nil.
    public var alternativeSources: [Source]?
    /// Decides whether a failed load is tried again.
    ///
    /// Default nil.
    public var retryStrategy: (any RetryStrategy)?
    /// What to load instead while the system saves data.
    ///
    /// Default nil.
    public var lowDataModeSource: Source?
    /// File extension of the entry on disk.
    ///
    /// Default nil.
    public var forcedExtension: String?
    /// How a progressive JPEG is shown while it is downloaded.
    ///
    /// Nil means not at all.
    public var progressiveJPEG: ImageProgressive?
    /// What decides whether a cached image is used.
    ///
    /// Default ``ImageCachePolicy/expiration``.
    public var cachePolicy: ImageCachePolicy = .expiration
    /// Receives the new image when one that was served from a cache turned out to have changed.
    ///
    /// Default nil.
    public var refreshHandler: (@Sendable (RetrieveImageResult) -> Void)?
    /// Hears of what becomes of the request.
    ///
    /// Default nil.
    public var eventObserver: (any ImageEventObserver)?
    /// How much the image may ask for before it is refused.
    ///
    /// Default nil, which takes `DecodeLimits.default` at the time of decoding.
    public var decodeLimits: DecodeLimits?

    /// What wants to hear of received bytes: progress blocks and progressive decoding.
    var onDataReceived: [any DataReceivingSideEffect]?

    /// What a download asks the server with, so that it need not send what is known already.
    var condition: RequestCondition?

    /// What is remembered of the response beside what is stored.
    var storedResponse: StoredResponse?

    /// Takes the events of the request; nil when nobody observes it.
    var events: (any ImageEventSink)?

    /// Receives the handle of a download before its transfer is resumed; for the manager, which must
    /// know of it as early as the request modifier does.
    var onDownloadTaskStarted: (@Sendable (DownloadTask) -> Void)?

    /// Receives a downloaded image while equal requests can still join its download; for the manager,
    /// which has it in memory by the time they cannot any more.
    var onImageMade: (@Sendable (ImageLoadingResult) -> Void)?

    /// Says whether the request is still wanted; nil when it always is.
    var sourceTaskIdentifierChecker: (@Sendable () -> Bool)?

    /// Whether a newer request took the place of this one.
    var isSourceTaskStale: Bool {
        sourceTaskIdentifierChecker.map { !$0() } ?? false
    }

    /// Has something more hear of received bytes.
    mutating func add(_ effect: any DataReceivingSideEffect) {
        onDataReceived = (onDataReceived ?? []) + [effect]
    }

    /// Parses options.
    ///
    /// - Parameter info: Items, applied in order. Nil gives all defaults.
    public init(_ info: KingfisherOptionsInfo?) {
        for item in info ?? [] {
            apply(item)
        }
        originalCache = originalCache ?? targetCache
    }

    /// Parses the options of a request to a manager, after its own parts and defaults.
    init(
        downloader: ImageDownloader, targetCache: ImageCache, defaults: KingfisherOptionsInfo,
        options: KingfisherOptionsInfo?
    ) {
        self.downloader = downloader
        self.targetCache = targetCache
        for item in defaults {
            apply(item)
        }
        for item in options ?? [] {
            apply(item)
        }
        originalCache = originalCache ?? self.targetCache
    }

    private mutating func apply(_ item: KingfisherOptionsInfoItem) {
        switch item {
        case .targetCache(let value): targetCache = value
        case .originalCache(let value): originalCache = value
        case .downloader(let value): downloader = value
        case .downloadPriority(let value): downloadPriority = value
        case .transition(let value): transition = value
        case .forceRefresh: forceRefresh = true
        case .forceTransition: forceTransition = true
        case .fromMemoryCacheOrRefresh: fromMemoryCacheOrRefresh = true
        case .cacheMemoryOnly: cacheMemoryOnly = true
        case .waitForCache: waitForCache = true
        case .onlyFromCache: onlyFromCache = true
        case .backgroundDecode: backgroundDecode = true
        case .callbackQueue(let value): callbackQueue = value
        case .scaleFactor(let value): scaleFactor = value
        case .preloadAllAnimationData: preloadAllAnimationData = true
        case .requestModifier(let value): requestModifier = value
        case .redirectHandler(let value): redirectHandler = value
        case .processor(let value): processor = value
        case .cacheSerializer(let value): cacheSerializer = value
        case .imageModifier(let value): imageModifier = value
        case .keepCurrentImageWhileLoading: keepCurrentImageWhileLoading = true
        case .onlyLoadFirstFrame: onlyLoadFirstFrame = true
        case .cacheOriginalImage: cacheOriginalImage = true
        case .onFailureImage(let value): onFailureImage = .some(value)
        case .alsoPrefetchToMemory: alsoPrefetchToMemory = true
        case .loadDiskFileSynchronously: loadDiskFileSynchronously = true
        case .asyncCacheTypeCheck: asyncCacheTypeCheck = true
        case .diskStoreWriteOptions(let value): diskStoreWriteOptions = value
        case .memoryCacheExpiration(let value): memoryCacheExpiration = value
        case .memoryCacheAccessExtendingExpiration(let value):
            memoryCacheAccessExtendingExpiration = value
        case .diskCacheExpiration(let value): diskCacheExpiration = value
        case .diskCacheAccessExtendingExpiration(let value):
            diskCacheAccessExtendingExpiration = value
        case .processingQueue(let value): processingQueue = value
        case .alternativeSources(let value): alternativeSources = value
        case .retryStrategy(let value): retryStrategy = value
        case .lowDataMode(let value): lowDataModeSource = value
        case .forcedCacheFileExtension(let value): forcedExtension = value
        case .progressiveJPEG(let value): progressiveJPEG = value
        case .cachePolicy(let value): cachePolicy = value
        case .refreshHandler(let value): refreshHandler = value
        case .eventObserver(let value): eventObserver = value
        case .decodeLimits(let value): decodeLimits = value
        }
    }
}
