public import Foundation

/// The memory half of a cache.
public enum MemoryStorage {
    /// The settings of a memory storage.
    public struct Config {
        /// The most that all costs together may reach; for images, bytes.
        ///
        /// 0 means no limit.
        public var totalCostLimit: Int
        /// The most entries there may be.
        ///
        /// 0 means no limit, as does the default `Int.max`.
        public var countLimit: Int = .max
        /// How long entries stay valid unless a store says otherwise.
        ///
        /// Default 300 seconds.
        public var expiration: StorageExpiration = .seconds(300)
        /// Seconds between two sweeps that drop expired entries.
        ///
        /// Default 120.
        public var cleanInterval: TimeInterval
        /// Whether entries survive an app's move to the background on systems that would drop them.
        ///
        /// Default false. Without effect on Linux, where nothing is dropped then.
        public var keepWhenEnteringBackground = false

        /// Creates settings.
        ///
        /// - Parameters:
        ///   - totalCostLimit: The most that all costs together may reach. 0 means no limit.
        ///   - cleanInterval: Seconds between two sweeps. Default 120.
        public init(totalCostLimit: Int, cleanInterval: TimeInterval = 120) {
            self.totalCostLimit = totalCostLimit
            self.cleanInterval = cleanInterval
        }
    }

    /// Why an entry left a memory storage without being asked to.
    public enum EvictionReason: Sendable {
        /// It was the least recently used one when a limit was exceeded.
        case limit
        /// A sweep found it expired.
        case expired
        /// The system runs out of memory.
        case memoryPressure
    }
}
