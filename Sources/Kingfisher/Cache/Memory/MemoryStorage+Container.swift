import Foundation
import Locking

extension MemoryStorage.Backend {
    /// The container behind the storage, with the member names of `NSCache`.
    ///
    /// It shows what is physically there: an expired entry until a sweep has met it, and limits as the
    /// container applies them.
    struct Container {
        fileprivate let backend: MemoryStorage.Backend<T>

        var totalCostLimit: Int { backend.config.totalCostLimit }
        var countLimit: Int { backend.config.countLimit }

        func object(forKey key: NSString) -> MemoryStorage.StorageObject<T>? {
            backend.sweepIfDue()
            let key = HashedKey("\(key)")
            let stored = MemoryStorage.StorageObject<T>.Stored { [weak backend] in
                let found = backend?.state.withLock { $0.entry(forKey: key) }
                return found.map { $0.with(MemoryStorage.Backend<T>.Box.value(of: $0.value)) }
            } extend: { [weak backend] extending in
                backend?.state.withLock { $0.extend(key, extending) } ?? false
            }
            return stored.current().map { MemoryStorage.StorageObject($0, stored: stored) }
        }

        /// Drops an entry the way an eviction would: its key is known until the next sweep.
        func removeObject(forKey key: NSString) {
            let key = HashedKey("\(key)")
            let removed = backend.state.withLock { $0.evict(key) }
            withExtendedLifetime(removed) {}
        }
    }

    var storage: Container { Container(backend: self) }

    /// The keys the storage knows: those of its entries, and of vanished ones until a sweep.
    var keys: Set<String> {
        sweepIfDue()
        return state.withLock { $0.vanishedKeys.union($0.entries.keys) }
    }

    /// Whoever looks into the container after a sweep was due must not depend on how soon a thread
    /// got to it.
    private func sweepIfDue() {
        let now = Date()
        if state.withLock({ $0.nextSweep <= now }) { removeExpired() }
    }
}
