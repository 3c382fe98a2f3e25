#if canImport(UIKit) && !os(watchOS)
import Locking
public import UIKit

/// What the system tells a cache: that memory is short, and that the app ends or leaves the screen.
final class CacheSystemEvents: Sendable {
    private let tokens = Locked<[NotificationToken]>([])

    /// Observes for a cache until this object is released.
    ///
    /// The cache is not kept alive.
    func observe(for cache: ImageCache) {
        let tokens = [
            NotificationToken(UIApplication.didReceiveMemoryWarningNotification) { [weak cache] in
                cache?.clearMemoryCache()
            },
            NotificationToken(UIApplication.willTerminateNotification) { [weak cache] in
                cache?.cleanExpiredDiskCache(completion: nil)
            },
            NotificationToken(UIApplication.didEnterBackgroundNotification) { [weak cache] in
                Task { @MainActor in cache?.backgroundCleanExpiredDiskCache() }
            },
        ]
        self.tokens.withLock { $0 = tokens }
    }
}

extension ImageCache {
    /// Cleans the disk while the app moves to the background, as long as the system gives time.
    ///
    /// Does nothing where there is no application object, as in an app extension.
    @MainActor
    public func backgroundCleanExpiredDiskCache() {
        guard let application = KingfisherWrapper<UIApplication>.shared else { return }
        let task = BackgroundTask(application)
        cleanExpiredDiskCache {
            Task { @MainActor in task.end() }
        }
    }
}

/// Time that the system grants in the background; ended once.
@MainActor
private final class BackgroundTask {
    private let application: UIApplication
    private var identifier = UIBackgroundTaskIdentifier.invalid

    init(_ application: UIApplication) {
        self.application = application
        identifier = application.beginBackgroundTask(
            withName: "Kingfisher:backgroundCleanExpiredDiskCache"
        ) { [weak self] in
            MainActor.assumeIsolated { self?.end() }
        }
    }

    func end() {
        guard identifier != .invalid else { return }
        application.endBackgroundTask(identifier)
        identifier = .invalid
    }
}

extension KingfisherWrapper where Base: UIApplication {
    /// The application object; nil where there is none, as in an app extension.
    public static var shared: UIApplication? {
        let selector = NSSelectorFromString("sharedApplication")
        guard Base.responds(to: selector) else { return nil }
        return Base.perform(selector)?.takeUnretainedValue() as? UIApplication
    }
}
#endif
