import Foundation
import Kingfisher
import Synchronization

/// The memory storage against `NSCache` and against a dictionary behind a lock.
enum MemoryRows {
    /// What both caches keep; neither has to wrap it.
    private final class Picture: NSObject, CacheCostCalculable, Sendable {
        let cacheCost: Int

        init(cost: Int) { cacheCost = cost }
    }

    /// Something to store, made before the clock runs: a key in the form each cache wants.
    private struct Item {
        let key: String
        let cocoaKey: NSString
        let picture: Picture
    }

    private static let small = 10_000
    private static let large = 100_000

    static func all() -> [Row] {
        [
            .atLeast(
                50, "NSCache insert / memory insert, full at 10,000 entries",
                insertRatio { 1_000 + $0 * 7_919 % 10_007 }),
            .note(
                "the same where all entries cost the same", insertRatio { _ in 1_000 }, unit: "×"),
            .atMost(2, "memory insert, full at 100,000 / at 10,000 entries", growthRatio()),
            .atMost(3, "memory hit / locked dictionary lookup", hitRatio()),
        ]
    }

    /// Both are full, so that each insert pushes something out, as in a program that runs for long.
    ///
    /// Costs are given by number; those of pictures differ.
    private static func insertRatio(cost: (Int) -> Int) -> Double {
        let cache = NSCache<NSString, Picture>()
        cache.countLimit = small
        let storage = storage(limit: small)
        for item in items("first", small, cost) {
            cache.setObject(item.picture, forKey: item.cocoaKey, cost: item.picture.cacheCost)
            storage.store(value: item.picture, forKey: item.key)
        }
        let rounds = 7
        var batches = (0...rounds).map { items("batch-\($0)", 1_000, cost) }
        var batch: [Item] = []
        return 1
            / Measure.ratio(
                rounds: rounds,
                of: { for item in batch { storage.store(value: item.picture, forKey: item.key) } },
                to: {
                    batch = batches.removeLast()
                    for item in batch {
                        cache.setObject(
                            item.picture, forKey: item.cocoaKey, cost: item.picture.cacheCost)
                    }
                })
    }

    private static func growthRatio() -> Double {
        let stores = [small, large].map { count -> MemoryStorage.Backend<Picture> in
            let storage = storage(limit: count)
            for item in items("first", count, { _ in 1 }) {
                storage.store(value: item.picture, forKey: item.key)
            }
            return storage
        }
        let rounds = 15
        var batches = (0...rounds).map { items("batch-\($0)", 2_000) { _ in 1 } }
        var batch: [Item] = []
        return Measure.ratio(
            rounds: rounds,
            of: { for item in batch { stores[1].store(value: item.picture, forKey: item.key) } },
            to: {
                batch = batches.removeLast()
                for item in batch { stores[0].store(value: item.picture, forKey: item.key) }
            })
    }

    private static func hitRatio() -> Double {
        let items = items("first", small) { _ in 100 }
        let dictionary = Mutex(
            Dictionary(uniqueKeysWithValues: items.map { ($0.key, $0.picture) }))
        let storage = storage(limit: small)
        for item in items { storage.store(value: item.picture, forKey: item.key) }
        let keys = items.map(\.key)
        return Measure.ratio(
            of: { for key in keys { _ = storage.value(forKey: key) } },
            to: { for key in keys { _ = dictionary.withLock { $0[key] } } })
    }

    private static func storage(limit: Int) -> MemoryStorage.Backend<Picture> {
        var config = MemoryStorage.Config(totalCostLimit: 0)
        config.countLimit = limit
        return MemoryStorage.Backend(config: config)
    }

    private static func items(_ name: String, _ count: Int, _ cost: (Int) -> Int) -> [Item] {
        (0..<count).map { number in
            let key = "https://example.com/pictures/\(name)/\(number).jpg"
            return Item(
                key: key, cocoaKey: key as NSString, picture: Picture(cost: cost(number)))
        }
    }
}
