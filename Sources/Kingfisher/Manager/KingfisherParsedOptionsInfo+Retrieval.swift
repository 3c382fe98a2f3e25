import Foundation

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
