import Foundation

extension MemoryStorage {
    /// What a memory storage remembers, and every decision about it; guarded by its owner's lock.
    ///
    /// Values are objects here: a type that is generic over another module's values would be run by
    /// the generic machinery, which takes thirty times as long.
    struct State {
        typealias Value = AnyObject
        typealias Removed = [(key: String, value: MemoryEntry<Value>)]

        /// What may be put into memory later.
        struct Promotion {
            let id: UInt64
            /// Whether it may take the place of what came from the same entry in between.
            let replaces: Bool
        }

        /// What a store pushed out.
        ///
        /// Handed to the owner, because values must not be released inside its lock: their
        /// deinitializers are foreign code.
        struct Outcome {
            var evicted: Removed = []
            var replaced: MemoryEntry<Value>?
        }

        var entries = LRUEntries<MemoryEntry<Value>>()
        var config: Config
        /// Keys whose entry vanished without a sweep having noticed.
        private(set) var vanishedKeys: Set<String> = []
        var nextSweep: Date
        /// Promotions from disk under way, by key: a change of the key takes them back.
        private var promotions: [String: Set<UInt64>] = [:]
        private var lastPromotion: UInt64 = 0

        init(config: Config, now: Date = Date()) {
            self.config = config
            nextSweep = now.addingTimeInterval(config.cleanInterval)
        }

        /// Stores an entry unless it expires at once, and makes room.
        mutating func store(
            _ value: Value, cost: Int, forKey key: HashedKey, expiration: StorageExpiration?,
            now: Date
        ) -> Outcome {
            let expiration = expiration ?? config.expiration
            guard !expiration.isExpired else {
                // Nothing is stored, but what is being read for the key is out of date all the same.
                cancelPromotions(of: key.text)
                return Outcome()
            }
            forget(key)
            return insert(
                MemoryEntry(value, expiration: expiration, storedAt: now), cost: cost, forKey: key)
        }

        /// Stores what was made of the entry elsewhere, unless its key was changed meanwhile.
        ///
        /// Other promotions of the key go on: they are made of the same entry.
        mutating func promote(
            _ value: Value, _ promotion: Promotion, cost: Int, forKey key: HashedKey,
            expiration: StorageExpiration?, now: Date
        ) -> Outcome {
            let expiration = expiration ?? config.expiration
            guard endPromotion(promotion.id, of: key.text), !expiration.isExpired,
                promotion.replaces || self.value(forKey: key, extending: .none, now: now) == nil
            else { return Outcome() }
            if !vanishedKeys.isEmpty { vanishedKeys.remove(key.text) }
            return insert(
                MemoryEntry(value, expiration: expiration, storedAt: now), cost: cost, forKey: key)
        }

        private mutating func insert(
            _ entry: MemoryEntry<Value>, cost: Int, forKey key: HashedKey
        ) -> Outcome {
            guard config.totalCostLimit <= 0 || cost <= config.totalCostLimit else {
                // It would push out everything else and then have to go itself.
                return Outcome(evicted: [(key.text, entry)], replaced: entries.remove(key))
            }
            let replaced = entries.insert(entry, cost: cost, forKey: key)
            return Outcome(evicted: makeRoom(), replaced: replaced)
        }

        /// The entry if it is still valid; a hit that extends counts as its latest use.
        mutating func value(
            forKey key: HashedKey, extending: ExpirationExtending, now: Date
        ) -> Value? {
            let found = entries.access(key) { entry -> (isUse: Bool, result: Value?) in
                guard !entry.estimatedExpiration.isPast(referenceDate: now) else {
                    return (false, nil)
                }
                return (entry.extend(extending, from: now), entry.value)
            }
            return found.flatMap { $0 }
        }

        /// What is physically there, valid or not.
        mutating func entry(forKey key: HashedKey) -> MemoryEntry<Value>? {
            entries.access(key) { (false, $0) }
        }

        /// Extends the life of what is physically there; false when there is nothing.
        mutating func extend(_ key: HashedKey, _ extending: ExpirationExtending) -> Bool {
            entries.access(key) { entry in
                _ = entry.extend(extending, from: Date())
                return (false, true)
            } ?? false
        }

        mutating func remove(_ key: HashedKey) -> MemoryEntry<Value>? {
            forget(key)
            return entries.remove(key)
        }

        /// Drops an entry the way an eviction would: its key is known until the next sweep.
        mutating func evict(_ key: HashedKey) -> MemoryEntry<Value>? {
            guard let evicted = entries.remove(key) else { return nil }
            vanishedKeys.insert(key.text)
            return evicted
        }

        /// Takes back what is noted of a key that changes.
        ///
        /// Mostly there is nothing, and then the key need not be hashed for it.
        private mutating func forget(_ key: HashedKey) {
            cancelPromotions(of: key.text)
            if !vanishedKeys.isEmpty { vanishedKeys.remove(key.text) }
        }

        mutating func removeAll() {
            promotions.removeAll()
            entries.removeAll()
            vanishedKeys.removeAll()
        }

        mutating func removeExpired(now: Date = Date()) -> Removed {
            vanishedKeys.removeAll()
            nextSweep = now.addingTimeInterval(config.cleanInterval)
            return entries.removeAll { $0.estimatedExpiration.isPast(referenceDate: now) }
        }

        /// Drops the least recently used entries until both limits hold.
        mutating func makeRoom() -> Removed {
            let costs = config.totalCostLimit > 0 ? config.totalCostLimit : .max
            let counts = config.countLimit > 0 ? config.countLimit : .max
            return makeRoom(totalCost: costs, count: counts)
        }

        mutating func makeRoom(totalCost: Int, count: Int) -> Removed {
            var removed: Removed = []
            while entries.totalCost > totalCost || entries.count > count,
                let oldest = entries.removeOldest()
            {
                removed.append(oldest)
            }
            return removed
        }

        /// Whether anything is being read from elsewhere.
        var hasPromotions: Bool { !promotions.isEmpty }

        /// Announces that a value for a key is being read from elsewhere.
        mutating func beginPromotion(of key: String) -> UInt64 {
            lastPromotion += 1
            promotions[key, default: []].insert(lastPromotion)
            return lastPromotion
        }

        /// Takes back promotions of a key, or all.
        mutating func cancelPromotions(of key: String?) {
            guard !promotions.isEmpty else { return }
            if let key { promotions.removeValue(forKey: key) } else { promotions.removeAll() }
        }

        /// Ends a promotion; false when the key was changed meanwhile.
        mutating func endPromotion(_ id: UInt64, of key: String) -> Bool {
            guard promotions[key]?.remove(id) != nil else { return false }
            if promotions[key]?.isEmpty == true { promotions.removeValue(forKey: key) }
            return true
        }
    }
}
