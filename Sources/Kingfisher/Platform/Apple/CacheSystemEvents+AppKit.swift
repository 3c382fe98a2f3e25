#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
import Locking

/// What the system tells a cache: that the app stops being the active one.
final class CacheSystemEvents: Sendable {
    private let token = Locked<NotificationToken?>(nil)

    /// Observes for a cache until this object is released.
    ///
    /// The cache is not kept alive.
    func observe(for cache: ImageCache) {
        let token = NotificationToken(NSApplication.willResignActiveNotification) { [weak cache] in
            cache?.cleanExpiredDiskCache(completion: nil)
        }
        self.token.withLock { $0 = token }
    }
}
#endif
