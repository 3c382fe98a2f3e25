import Foundation
import Locking

extension MemoryStorage {
    /// Keeps values in memory, the least recently used ones giving way when a limit is exceeded.
    ///
    /// All members may be used from any thread. Both limits hold whenever a store returns.
    public final class Backend<T: CacheCostCalculable> where T: Sendable {
        /// Holds a value as an object.
        final class Box {
            private let value: T

            init(_ value: T) { self.value = value }

            /// The value in an object that the storage handed out.
            ///
            /// Without a check of its class, which takes longer than all else of a hit: nothing but
            /// boxes is ever put in.
            static func value(of object: AnyObject) -> T {
                unsafeDowncast(object, to: Box.self).value
            }
        }

        let state: Locked<State>
        private let timer = SweepTimer()
        private let evictionHook = Locked<(@Sendable (String, T, EvictionReason) -> Void)?>(nil)

        /// Creates an empty storage and starts its sweeps.
        ///
        /// - Parameter config: Its settings.
        public init(config: Config) {
            state = Locked(State(config: config))
            startTimer(interval: config.cleanInterval)
        }

        /// The settings.
        ///
        /// An assignment applies the limits at once and starts the sweep interval over.
        public var config: Config {
            get { state.withLock { $0.config } }
            set {
                let removed = state.withLock { state in
                    state.config = newValue
                    state.nextSweep = Date().addingTimeInterval(newValue.cleanInterval)
                    return state.makeRoom()
                }
                report(removed, .limit)
                startTimer(interval: newValue.cleanInterval)
            }
        }

        /// Hears of entries that left without being removed or replaced by a caller.
        ///
        /// Default nil.
        ///
        /// Called with key, value and reason after the change, on the thread that caused it: of the
        /// store that exceeded a limit, or of the sweep.
        public var onEviction: (@Sendable (String, T, EvictionReason) -> Void)? {
            get { evictionHook.withLock { $0 } }
            set { evictionHook.withLock { $0 = newValue } }
        }

        /// Drops every expired entry.
        ///
        /// Runs by itself every `cleanInterval` seconds.
        public func removeExpired() {
            report(state.withLock { $0.removeExpired() }, .expired)
        }

        /// Stores a value, replacing the one under the same key.
        ///
        /// - Parameters:
        ///   - value: The value. One that costs more than the whole limit is not kept, and takes
        ///     the place of none but the older value under its key.
        ///   - key: Its key.
        ///   - expiration: How long it stays valid. Nil, the default, means the storage's settings.
        ///     An expired one stores nothing and leaves an older entry in place.
        public func store(value: T, forKey key: String, expiration: StorageExpiration? = nil) {
            let cost = value.cacheCost
            let box = Box(value)
            let key = HashedKey(key)
            let now = Date()
            let outcome = state.withLock {
                $0.store(box, cost: cost, forKey: key, expiration: expiration, now: now)
            }
            report(outcome.evicted, .limit)
        }

        /// The value under a key, if it is there and has not expired.
        ///
        /// - Parameters:
        ///   - key: Its key.
        ///   - extendingExpiration: How the read changes the time it stays valid. Default
        ///     ``ExpirationExtending/cacheTime``. With ``ExpirationExtending/none`` the read does not
        ///     count as a use either.
        /// - Returns: The value, or nil.
        public func value(
            forKey key: String, extendingExpiration: ExpirationExtending = .cacheTime
        ) -> T? {
            let key = HashedKey(key)
            let now = Date()
            let object = state.withLock {
                $0.value(forKey: key, extending: extendingExpiration, now: now)
            }
            return object.map(Box.value(of:))
        }

        /// Whether a valid value is stored under a key.
        ///
        /// Changes neither its time nor its rank.
        public func isCached(forKey key: String) -> Bool {
            value(forKey: key, extendingExpiration: .none) != nil
        }

        /// Removes the value under a key.
        ///
        /// Nothing happens when there is none.
        public func remove(forKey key: String) {
            let key = HashedKey(key)
            let removed = state.withLock { $0.remove(key) }
            withExtendedLifetime(removed) {}
        }

        /// Removes all values.
        public func removeAll() {
            let removed = state.withLock { state in
                let removed = state.entries
                state.removeAll()
                return removed
            }
            // The values are released here, outside the lock: their deinitializers may be long.
            withExtendedLifetime(removed) {}
        }

        /// The sum of what the stored values cost now, expired ones that no sweep has met included.
        public func totalCacheCost() -> Int {
            // Costs come from the values, which is foreign code: it runs outside the lock.
            state.withLock { $0.entries.values }.reduce(0) { sum, entry in
                let cost = Box.value(of: entry.value).cacheCost
                let (total, overflow) = sum.addingReportingOverflow(cost)
                return overflow ? .max : total
            }
        }

        private func startTimer(interval: TimeInterval) {
            timer.start(interval: interval) { [weak self] in self?.removeExpired() }
        }

        func report(_ removed: State.Removed, _ reason: EvictionReason) {
            guard !removed.isEmpty, let hook = onEviction else { return }
            for (key, entry) in removed {
                hook(key, Box.value(of: entry.value), reason)
            }
        }
    }
}

// Unchecked: everything that changes is inside locks, and the timer is safe by itself.
extension MemoryStorage.Backend: @unchecked Sendable {}
