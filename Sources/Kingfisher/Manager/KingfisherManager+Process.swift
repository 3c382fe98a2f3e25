import Foundation

extension KingfisherManager {
    /// Runs the processor of a request on its processing queue.
    ///
    /// - Parameters:
    ///   - item: What to process.
    ///   - options: The options of the request; the result is decoded where they say so.
    ///   - completion: Receives the image, or nil when the processor gave none, on that queue.
    func process(
        _ item: ImageProcessItem, options: KingfisherParsedOptionsInfo,
        completion: @escaping @Sendable (KFCrossPlatformImage?) -> Void
    ) {
        (options.processingQueue ?? processingQueue).execute {
            options.events?.post(.processingBegan)
            var image = options.processor.process(item: item, options: options)
            if options.backgroundDecode { image = image?.kf.decoded }
            options.events?.post(.processingEnded(image))
            if options.cacheSerializer.originalDataUsed {
                image?.markAsResult(of: options.processor)
            }
            completion(image)
        }
    }

    /// Whether the original cache may hold what the target cache does not: it is another cache, or
    /// the target holds processed images.
    func looksForOriginal(_ options: KingfisherParsedOptionsInfo) -> Bool {
        originalCache(for: options) !== targetCache(for: options)
            || options.processor != DefaultImageProcessor.default
    }
}

extension KingfisherParsedOptionsInfo {
    /// What has to be processed before a cached image can be delivered; nil when nothing has to.
    ///
    /// A serializer that keeps original data gives unprocessed images back. An animation that was
    /// made for another request may have fewer frames, or another scale, than this one wants.
    func itemToProcess(of image: KFCrossPlatformImage) -> ImageProcessItem? {
        if cacheSerializer.originalDataUsed, !image.isResult(of: processor) {
            return .image(image)
        }
        guard
            let frameCount = image.kf.imageFrameCount, frameCount != 1,
            let creatingOptions = image.kf.imageCreatingOptions,
            creatingOptions != imageCreatingOptions,
            let animatedData = image.kf.animatedImageData
        else { return nil }
        return .data(animatedData)
    }
}
