import Foundation
import Kingfisher

/// A disk storage with very many entries.
enum LargeRows {
    private static let count = 100_000
    private static let size = 10

    static func all() throws -> [Row] {
        let scratch = try Scratch()
        try fill(try DiskRows.storage("large", scratch))
        var opened: DiskStorage.Backend<Data>?
        let opening = try Measure.seconds { opened = try DiskRows.storage("large", scratch) }
        guard let opened else { return [] }
        let cache = DiskRows.cache(opened)
        let known = opening + Questions(cache).secondsUntilKnown()
        return [
            .atMost(
                1, "opening 100,000 entries, on the caller's thread", opening * 1_000, unit: "ms"),
            .atMost(1_000, "until all of them are known", known * 1_000, unit: "ms"),
        ] + trimming(cache)
    }

    private static func fill(_ storage: DiskStorage.Backend<Data>) throws {
        for number in 0..<count {
            try storage.store(value: Data(count: size), forKey: "\(number)")
        }
    }

    /// Reads and stores go on while a cache trims what a store brought to the limit.
    private static func trimming(_ cache: ImageCache) -> [Row] {
        let hasTrimmed = DispatchSemaphore(value: 0)
        let observer = NotificationCenter.default.addObserver(
            forName: .KingfisherDidCleanDiskCache, object: cache, queue: nil
        ) { _ in hasTrimmed.signal() }
        defer { NotificationCenter.default.removeObserver(observer) }
        cache.diskStorage.config.sizeLimit = UInt(count * size)
        let reads = Latencies { number in
            _ = try? cache.diskStorage.value(
                forKey: "\(number * 7_919 % count)", extendingExpiration: .none)
        }
        let stores = Latencies { number in
            let isDone = DispatchSemaphore(value: 0)
            cache.storeToDisk(Data(count: size), forKey: "later-\(number)") { _ in
                isDone.signal()
            }
            isDone.wait()
        }
        let trimming = Measure.seconds {
            while hasTrimmed.wait(timeout: .now()) == .timedOut {
                RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.005))
            }
        }
        let readTimes = reads.stop()
        let storeTimes = stores.stop()
        return [
            .note("a cache of as many trims to half", trimming * 1_000, unit: "ms"),
            .atMost(
                5, "longest read during that, of 99.9 %", readTimes.common * 1_000, unit: "ms"),
            .note("longest read during that, of all", readTimes.longest * 1_000, unit: "ms"),
            .note("longest store during that, of 99.9 %", storeTimes.common * 1_000, unit: "ms"),
            .note("longest store during that, of all", storeTimes.longest * 1_000, unit: "ms"),
        ]
    }
}
