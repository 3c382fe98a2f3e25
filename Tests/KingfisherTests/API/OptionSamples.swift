import Foundation

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// For each option a value that is not its default, the setter of its name, and how to tell that the
/// value has arrived.
@MainActor
final class OptionSamples {
    private let directory: URL
    private let cache: ImageCache
    private let downloader = ImageDownloader(name: "samples")
    private let source: Source
    private let processor = CountingProcessor("samples")
    private let modifier = SampleModifier()
    private let strategy = RecordingRetryStrategy(retries: 0)
    private let observer = EventRecorder()
    private let image = KFCrossPlatformImage()

    init() throws {
        let name = "samples-\(UUID().uuidString)"
        directory = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        cache = try ImageCache(name: name, cacheDirectoryURL: directory)
        source = .provider(RawImageDataProvider(data: Data(), cacheKey: "samples"))
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    /// The option with a value that is not its default.
    func item(for option: OptionCase) -> KingfisherOptionsInfoItem {
        switch option {
        case .targetCache: .targetCache(cache)
        case .originalCache: .originalCache(cache)
        case .downloader: .downloader(downloader)
        case .downloadPriority: .downloadPriority(0.75)
        case .transition: .transition(.fade(2))
        case .forceRefresh: .forceRefresh
        case .forceTransition: .forceTransition
        case .fromMemoryCacheOrRefresh: .fromMemoryCacheOrRefresh
        case .cacheMemoryOnly: .cacheMemoryOnly
        case .waitForCache: .waitForCache
        case .onlyFromCache: .onlyFromCache
        case .backgroundDecode: .backgroundDecode
        case .callbackQueue: .callbackQueue(.untouch)
        case .scaleFactor: .scaleFactor(3)
        case .preloadAllAnimationData: .preloadAllAnimationData
        case .requestModifier: .requestModifier(modifier)
        case .redirectHandler: .redirectHandler(modifier)
        case .processor: .processor(processor)
        case .cacheSerializer: .cacheSerializer(modifier)
        case .imageModifier: .imageModifier(modifier)
        case .keepCurrentImageWhileLoading: .keepCurrentImageWhileLoading
        case .onlyLoadFirstFrame: .onlyLoadFirstFrame
        case .cacheOriginalImage: .cacheOriginalImage
        case .onFailureImage: .onFailureImage(image)
        case .alsoPrefetchToMemory: .alsoPrefetchToMemory
        case .loadDiskFileSynchronously: .loadDiskFileSynchronously
        case .asyncCacheTypeCheck: .asyncCacheTypeCheck
        case .diskStoreWriteOptions: .diskStoreWriteOptions(.atomic)
        case .memoryCacheExpiration: .memoryCacheExpiration(.seconds(11))
        case .memoryCacheAccessExtendingExpiration: .memoryCacheAccessExtendingExpiration(.none)
        case .diskCacheExpiration: .diskCacheExpiration(.seconds(12))
        case .diskCacheAccessExtendingExpiration: .diskCacheAccessExtendingExpiration(.none)
        case .processingQueue: .processingQueue(.mainAsync)
        case .alternativeSources: .alternativeSources([source])
        case .retryStrategy: .retryStrategy(strategy)
        case .lowDataMode: .lowDataMode(source)
        case .forcedCacheFileExtension: .forcedCacheFileExtension("bin")
        case .progressiveJPEG: .progressiveJPEG(ImageProgressive())
        case .cachePolicy: .cachePolicy(.standard)
        case .refreshHandler: .refreshHandler { _ in }
        case .eventObserver: .eventObserver(observer)
        case .decodeLimits: .decodeLimits(DecodeLimits(maxPixels: 9))
        }
    }

    /// The setter that is meant to do what the option does, with the same value; nil where 18.9 has none.
    func setter(for option: OptionCase) -> (@MainActor (KF.Builder) -> KF.Builder)? {
        switch option {
        case .targetCache: return { [cache] in $0.targetCache(cache) }
        case .originalCache: return { [cache] in $0.originalCache(cache) }
        case .downloader: return { [downloader] in $0.downloader(downloader) }
        case .downloadPriority: return { $0.downloadPriority(0.75) }
        case .transition: return { $0.fade(duration: 2) }
        case .forceRefresh: return { $0.forceRefresh() }
        case .forceTransition: return { $0.forceTransition() }
        case .fromMemoryCacheOrRefresh: return { $0.fromMemoryCacheOrRefresh() }
        case .cacheMemoryOnly: return { $0.cacheMemoryOnly() }
        case .waitForCache: return { $0.waitForCache() }
        case .onlyFromCache: return { $0.onlyFromCache() }
        case .backgroundDecode: return { $0.backgroundDecode() }
        case .callbackQueue: return { $0.callbackQueue(.untouch) }
        case .scaleFactor: return { $0.scaleFactor(3) }
        case .requestModifier: return { [modifier] in $0.requestModifier(modifier) }
        case .redirectHandler: return { [modifier] in $0.redirectHandler(modifier) }
        case .processor: return { [processor] in $0.setProcessor(processor) }
        case .cacheSerializer: return { [modifier] in $0.serialize(by: modifier) }
        case .imageModifier: return { [modifier] in $0.imageModifier(modifier) }
        case .keepCurrentImageWhileLoading: return { $0.keepCurrentImageWhileLoading() }
        case .onlyLoadFirstFrame: return { $0.onlyLoadFirstFrame() }
        case .cacheOriginalImage: return { $0.cacheOriginalImage() }
        case .onFailureImage: return { [image] in $0.onFailureImage(image) }
        case .loadDiskFileSynchronously: return { $0.loadDiskFileSynchronously() }
        case .diskStoreWriteOptions: return { $0.diskStoreWriteOptions(.atomic) }
        case .memoryCacheExpiration: return { $0.memoryCacheExpiration(.seconds(11)) }
        case .memoryCacheAccessExtendingExpiration: return { $0.memoryCacheAccessExtending(.none) }
        case .diskCacheExpiration: return { $0.diskCacheExpiration(.seconds(12)) }
        case .diskCacheAccessExtendingExpiration: return { $0.diskCacheAccessExtending(.none) }
        case .processingQueue: return { $0.processingQueue(.mainAsync) }
        case .alternativeSources: return { [source] in $0.alternativeSources([source]) }
        case .retryStrategy: return { [strategy] in $0.retry(strategy) }
        case .lowDataMode: return { [source] in $0.lowDataModeSource(source) }
        case .progressiveJPEG: return { $0.progressiveJPEG() }
        case .cachePolicy: return { $0.cachePolicy(.standard) }
        case .refreshHandler: return { $0.refreshHandler { _ in } }
        case .eventObserver: return { [observer] in $0.eventObserver(observer) }
        case .decodeLimits: return { $0.decodeLimits(DecodeLimits(maxPixels: 9)) }
        case .preloadAllAnimationData, .alsoPrefetchToMemory, .asyncCacheTypeCheck,
            .forcedCacheFileExtension:
            return nil
        }
    }

    /// Whether the sample's value is in the property of its option.
    func isSet(_ option: OptionCase, in options: KingfisherParsedOptionsInfo) -> Bool {
        isFlagSet(option, in: options) ?? isObjectSet(option, in: options)
            ?? isValueSet(option, in: options)
    }

    /// Nil for what is no flag.
    private func isFlagSet(_ option: OptionCase, in options: KingfisherParsedOptionsInfo) -> Bool? {
        switch option {
        case .forceRefresh: options.forceRefresh
        case .forceTransition: options.forceTransition
        case .fromMemoryCacheOrRefresh: options.fromMemoryCacheOrRefresh
        case .cacheMemoryOnly: options.cacheMemoryOnly
        case .waitForCache: options.waitForCache
        case .onlyFromCache: options.onlyFromCache
        case .backgroundDecode: options.backgroundDecode
        case .preloadAllAnimationData: options.preloadAllAnimationData
        case .keepCurrentImageWhileLoading: options.keepCurrentImageWhileLoading
        case .onlyLoadFirstFrame: options.onlyLoadFirstFrame
        case .cacheOriginalImage: options.cacheOriginalImage
        case .alsoPrefetchToMemory: options.alsoPrefetchToMemory
        case .loadDiskFileSynchronously: options.loadDiskFileSynchronously
        case .asyncCacheTypeCheck: options.asyncCacheTypeCheck
        default: nil
        }
    }

    /// Nil for what holds no object of the samples.
    private func isObjectSet(
        _ option: OptionCase, in options: KingfisherParsedOptionsInfo
    ) -> Bool? {
        switch option {
        case .targetCache: options.targetCache === cache
        case .originalCache: options.originalCache === cache
        case .downloader: options.downloader === downloader
        case .requestModifier: (options.requestModifier as? SampleModifier) === modifier
        case .redirectHandler: (options.redirectHandler as? SampleModifier) === modifier
        case .processor: (options.processor as? CountingProcessor) === processor
        case .cacheSerializer: (options.cacheSerializer as? SampleModifier) === modifier
        case .imageModifier: (options.imageModifier as? SampleModifier) === modifier
        case .onFailureImage: options.onFailureImage == .some(.some(image))
        case .retryStrategy: (options.retryStrategy as? RecordingRetryStrategy) === strategy
        case .eventObserver: (options.eventObserver as? EventRecorder) === observer
        default: nil
        }
    }

    private func isValueSet(_ option: OptionCase, in options: KingfisherParsedOptionsInfo) -> Bool {
        switch option {
        case .downloadPriority: return options.downloadPriority == 0.75
        case .transition: if case .fade(2) = options.transition { return true }
        case .callbackQueue: if case .untouch = options.callbackQueue { return true }
        case .scaleFactor: return options.scaleFactor == 3
        case .diskStoreWriteOptions: return options.diskStoreWriteOptions == .atomic
        case .memoryCacheExpiration: return options.memoryCacheExpiration?.timeInterval == 11
        case .memoryCacheAccessExtendingExpiration:
            if case .none = options.memoryCacheAccessExtendingExpiration { return true }
        case .diskCacheExpiration: return options.diskCacheExpiration?.timeInterval == 12
        case .diskCacheAccessExtendingExpiration:
            if case .none = options.diskCacheAccessExtendingExpiration { return true }
        case .processingQueue: if case .mainAsync = options.processingQueue { return true }
        case .alternativeSources: return options.alternativeSources == [source]
        case .lowDataMode: return options.lowDataModeSource == source
        case .forcedCacheFileExtension: return options.forcedExtension == "bin"
        case .progressiveJPEG: return options.progressiveJPEG != nil
        case .cachePolicy: if case .standard = options.cachePolicy { return true }
        case .refreshHandler: return options.refreshHandler != nil
        case .decodeLimits: return options.decodeLimits == DecodeLimits(maxPixels: 9)
        default: break
        }
        return false
    }
}

/// One object for whatever an option wants to be asked; known by its identity.
final class SampleModifier: ImageDownloadRequestModifier, ImageDownloadRedirectHandler,
    ImageModifier, CacheSerializer
{
    func modified(for request: URLRequest) -> URLRequest? { request }

    var onDownloadTaskStarted: (@Sendable (DownloadTask?) -> Void)? { nil }

    func handleHTTPRedirection(
        for task: SessionDataTask, response: HTTPURLResponse, newRequest: URLRequest
    ) async -> URLRequest? { newRequest }

    func modify(_ image: KFCrossPlatformImage) -> KFCrossPlatformImage { image }

    func data(with image: KFCrossPlatformImage, original: Data?) -> Data? { original }

    func image(
        with data: Data, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? { nil }
}
