#if os(Linux)
/// What the system tells a cache: here, that memory is short.
final class CacheSystemEvents: Sendable {
    /// Observes for a cache until this object is released.
    ///
    /// The cache is not kept alive.
    func observe(for cache: ImageCache) {}
}
#endif
