@testable import Kingfisher

/// The cases of the option list, without their values.
enum OptionCase: String, CaseIterable, Sendable {
    case targetCache, originalCache, downloader, downloadPriority, transition, forceRefresh
    case forceTransition, fromMemoryCacheOrRefresh, cacheMemoryOnly, waitForCache, onlyFromCache
    case backgroundDecode, callbackQueue, scaleFactor, preloadAllAnimationData, requestModifier
    case redirectHandler, processor, cacheSerializer, imageModifier, keepCurrentImageWhileLoading
    case onlyLoadFirstFrame, cacheOriginalImage, onFailureImage, alsoPrefetchToMemory
    case loadDiskFileSynchronously, asyncCacheTypeCheck, diskStoreWriteOptions
    case memoryCacheExpiration, memoryCacheAccessExtendingExpiration, diskCacheExpiration
    case diskCacheAccessExtendingExpiration, processingQueue, alternativeSources, retryStrategy
    case lowDataMode, forcedCacheFileExtension, progressiveJPEG, cachePolicy, refreshHandler
    case eventObserver, decodeLimits

    /// The options that 18.9 leaves to the builder's `options`.
    static let withoutSetter: Set<OptionCase> = [
        .preloadAllAnimationData, .alsoPrefetchToMemory, .asyncCacheTypeCheck,
        .forcedCacheFileExtension,
    ]

    /// The property that the option is parsed into; 13.4 has the two that are named otherwise.
    var property: String {
        switch self {
        case .lowDataMode: "lowDataModeSource"
        case .forcedCacheFileExtension: "forcedExtension"
        default: rawValue
        }
    }

    /// The case of an option.
    init(of item: KingfisherOptionsInfoItem) {
        switch item {
        case .targetCache: self = .targetCache
        case .originalCache: self = .originalCache
        case .downloader: self = .downloader
        case .downloadPriority: self = .downloadPriority
        case .transition: self = .transition
        case .forceRefresh: self = .forceRefresh
        case .forceTransition: self = .forceTransition
        case .fromMemoryCacheOrRefresh: self = .fromMemoryCacheOrRefresh
        case .cacheMemoryOnly: self = .cacheMemoryOnly
        case .waitForCache: self = .waitForCache
        case .onlyFromCache: self = .onlyFromCache
        case .backgroundDecode: self = .backgroundDecode
        case .callbackQueue: self = .callbackQueue
        case .scaleFactor: self = .scaleFactor
        case .preloadAllAnimationData: self = .preloadAllAnimationData
        case .requestModifier: self = .requestModifier
        case .redirectHandler: self = .redirectHandler
        case .processor: self = .processor
        case .cacheSerializer: self = .cacheSerializer
        case .imageModifier: self = .imageModifier
        case .keepCurrentImageWhileLoading: self = .keepCurrentImageWhileLoading
        case .onlyLoadFirstFrame: self = .onlyLoadFirstFrame
        case .cacheOriginalImage: self = .cacheOriginalImage
        case .onFailureImage: self = .onFailureImage
        case .alsoPrefetchToMemory: self = .alsoPrefetchToMemory
        case .loadDiskFileSynchronously: self = .loadDiskFileSynchronously
        case .asyncCacheTypeCheck: self = .asyncCacheTypeCheck
        case .diskStoreWriteOptions: self = .diskStoreWriteOptions
        case .memoryCacheExpiration: self = .memoryCacheExpiration
        case .memoryCacheAccessExtendingExpiration: self = .memoryCacheAccessExtendingExpiration
        case .diskCacheExpiration: self = .diskCacheExpiration
        case .diskCacheAccessExtendingExpiration: self = .diskCacheAccessExtendingExpiration
        case .processingQueue: self = .processingQueue
        case .alternativeSources: self = .alternativeSources
        case .retryStrategy: self = .retryStrategy
        case .lowDataMode: self = .lowDataMode
        case .forcedCacheFileExtension: self = .forcedCacheFileExtension
        case .progressiveJPEG: self = .progressiveJPEG
        case .cachePolicy: self = .cachePolicy
        case .refreshHandler: self = .refreshHandler
        case .eventObserver: self = .eventObserver
        case .decodeLimits: self = .decodeLimits
        }
    }
}
