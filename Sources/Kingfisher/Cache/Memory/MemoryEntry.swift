import Foundation
import Locking

/// A value in memory with its time to live.
struct MemoryEntry<Value> {
    let value: Value
    let expiration: StorageExpiration
    fileprivate(set) var estimatedExpiration: Date

    init(_ value: Value, expiration: StorageExpiration, storedAt now: Date = Date()) {
        self.value = value
        self.expiration = expiration
        estimatedExpiration = expiration.estimatedExpirationSince(now)
    }

    /// An entry of the same life for another form of the value.
    func with<Other>(_ value: Other) -> MemoryEntry<Other> {
        var entry = MemoryEntry<Other>(value, expiration: expiration)
        entry.estimatedExpiration = estimatedExpiration
        return entry
    }

    mutating func extend(_ extending: ExpirationExtending, from now: Date = Date()) {
        switch extending {
        case .none: break
        case .cacheTime: estimatedExpiration = expiration.estimatedExpirationSince(now)
        case .expirationTime(let other): estimatedExpiration = other.estimatedExpirationSince(now)
        }
    }
}

extension MemoryStorage {
    /// A look at one entry as an object, whose answers follow the entry while it stays stored.
    final class StorageObject<T> {
        private let entry: Locked<MemoryEntry<T>>
        private let storedEntry: (() -> MemoryEntry<T>?)?

        /// An object of its own, in no storage.
        convenience init(_ value: T, expiration: StorageExpiration) {
            self.init(MemoryEntry(value, expiration: expiration), storedEntry: nil)
        }

        init(_ entry: MemoryEntry<T>, storedEntry: (() -> MemoryEntry<T>?)?) {
            self.entry = Locked(entry)
            self.storedEntry = storedEntry
        }

        private var current: MemoryEntry<T> { storedEntry?() ?? entry.withLock { $0 } }

        var value: T? { current.value }
        var estimatedExpiration: Date { current.estimatedExpiration }
        var isExpired: Bool { estimatedExpiration.isPast }

        func extendExpiration(_ extending: ExpirationExtending = .cacheTime) {
            entry.withLock { $0.extend(extending) }
        }
    }
}
