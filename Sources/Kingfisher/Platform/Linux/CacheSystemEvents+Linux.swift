#if os(Linux)
import Locking

/// What the system tells a cache: here, that memory is short.
final class CacheSystemEvents: Sendable {
    private let pressure: MemoryPressure
    private let observation = Locked<MemoryPressure.Observation?>(nil)

    init(pressure: MemoryPressure = PressureStallMonitor.pressure) {
        self.pressure = pressure
    }

    /// Observes for a cache until this object is released.
    ///
    /// The cache is not kept alive.
    func observe(for cache: ImageCache) {
        let observation = pressure.observe { [weak cache] level in cache?.relieve(level) }
        self.observation.withLock { $0 = observation }
    }
}

extension ImageCache {
    /// Removes expired files from the disk, in the background.
    ///
    /// Applications of phones call it when they leave the screen. Nothing calls it here, where the
    /// limits of the disk hold at all times; it is ``cleanExpiredDiskCache(completion:)`` by another
    /// name.
    @MainActor
    public func backgroundCleanExpiredDiskCache() {
        cleanExpiredDiskCache()
    }
}
#endif
