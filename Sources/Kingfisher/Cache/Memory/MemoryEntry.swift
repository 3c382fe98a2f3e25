import Foundation
import Locking

/// A value in memory with its time to live.
struct MemoryEntry<Value> {
    let value: Value
    let expiration: StorageExpiration
    private(set) var estimatedExpiration: Date

    init(_ value: Value, expiration: StorageExpiration, storedAt now: Date) {
        self.init(
            value, expiration: expiration,
            estimatedExpiration: expiration.estimatedExpirationSince(now))
    }

    private init(_ value: Value, expiration: StorageExpiration, estimatedExpiration: Date) {
        self.value = value
        self.expiration = expiration
        self.estimatedExpiration = estimatedExpiration
    }

    /// An entry of the same life for another form of the value.
    func with<Other>(_ value: Other) -> MemoryEntry<Other> {
        MemoryEntry<Other>(
            value, expiration: expiration, estimatedExpiration: estimatedExpiration)
    }

    /// Extends the life of the entry; false when there was nothing to extend.
    @discardableResult
    mutating func extend(_ extending: ExpirationExtending, from now: Date) -> Bool {
        switch extending {
        case .none:
            return false
        case .cacheTime:
            estimatedExpiration = expiration.estimatedExpirationSince(now)
        case .expirationTime(let other):
            estimatedExpiration = other.estimatedExpirationSince(now)
        }
        return true
    }
}

extension MemoryEntry: Sendable where Value: Sendable {}

extension MemoryStorage {
    /// A look at one entry as an object, whose answers follow the entry while it stays stored.
    final class StorageObject<T> {
        /// The entry where it is stored.
        struct Stored: Sendable {
            let current: @Sendable () -> MemoryEntry<T>?
            /// Extends its life; false when it is stored no more.
            let extend: @Sendable (ExpirationExtending) -> Bool
        }

        private let entry: Locked<MemoryEntry<T>>
        private let stored: Stored?

        /// An object of its own, in no storage.
        convenience init(_ value: T, expiration: StorageExpiration) {
            self.init(MemoryEntry(value, expiration: expiration, storedAt: Date()), stored: nil)
        }

        init(_ entry: MemoryEntry<T>, stored: Stored?) {
            self.entry = Locked(entry)
            self.stored = stored
        }

        private var current: MemoryEntry<T> { stored?.current() ?? entry.withLock { $0 } }

        var value: T? { current.value }
        var estimatedExpiration: Date { current.estimatedExpiration }
        var isExpired: Bool { estimatedExpiration.isPast }

        func extendExpiration(_ extending: ExpirationExtending = .cacheTime) {
            if stored?.extend(extending) == true { return }
            _ = entry.withLock { $0.extend(extending, from: Date()) }
        }
    }
}

extension MemoryStorage.StorageObject: Sendable where T: Sendable {}
