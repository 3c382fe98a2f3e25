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
            let image = options.processor.process(item: item, options: options)
            completion(options.backgroundDecode ? image?.kf.decoded : image)
        }
    }

    /// Runs the processor of a request on an image.
    func process(
        _ image: KFCrossPlatformImage, options: KingfisherParsedOptionsInfo,
        completion: @escaping @Sendable (KFCrossPlatformImage?) -> Void
    ) {
        process(.image(image), options: options) { processed in
            if options.cacheSerializer.originalDataUsed {
                processed?.markAsResult(of: options.processor)
            }
            completion(processed)
        }
    }

    /// Whether the original cache may hold what the target cache does not: it is another cache, or
    /// the target holds processed images.
    func looksForOriginal(_ options: KingfisherParsedOptionsInfo) -> Bool {
        originalCache(for: options) !== targetCache(for: options)
            || options.processor != DefaultImageProcessor.default
    }
}
