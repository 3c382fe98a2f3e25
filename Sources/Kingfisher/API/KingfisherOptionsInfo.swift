public import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The options of a request.
///
/// Applied in order, so the last of two equal items wins.
public typealias KingfisherOptionsInfo = [KingfisherOptionsInfoItem]

extension KingfisherOptionsInfo {
    static let empty: KingfisherOptionsInfo = []
}

/// One option of a request.
public enum KingfisherOptionsInfoItem: Sendable {
    /// The cache for look-ups and for final images. Default: the manager's.
    case targetCache(ImageCache)
    /// The cache for original images. Default: the target cache.
    case originalCache(ImageCache)
    /// The downloader for network sources. Default: the manager's.
    case downloader(ImageDownloader)
    /// Priority of a new download, 0 to 1. Default `URLSessionTask.defaultPriority`, 0.5.
    case downloadPriority(Float)
    /// How an image view changes to the loaded image. Default ``ImageTransition/none``.
    case transition(ImageTransition)
    /// Load without looking into any cache.
    case forceRefresh
    /// Animate the change to images from a cache too.
    case forceTransition
    /// Treat images that are only on disk as missing, and load them again.
    case fromMemoryCacheOrRefresh
    /// Keep the final image in memory only.
    case cacheMemoryOnly
    /// Complete only after the caches have been written.
    case waitForCache
    /// Never load; a miss ends with `KingfisherError.cacheError(.imageNotExisting)`.
    case onlyFromCache
    /// Decode on a background queue before the image is delivered.
    case backgroundDecode
    /// Where completion handlers run. Default ``CallbackQueue/mainCurrentOrAsync``.
    case callbackQueue(CallbackQueue)
    /// Pixels for each point of images made from data. Default 1.
    case scaleFactor(CGFloat)
    /// Decode all frames of an animation at once instead of when they are needed.
    case preloadAllAnimationData
    /// Changes or vetoes the request of a download.
    case requestModifier(any AsyncImageDownloadRequestModifier)
    /// Changes or refuses redirected requests.
    case redirectHandler(any ImageDownloadRedirectHandler)
    /// Makes the final image; part of the cache key. Default ``DefaultImageProcessor``.
    case processor(any ImageProcessor)
    /// Converts between images and the bytes on disk. Default ``DefaultCacheSerializer``.
    case cacheSerializer(any CacheSerializer)
    /// Changes the delivered image without being cached.
    case imageModifier(any ImageModifier)
    /// Views keep their current image until the new one is there.
    case keepCurrentImageWhileLoading
    /// Decode only the first frame of an animation.
    case onlyLoadFirstFrame
    /// Also write the original bytes to disk when a processor is used.
    case cacheOriginalImage
    /// What a view shows after a failure; nil clears it.
    case onFailureImage(KFCrossPlatformImage?)
    /// Prefetching also loads images from disk into memory.
    case alsoPrefetchToMemory
    /// Read from disk on the calling queue instead of the cache's own.
    case loadDiskFileSynchronously
    /// Look for the cached image without blocking the caller.
    case asyncCacheTypeCheck
    /// How the file of the final image is written. Default empty.
    case diskStoreWriteOptions(Data.WritingOptions)
    /// How long the final image stays in memory. Default: the cache's configuration.
    case memoryCacheExpiration(StorageExpiration)
    /// How a hit extends that time. Default ``ExpirationExtending/cacheTime``.
    case memoryCacheAccessExtendingExpiration(ExpirationExtending)
    /// How long images stay on disk. Default: the cache's configuration.
    case diskCacheExpiration(StorageExpiration)
    /// How a hit extends that time. Default ``ExpirationExtending/cacheTime``.
    case diskCacheAccessExtendingExpiration(ExpirationExtending)
    /// Where processors run. Default: queues of the manager and the downloader.
    case processingQueue(CallbackQueue)
    /// Sources to try, in order, when the first one fails.
    case alternativeSources([Source])
    /// Decides whether a failed load is tried again.
    case retryStrategy(any RetryStrategy)
    /// What to load instead while the system saves data. Nil ignores that mode.
    case lowDataMode(Source?)
    /// File extension of the entry on disk, for storing and for look-ups.
    case forcedCacheFileExtension(String?)
    /// Show a progressive JPEG while it is downloaded.
    case progressiveJPEG(ImageProgressive)
    /// What decides whether a cached image is used. Default ``ImageCachePolicy/expiration``.
    case cachePolicy(ImageCachePolicy)
    /// Receives the new image when one that was served from a cache turned out to have changed.
    ///
    /// Of use with ``ImageCachePolicy/standard``. Called on the callback queue, after the completion
    /// handler; not when the image is unchanged or the server cannot be asked. Default none.
    case refreshHandler(@Sendable (RetrieveImageResult) -> Void)
    /// Hears of what becomes of the request, besides the observer of the manager. Default none.
    case eventObserver(any ImageEventObserver)
    /// How much the image may ask for before it is refused. Default: `DecodeLimits.default`.
    ///
    /// Raises the limits for images that can be trusted, or lowers them for those that cannot.
    case decodeLimits(DecodeLimits)
}
