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
#endif
