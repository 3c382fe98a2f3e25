import Foundation

extension KingfisherManager {
    /// The result of a request that memory can answer as it is, without setting anything up.
    ///
    /// Most requests of a scrolling list end here: one key, one look-up, one result. Only what can
    /// be delivered unchanged and unobserved counts; anything else is left to ``RetrievalAttempt``,
    /// which also serves caches that are subclassed, since those may see things differently.
    ///
    /// - Parameters:
    ///   - source: What is asked for.
    ///   - options: The options of the request.
    /// - Returns: The result, or nil when the request has to be set up.
    func memoryHit(
        for source: Source, options: KingfisherParsedOptionsInfo
    ) -> RetrieveImageResult? {
        guard
            !options.forceRefresh, !options.asyncCacheTypeCheck,
            options.cachePolicy == .expiration, options.eventObserver == nil, eventObserver == nil,
            let image = finalImageInMemory(for: source, options: options)
        else { return nil }
        return RetrieveImageResult(
            image: options.modified(image), from: .memory, source: source, originalSource: source,
            serializer: options.cacheSerializer)
    }

    /// The image of a source if memory has it in the form that a request wants.
    func finalImageInMemory(
        for source: Source, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        let target = targetCache(for: options)
        guard
            type(of: target) == ImageCache.self,
            let image = target.retrieveImageInMemoryCache(
                forKey: source.cacheKey, options: options),
            case nil = options.itemToProcess(of: image)
        else { return nil }
        return image
    }
}

extension RetrieveImageResult {
    /// The result of a cached image, whose data is made anew by its serializer.
    init(
        image: KFCrossPlatformImage, from cacheType: CacheType, source: Source,
        originalSource: Source, serializer: any CacheSerializer
    ) {
        self.init(
            image: image, cacheType: cacheType, source: source, originalSource: originalSource,
            data: { serializer.data(with: image, original: nil) })
    }
}
