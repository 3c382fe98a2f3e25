#if os(watchOS)
/// What the system tells a cache; nothing on a watch.
final class CacheSystemEvents: Sendable {
    /// Observes nothing.
    func observe(for cache: ImageCache) {}
}
#endif
