/// The right to put an image into memory that is made of a cached one.
///
/// To be taken before the cache is asked. Any change of the entry from then on, by a store, a removal
/// or a clearing, takes it back: what was replaced or removed must not return because it was being
/// processed.
final class MemoryWriteBack: Sendable {
    private let memory: MemoryStorage.Backend<KFCrossPlatformImage>
    private let key: String
    private let promotion: UInt64

    /// Takes the right.
    ///
    /// - Parameters:
    ///   - source: Gives the key.
    ///   - cache: Whose memory it is about.
    ///   - options: The options of the request, whose processor the entry belongs to.
    init(of source: Source, to cache: ImageCache, options: KingfisherParsedOptionsInfo) {
        memory = cache.memoryStorage
        key = source.cacheKey.computedKey(with: options.processor.identifier)
        promotion = memory.beginPromotion(forKey: key)
    }

    // A queue may drop the work that the image would have come from.
    deinit { memory.cancelPromotion(promotion, forKey: key) }

    /// Puts the image in the place of the one that it was made of; the first time only.
    func complete(with image: KFCrossPlatformImage, expiration: StorageExpiration?) {
        memory.promote(image, promotion, forKey: key, replaces: true, expiration: expiration)
    }
}
