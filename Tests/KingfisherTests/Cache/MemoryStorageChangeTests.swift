import Foundation
import Locking
import Testing

@testable import Kingfisher

@Suite("Memory storage: promotions, large values and looks at entries", .timeLimit(.minutes(1)))
struct MemoryStorageChangeTests {
    private func storage(cost: Int = 0) -> MemoryStorage.Backend<Weight> {
        MemoryStorage.Backend(config: MemoryStorage.Config(totalCostLimit: cost))
    }

    @Test("W-26: a value that costs more than the limit pushes out only what it replaces")
    func oversized() {
        let evicted = Locked<[String: Int]>([:])
        let storage = storage(cost: 10)
        storage.onEviction = { key, value, _ in evicted.withLock { $0[key] = value.cacheCost } }
        for key in ["a", "b", "c"] { storage.store(value: Weight(cacheCost: 1), forKey: key) }
        storage.store(value: Weight(cacheCost: 11), forKey: "b")
        #expect(storage.keys == ["a", "c"])
        #expect(evicted.withLock { $0 } == ["b": 11])
        let promotion = storage.beginPromotion(forKey: "d")
        storage.promote(Weight(cacheCost: 12), promotion, forKey: "d", expiration: nil)
        #expect(storage.keys == ["a", "c"])
        #expect(evicted.withLock { $0 } == ["b": 11, "d": 12])
        #expect(storage.totalCacheCost() == 2)
        storage.store(value: Weight(cacheCost: 10), forKey: "e")
        #expect(storage.keys == ["e"])
    }

    @Test("W-14: a store that keeps nothing in memory takes promotions back as well")
    func expiredStore() {
        let storage = storage()
        let promotion = storage.beginPromotion(forKey: "a")
        storage.store(value: Weight(cacheCost: 2), forKey: "a", expiration: .expired)
        storage.promote(Weight(cacheCost: 1), promotion, forKey: "a", expiration: nil)
        #expect(!storage.isCached(forKey: "a"))
        let (first, second) = (
            storage.beginPromotion(forKey: "b"), storage.beginPromotion(forKey: "b")
        )
        storage.promote(Weight(cacheCost: 1), first, forKey: "b", expiration: .expired)
        storage.promote(Weight(cacheCost: 2), second, forKey: "b", expiration: nil)
        #expect(storage.value(forKey: "b") == Weight(cacheCost: 2))
    }

    @Test("W-14: what is there already is newer than what is promoted, unless it has expired")
    func promotionAfterStore() async {
        let storage = storage()
        storage.store(value: Weight(cacheCost: 2), forKey: "a")
        let late = storage.beginPromotion(forKey: "a")
        storage.promote(Weight(cacheCost: 1), late, forKey: "a", expiration: nil)
        #expect(storage.value(forKey: "a") == Weight(cacheCost: 2))
        storage.store(value: Weight(cacheCost: 2), forKey: "b", expiration: .seconds(0.01))
        #expect(await eventually { !storage.isCached(forKey: "b") })
        let promotion = storage.beginPromotion(forKey: "b")
        storage.promote(Weight(cacheCost: 1), promotion, forKey: "b", expiration: nil)
        #expect(storage.value(forKey: "b") == Weight(cacheCost: 1))
    }

    @Test("12.1: an object of the container extends the entry, and may cross threads")
    func containerObject() async throws {
        let storage = storage()
        storage.store(value: Weight(cacheCost: 1), forKey: "a", expiration: .seconds(10))
        let object = try #require(storage.storage.object(forKey: "a"))
        let far = Date(timeIntervalSinceNow: 9_000)
        await Task.detached { object.extendExpiration(.expirationTime(.date(far))) }.value
        #expect(object.estimatedExpiration == far)
        #expect(storage.storage.object(forKey: "a")?.estimatedExpiration == far)
        storage.remove(forKey: "a")
        object.extendExpiration(.expirationTime(.never))
        #expect(object.estimatedExpiration == .distantFuture)
        #expect(storage.storage.object(forKey: "a") == nil)
    }
}
