import Foundation
import Kingfisher
import Synchronization

/// The memory storage against `NSCache` and against a dictionary behind a lock.
enum MemoryRows {
    private struct Value: CacheCostCalculable, Sendable {
        var cacheCost = 100
    }

    private final class Box: NSObject {}

    static func all() -> [Row] {
        let small = keys(10_000)
        let large = keys(100_000)
        let smallStore = filled(small)
        let largeStore = filled(large)
        let extra = (0..<2_000).map { "https://example.com/pictures/extra/\($0).jpg" }
        return [
            .atLeast(50, "NSCache insert / memory insert, at 10,000 entries", insertRatio(small)),
            .atMost(
                2, "memory insert at 100,000 / at 10,000 entries",
                Measure.ratio(
                    of: { insert(extra, into: largeStore) },
                    to: { insert(extra, into: smallStore) })),
            .atMost(3, "memory hit / locked dictionary lookup", hitRatio(small, smallStore)),
        ]
    }

    private static func keys(_ count: Int) -> [String] {
        (0..<count).map { "https://example.com/pictures/\($0).jpg" }
    }

    private static func filled(_ keys: [String]) -> MemoryStorage.Backend<Value> {
        let storage = MemoryStorage.Backend<Value>(
            config: MemoryStorage.Config(totalCostLimit: keys.count * 100))
        for key in keys { storage.store(value: Value(), forKey: key) }
        return storage
    }

    private static func insert(_ keys: [String], into storage: MemoryStorage.Backend<Value>) {
        for key in keys { storage.store(value: Value(), forKey: key) }
    }

    private static func insertRatio(_ keys: [String]) -> Double {
        let cache = NSCache<NSString, Box>()
        // Costs differ, as those of pictures do.
        for (number, key) in keys.enumerated() {
            cache.setObject(Box(), forKey: key as NSString, cost: number * 7_919 % 10_007)
        }
        let storage = filled(keys)
        var round = 0
        func fresh() -> [String] {
            round += 1
            return (0..<300).map { "https://example.com/new/\(round)/\($0).jpg" }
        }
        return 1
            / Measure.ratio(
                rounds: 5,
                of: {
                    for (number, key) in fresh().enumerated() {
                        let cost = number * 7_919 % 10_007
                        storage.store(value: Value(cacheCost: cost), forKey: key)
                    }
                },
                to: {
                    for (number, key) in fresh().enumerated() {
                        let cost = number * 7_919 % 10_007
                        cache.setObject(Box(), forKey: key as NSString, cost: cost)
                    }
                })
    }

    private static func hitRatio(
        _ keys: [String], _ storage: MemoryStorage.Backend<Value>
    ) -> Double {
        let dictionary = Mutex(
            Dictionary(uniqueKeysWithValues: keys.map { ($0, Value()) }))
        for key in keys { storage.store(value: Value(), forKey: key, expiration: .never) }
        return Measure.ratio(
            of: { for key in keys { _ = storage.value(forKey: key) } },
            to: { for key in keys { _ = dictionary.withLock { $0[key] } } })
    }
}
