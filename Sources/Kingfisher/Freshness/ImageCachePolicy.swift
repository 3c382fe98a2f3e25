/// What decides whether an image in the caches is used.
public enum ImageCachePolicy: Sendable {
    /// The expiration of the caches alone, whatever the server said.
    ///
    /// The default.
    case expiration
    /// What the server said about keeping the image, as RFC 9111 asks of a private cache, and the
    /// expiration of the caches.
    ///
    /// A fresh image is served without the network. A stale one is asked about: when the server
    /// answers that it did not change, no bytes are loaded and it is fresh again. While
    /// `stale-while-revalidate` allows it, a stale one is served at once and asked about behind; see
    /// ``KingfisherOptionsInfoItem/refreshHandler(_:)``. What is `no-store` is neither kept on disk
    /// nor in memory. Only what is loaded with this policy is known to be fresh or stale; images that
    /// were stored without it are used until they expire. See <doc:Freshness>.
    case standard
}
