import Foundation
import Locking
import Testing

@testable import Kingfisher

/// A value that costs what it is told to.
struct Weight: CacheCostCalculable, Equatable, Sendable {
    var cacheCost: Int
}

@Suite("Memory storage", .timeLimit(.minutes(1)))
struct MemoryStorageTests {
    private func storage(
        cost: Int = 0, _ change: (inout MemoryStorage.Config) -> Void = { _ in }
    ) -> MemoryStorage.Backend<Weight> {
        var config = MemoryStorage.Config(totalCostLimit: cost)
        change(&config)
        return MemoryStorage.Backend(config: config)
    }

    @Test("M-1, M-2: settings have their defaults")
    func defaults() {
        let config = MemoryStorage.Config(totalCostLimit: 3)
        #expect(config.totalCostLimit == 3)
        #expect(config.countLimit == .max)
        #expect(config.expiration.timeInterval == 300)
        #expect(config.cleanInterval == 120)
        #expect(!config.keepWhenEnteringBackground)
        #expect(MemoryStorage.Config(totalCostLimit: 1, cleanInterval: 7).cleanInterval == 7)
    }

    @Test("M-3: a value is stored, found, and removed")
    func basics() {
        let storage = storage()
        #expect(storage.value(forKey: "a") == nil)
        storage.store(value: Weight(cacheCost: 2), forKey: "a")
        #expect(storage.value(forKey: "a") == Weight(cacheCost: 2))
        #expect(storage.isCached(forKey: "a"))
        #expect(storage.totalCacheCost() == 2)
        storage.remove(forKey: "a")
        #expect(!storage.isCached(forKey: "a"))
    }

    @Test("M-4: the argument decides how long a value stays, else the settings do")
    func effectivePolicy() {
        let storage = storage { $0.expiration = .seconds(100_000) }
        storage.store(value: Weight(cacheCost: 1), forKey: "settings")
        storage.store(value: Weight(cacheCost: 1), forKey: "own", expiration: .seconds(5_000))
        storage.config.expiration = .seconds(500_000)
        let now = Date()
        let container = storage.storage
        #expect(
            container.object(forKey: "settings")?.estimatedExpiration.isClose(
                to: now.addingTimeInterval(100_000)) == true)
        #expect(
            container.object(forKey: "own")?.estimatedExpiration.isClose(
                to: now.addingTimeInterval(5_000)) == true)
    }

    @Test("E-12: storing with an expired policy keeps the older value")
    func expiredPolicy() {
        let storage = storage()
        storage.store(value: Weight(cacheCost: 1), forKey: "a", expiration: .expired)
        #expect(!storage.isCached(forKey: "a"))
        storage.store(value: Weight(cacheCost: 2), forKey: "a")
        storage.store(value: Weight(cacheCost: 3), forKey: "a", expiration: .seconds(0))
        #expect(storage.value(forKey: "a") == Weight(cacheCost: 2))
    }

    @Test("M-5: storing again replaces value, policy and date")
    func replaces() {
        let storage = storage()
        storage.store(value: Weight(cacheCost: 1), forKey: "a", expiration: .seconds(10))
        storage.store(value: Weight(cacheCost: 2), forKey: "a", expiration: .never)
        #expect(storage.value(forKey: "a") == Weight(cacheCost: 2))
        #expect(storage.storage.object(forKey: "a")?.estimatedExpiration == .distantFuture)
        #expect(storage.keys.count == 1)
    }

    @Test("M-6: the cost that counts for the limit is that of the time of storing")
    func costAtStoring() {
        final class Growing: CacheCostCalculable, Sendable {
            let cost = Locked(1)
            var cacheCost: Int { cost.withLock { $0 } }
        }
        let storage = MemoryStorage.Backend<Growing>(config: .init(totalCostLimit: 3))
        let value = Growing()
        storage.store(value: value, forKey: "a")
        value.cost.withLock { $0 = 100 }
        storage.store(value: Growing(), forKey: "b")
        #expect(storage.isCached(forKey: "a"))
        #expect(storage.totalCacheCost() == 101)
    }

    @Test("M-7: an expired value is a miss but stays until a sweep")
    func expiredStays() async {
        let storage = storage()
        storage.store(value: Weight(cacheCost: 1), forKey: "a", expiration: .seconds(0.01))
        // A question does not extend the life of what it asks for, as a read would.
        #expect(await eventually { !storage.isCached(forKey: "a") })
        #expect(storage.value(forKey: "a") == nil)
        #expect(storage.storage.object(forKey: "a") != nil)
        storage.removeExpired()
        #expect(storage.storage.object(forKey: "a") == nil)
    }

    @Test("E-6, E-7, E-9, E-10: a read extends as it is told, a question never does")
    func extending() throws {
        let storage = storage()
        let start = Date()
        storage.store(value: Weight(cacheCost: 1), forKey: "a", expiration: .seconds(10_000))
        let date = { storage.storage.object(forKey: "a")?.estimatedExpiration ?? .distantPast }
        let stored = date()
        #expect(stored.isClose(to: start.addingTimeInterval(10_000)))
        _ = storage.isCached(forKey: "a")
        _ = storage.value(forKey: "a", extendingExpiration: .none)
        #expect(date() == stored)
        _ = storage.value(forKey: "a")
        let extended = date()
        #expect(extended > stored)
        #expect(extended.isClose(to: start.addingTimeInterval(10_000)))
        _ = storage.value(forKey: "a", extendingExpiration: .expirationTime(.seconds(100_000)))
        #expect(date().isClose(to: start.addingTimeInterval(100_000)))
    }

    @Test("E-11: a read may shorten a life")
    func shortening() async {
        let storage = storage()
        storage.store(value: Weight(cacheCost: 1), forKey: "a", expiration: .seconds(1_000))
        _ = storage.value(forKey: "a", extendingExpiration: .expirationTime(.seconds(0.01)))
        #expect(await eventually { !storage.isCached(forKey: "a") })
    }

    @Test("E-8: a value stored until a date stays until that date when it is read")
    func absoluteDate() {
        let storage = storage()
        let end = Date().addingTimeInterval(500)
        storage.store(value: Weight(cacheCost: 1), forKey: "a", expiration: .date(end))
        _ = storage.value(forKey: "a")
        #expect(storage.storage.object(forKey: "a")?.estimatedExpiration == end)
    }

    @Test("M-8: a question counts neither as a use nor as an extension")
    func questionIsNoUse() {
        let storage = storage { $0.countLimit = 2 }
        storage.store(value: Weight(cacheCost: 1), forKey: "a")
        storage.store(value: Weight(cacheCost: 1), forKey: "b")
        #expect(storage.isCached(forKey: "a"))
        storage.store(value: Weight(cacheCost: 1), forKey: "c")
        #expect(!storage.isCached(forKey: "a"))
    }

    @Test("M-9: removing everything takes effect at once, and unknown keys do no harm")
    func removing() {
        let storage = storage()
        storage.remove(forKey: "unknown")
        for number in 0..<10 { storage.store(value: Weight(cacheCost: 1), forKey: "\(number)") }
        storage.removeAll()
        #expect(storage.keys.isEmpty)
        #expect(storage.totalCacheCost() == 0)
    }

    @Test("M-10, M-16: a sweep forgets expired values and keys of vanished ones")
    func sweep() {
        let storage = storage()
        storage.store(value: Weight(cacheCost: 1), forKey: "kept")
        storage.store(value: Weight(cacheCost: 1), forKey: "gone")
        storage.storage.removeObject(forKey: "gone")
        #expect(!storage.isCached(forKey: "gone"))
        #expect(storage.keys.count == 2)
        storage.removeExpired()
        #expect(storage.keys == ["kept"])
    }

    @Test("M-11: sweeps come by themselves, also without a run loop")
    func sweepsByItself() async {
        let storage = storage { $0.cleanInterval = 0.05 }
        storage.store(value: Weight(cacheCost: 1), forKey: "a", expiration: .seconds(0.02))
        #expect(storage.keys.count == 1)
        let swept = Locked(false)
        storage.onEviction = { _, _, reason in
            if reason == .expired { swept.withLock { $0 = true } }
        }
        #expect(await eventually { swept.withLock { $0 } })
        #expect(storage.keys.isEmpty)
    }

    @Test("M-11: a look into the container after a sweep was due finds it done")
    func dueSweep() async {
        let clock = ContinuousClock()
        let start = clock.now
        let storage = storage { $0.cleanInterval = 0.1 }
        storage.store(value: Weight(cacheCost: 1), forKey: "a", expiration: .seconds(0.1))
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.2) {
                #expect(storage.storage.object(forKey: "a") == nil)
                #expect(storage.keys.isEmpty)
                done.resume()
            }
        }
        #expect(clock.now - start >= .milliseconds(200))
    }

    @Test("M-12, M-14: assigned limits hold at once")
    func limitsApply() {
        let storage = storage()
        for number in 0..<6 { storage.store(value: Weight(cacheCost: 2), forKey: "\(number)") }
        storage.config.totalCostLimit = 8
        #expect(storage.storage.totalCostLimit == 8)
        #expect(storage.keys == ["2", "3", "4", "5"])
        storage.config.countLimit = 1
        #expect(storage.storage.countLimit == 1)
        #expect(storage.keys == ["5"])
    }

    @Test("M-12: an assigned interval starts sweeps over")
    func intervalApplies() async {
        let storage = storage()
        storage.store(value: Weight(cacheCost: 1), forKey: "a", expiration: .seconds(0.01))
        storage.config.cleanInterval = 0.02
        #expect(await eventually { storage.state.withLock { $0.entries.count } == 0 })
    }

    @Test("M-13: a storage that nobody holds is released, timer and all")
    func released() async {
        func make() -> () -> AnyObject? {
            let storage = MemoryStorage.Backend<Weight>(
                config: .init(totalCostLimit: 0, cleanInterval: 0.01))
            storage.store(value: Weight(cacheCost: 1), forKey: "a")
            return { [weak storage] in storage }
        }
        let object = make()
        #expect(await eventually { object() == nil })
    }

    @Test("M-15: both limits hold together, and the least recently used go")
    func bothLimits() {
        let evicted = Locked<[String]>([])
        let storage = storage(cost: 10) { $0.countLimit = 4 }
        storage.onEviction = { key, _, reason in
            #expect(reason == .limit)
            evicted.withLock { $0.append(key) }
        }
        for key in ["a", "b", "c", "d"] { storage.store(value: Weight(cacheCost: 1), forKey: key) }
        _ = storage.value(forKey: "a")
        storage.store(value: Weight(cacheCost: 1), forKey: "e")
        #expect(evicted.withLock { $0 } == ["b"])
        storage.store(value: Weight(cacheCost: 8), forKey: "f")
        #expect(evicted.withLock { $0 } == ["b", "c", "d"])
    }

    @Test("M-15: three values of cost one fit a limit of three; zero limits nothing")
    func fits() {
        let storage = storage(cost: 3)
        for key in ["a", "b", "c"] { storage.store(value: Weight(cacheCost: 1), forKey: key) }
        #expect(storage.keys == ["a", "b", "c"])
        storage.config.totalCostLimit = 0
        storage.config.countLimit = 0
        for number in 0..<100 { storage.store(value: Weight(cacheCost: 9), forKey: "\(number)") }
        #expect(storage.keys.count == 103)
    }

    @Test("M-17: the cost is that of what is there, expired values included")
    func totalCost() async {
        let storage = storage()
        #expect(storage.totalCacheCost() == 0)
        storage.store(value: Weight(cacheCost: 4), forKey: "a", expiration: .seconds(0.001))
        storage.store(value: Weight(cacheCost: 5), forKey: "b")
        storage.storage.removeObject(forKey: "b")
        #expect(await eventually { !storage.isCached(forKey: "a") })
        #expect(storage.totalCacheCost() == 4)
        storage.store(value: Weight(cacheCost: .max), forKey: "c")
        #expect(storage.totalCacheCost() == .max)
    }

    @Test("M-18: the setting for the background changes nothing that is stored")
    func background() {
        let storage = storage()
        storage.store(value: Weight(cacheCost: 1), forKey: "a")
        storage.config.keepWhenEnteringBackground = true
        storage.store(value: Weight(cacheCost: 1), forKey: "b")
        #expect(storage.isCached(forKey: "a") && storage.isCached(forKey: "b"))
    }

    @Test("12.1: an object of its own has value and dates, and can be extended")
    func storageObject() {
        let start = Date()
        let object = MemoryStorage.StorageObject("x", expiration: .seconds(100))
        #expect(object.value == "x")
        #expect(object.estimatedExpiration.isClose(to: start.addingTimeInterval(100)))
        object.extendExpiration(.expirationTime(.seconds(500)))
        #expect(object.estimatedExpiration.isClose(to: start.addingTimeInterval(500)))
        object.extendExpiration()
        #expect(object.estimatedExpiration.isClose(to: start.addingTimeInterval(100)))
        object.extendExpiration(.none)
        #expect(!object.isExpired)
    }

    @Test("W-14: a promotion that was overtaken by a change stores nothing")
    func promotions() {
        let storage = storage()
        let old = Weight(cacheCost: 1)
        let changes: [(MemoryStorage.Backend<Weight>) -> Void] = [
            { $0.remove(forKey: "a") },
            { $0.removeAll() },
            { $0.cancelPromotions(forKey: "a") },
            { $0.cancelAllPromotions() },
        ]
        for change in changes {
            let promotion = storage.beginPromotion(forKey: "a")
            change(storage)
            storage.promote(old, promotion, forKey: "a", expiration: nil)
            #expect(!storage.isCached(forKey: "a"))
        }
        let overtaken = storage.beginPromotion(forKey: "a")
        storage.store(value: Weight(cacheCost: 2), forKey: "a")
        storage.promote(old, overtaken, forKey: "a", expiration: nil)
        #expect(storage.value(forKey: "a") == Weight(cacheCost: 2))
        let fresh = storage.beginPromotion(forKey: "b")
        storage.promote(old, fresh, forKey: "b", expiration: nil)
        #expect(storage.value(forKey: "b") == old)
    }

    @Test("a value may use the storage while it is released")
    func reentrantRelease() {
        final class Talkative: CacheCostCalculable, Sendable {
            let cacheCost = 1
            let onEnd: @Sendable () -> Void
            init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
            deinit { onEnd() }
        }
        let storage = MemoryStorage.Backend<Talkative>(config: .init(totalCostLimit: 2))
        let ended = Locked(0)
        func store(_ key: String) {
            let value = Talkative { [weak storage] in
                _ = storage?.isCached(forKey: "a")
                ended.withLock { $0 += 1 }
            }
            storage.store(value: value, forKey: key)
        }
        for key in ["a", "a", "b", "c"] { store(key) }
        #expect(ended.withLock { $0 } == 2)
        storage.remove(forKey: "b")
        storage.storage.removeObject(forKey: "c")
        #expect(ended.withLock { $0 } == 4)
        for key in ["a", "b"] { store(key) }
        storage.removeAll()
        #expect(ended.withLock { $0 } == 6)
    }

    @Test("memory pressure takes the least recently used values first")
    func pressure() {
        let storage = storage()
        let evicted = Locked<[String]>([])
        storage.onEviction = { key, _, reason in
            #expect(reason == .memoryPressure)
            evicted.withLock { $0.append(key) }
        }
        for key in ["a", "b", "c", "d"] { storage.store(value: Weight(cacheCost: 2), forKey: key) }
        storage.shrink(toFraction: 0.5)
        #expect(evicted.withLock { $0 } == ["a", "b"])
        storage.shrink(toFraction: 0)
        #expect(storage.keys.isEmpty)
    }

    @Test("T-2, T-3: all members may be used from many threads at once")
    func threads() async {
        let storage = storage(cost: 500) { $0.countLimit = 200 }
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for step in 0..<2_000 {
                        let key = "\((worker * 7 + step) % 300)"
                        switch step % 7 {
                        case 0, 1: storage.store(value: Weight(cacheCost: 3), forKey: key)
                        case 2, 3: _ = storage.value(forKey: key)
                        case 4: storage.remove(forKey: key)
                        case 5: _ = storage.totalCacheCost()
                        default: if step % 500 == 6 { storage.config.countLimit = 100 + worker }
                        }
                    }
                    storage.removeExpired()
                }
            }
        }
        let (cost, count) = storage.state.withLock { ($0.entries.totalCost, $0.entries.count) }
        #expect(cost == count * 3)
        #expect(cost <= 500)
    }
}
