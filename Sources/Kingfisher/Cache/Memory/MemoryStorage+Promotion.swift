import Foundation
import Locking

extension MemoryStorage.Backend {
    /// Announces that a value is being read from disk, or made of an entry, to be stored under its
    /// key later.
    ///
    /// Any change of the key until then, by a store, a removal or a clearing, takes it back: what was
    /// removed must not reappear because a read was under way.
    func beginPromotion(forKey key: String) -> UInt64 {
        state.withLock { $0.beginPromotion(of: key) }
    }

    /// Ends a promotion without storing anything.
    func cancelPromotion(_ id: UInt64, forKey key: String) {
        _ = state.withLock { $0.endPromotion(id, of: key) }
    }

    /// Takes back all promotions of a key: what it stands for on disk changes.
    func cancelPromotions(forKey key: String) {
        state.withLock { $0.cancelPromotions(of: key) }
    }

    /// Takes back all promotions.
    func cancelAllPromotions() {
        state.withLock { $0.cancelPromotions(of: nil) }
    }

    /// Stores the value that was read, unless its key was changed meanwhile.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - id: The promotion, which ends.
    ///   - key: The key that it was announced for.
    ///   - replaces: Whether the value takes the place of one that was read meanwhile as well. Default
    ///     false: what is there stays.
    ///   - expiration: How long it stays; nil for what the configuration says.
    func promote(
        _ value: T, _ id: UInt64, forKey key: String, replaces: Bool = false,
        expiration: StorageExpiration?
    ) {
        let cost = value.cacheCost
        let box = Box(value)
        let hashedKey = HashedKey(key)
        let now = Date()
        let outcome = state.withLock {
            $0.promote(
                box, .init(id: id, replaces: replaces), cost: cost, forKey: hashedKey,
                expiration: expiration, now: now)
        }
        report(outcome.evicted, .limit)
    }

    /// Gives memory back to a system that is short of it.
    ///
    /// - Parameter fraction: The part of the present cost that may stay, 0 to 1.
    func shrink(toFraction fraction: Double) {
        let removed = state.withLock { state in
            let cost = Double(state.entries.totalCost) * fraction
            let count = fraction > 0 ? Int.max : 0
            return state.makeRoom(totalCost: Int(cost), count: count)
        }
        report(removed, .memoryPressure)
    }
}
