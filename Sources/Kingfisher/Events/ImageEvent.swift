public import Foundation

/// Something that happened to a request.
///
/// The first event of a request is ``Kind-swift.enum/attemptBegan(_:)``. Exactly one is
/// ``Kind-swift.enum/completed(_:)``; only the end of a store that nobody waited for comes after it.
public struct ImageEvent: Sendable {
    /// Which of the caches of a request is meant.
    public enum Cache: Sendable {
        /// The cache of final images.
        case target
        /// The cache of originals.
        case original
    }

    /// What can happen.
    public enum Kind: Sendable {
        /// A source is tried: first the one that was asked for, later retries and fallbacks.
        case attemptBegan(Source)
        /// A cache was asked; ``CacheType/none`` is a miss.
        ///
        /// With ``KingfisherOptionsInfoItem/fromMemoryCacheOrRefresh``, ``CacheType/disk`` is one too.
        case lookedUp(Cache, found: CacheType)
        /// The bytes of an entry came from disk.
        case readFromDisk(byteCount: Int)
        /// Bytes are about to be turned into pixels.
        case decodingBegan
        /// Bytes were turned into this many pixels; nil when they are no image.
        case decodingEnded(pixelCount: Int?)
        /// A transfer was asked for, or joined, or a provider was.
        case loadBegan
        /// The first bytes of the body arrived, so many of them.
        case firstBytesArrived(byteCount: Int)
        /// All bytes are there, so many of them.
        case loadEnded(byteCount: Int)
        /// The server said that a stale entry of a cache is still right.
        case confirmedByServer(Cache)
        /// The processor begins.
        ///
        /// One that starts from bytes decodes them in between.
        case processingBegan
        /// The processor made this many pixels; nil when it failed.
        case processingEnded(pixelCount: Int?)
        /// The image, and its original where wanted, go to the caches.
        case storingBegan
        /// A store into a cache ended; true when disk and memory took it.
        case storingEnded(Cache, succeeded: Bool)
        /// An attempt failed.
        ///
        /// A retry or a fallback begins another one.
        case attemptFailed(KingfisherError)
        /// The request is over.
        ///
        /// The completion handler is called right afterwards.
        case completed(Result<RetrieveImageResult, KingfisherError>)
    }

    /// Tells requests of this process apart; greater for later ones.
    public let requestNumber: UInt64
    /// The source that was asked for.
    public let source: Source
    /// Seconds since the request began, by a clock that is never set.
    public let time: TimeInterval
    /// What happened.
    public let kind: Kind
}
