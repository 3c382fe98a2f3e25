import Foundation
import Glibc
import Kingfisher

/// The disk storage against the bare system calls.
enum DiskRows {
    private static let size = 20_000
    private static let count = 500

    static func all() throws -> [Row] {
        let scratch = try Scratch()
        let storage = try storage("bench", scratch)
        let cache = cache(storage)
        let keys = (0..<count).map { "https://example.com/pictures/\($0).jpg" }
        let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0) })
        for key in keys { try storage.store(value: data, forKey: key) }
        let plain = try Scratch()
        _ = Questions(cache).secondsUntilKnown()
        return [
            .atMost(1.3, "disk hit, 20 kB / bare read with hashing", try hit(cache, keys)),
            .atMost(
                1.3, "store, 20 kB / bare write, rename with hashing",
                try store(cache, data, plain) { round in keys.map { "\($0)?\(round)" } }),
            .atMost(
                1.3, "the same, in place of an entry", try store(cache, data, plain) { _ in keys }),
            .atMost(
                Questions.limit, "question about an absent entry / its hash alone",
                Questions(cache).ratio()),
            .atLeast(1.6, "disk hits on two threads / on one", threads(storage, keys)),
            .note("bare reads on two threads / on one", bareThreads(storage, keys), unit: "×"),
        ]
    }

    static func storage(
        _ name: String, _ scratch: Scratch, sizeLimit: UInt = 0
    ) throws -> DiskStorage.Backend<Data> {
        try DiskStorage.Backend(
            config: DiskStorage.Config(name: name, sizeLimit: sizeLimit, directory: scratch.url))
    }

    static func cache(_ storage: DiskStorage.Backend<Data>) -> ImageCache {
        ImageCache(
            memoryStorage: MemoryStorage.Backend(config: .init(totalCostLimit: 0)),
            diskStorage: storage)
    }

    private static func hit(_ cache: ImageCache, _ keys: [String]) throws -> Double {
        let storage = cache.diskStorage
        let directory = storage.directoryURL.path
        return try Measure.ratio(
            of: { for key in keys { _ = try storage.value(forKey: key) } },
            to: { for key in keys { bareRead(directory + "/" + cache.hash(forKey: key)) } })
    }

    private static func bareRead(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        var status = stat()
        fstat(descriptor, &status)
        let buffer = malloc(status.st_size)
        _ = read(descriptor, buffer, status.st_size)
        free(buffer)
        close(descriptor)
    }

    private static func store(
        _ cache: ImageCache, _ data: Data, _ plain: Scratch, keys: (Int) -> [String]
    ) throws -> Double {
        let storage = cache.diskStorage
        var round = 0
        var batch: [String] = []
        return try Measure.ratio(
            of: { for key in batch { try storage.store(value: data, forKey: key) } },
            to: {
                round += 1
                batch = keys(round)
                for key in batch {
                    bareWrite(data, plain.url.path + "/" + cache.hash(forKey: key))
                }
            })
    }

    private static func bareWrite(_ data: Data, _ path: String) {
        let temporary = path + ".tmp"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        data.withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        rename(temporary, path)
    }

    private static func threads(_ storage: DiskStorage.Backend<Data>, _ keys: [String]) -> Double {
        onTwoThreads(keys) { key in _ = try? storage.value(forKey: key) }
    }

    private static func bareThreads(
        _ storage: DiskStorage.Backend<Data>, _ keys: [String]
    ) -> Double {
        onTwoThreads(keys.map { storage.cacheFileURL(forKey: $0).path }) { bareRead($0) }
    }

    /// How much more two threads get done than one.
    private static func onTwoThreads(
        _ keys: [String], _ read: @escaping @Sendable (String) -> Void
    ) -> Double {
        let halves = [Array(keys[..<(count / 2)]), Array(keys[(count / 2)...])]
        @Sendable func readAll(_ keys: [String]) {
            for _ in 0..<40 { for key in keys { read(key) } }
        }
        return 1
            / Measure.ratio(
                of: {
                    DispatchQueue.concurrentPerform(iterations: 2) { readAll(halves[$0]) }
                },
                to: { readAll(keys) })
    }
}

/// Questions about entries that are not there.
struct Questions {
    /// More than a hash takes; with a system call a question takes three times as long at least.
    static let limit = 2.0

    private let cache: ImageCache
    private let keys = (0..<500).map { "https://example.com/absent/\($0).jpg" }

    init(_ cache: ImageCache) { self.cache = cache }

    func ratio() -> Double { Measure.ratio(of: ask, to: hash) }

    /// Seconds until questions are answered without the disk; many when they never are.
    func secondsUntilKnown() -> Double {
        Measure.seconds {
            for _ in 0..<10_000 {
                let base = Measure.seconds(hash)
                if Measure.seconds(ask) < base * Self.limit { return }
            }
        }
    }

    private func ask() {
        for key in keys { _ = cache.diskStorage.isCached(forKey: key) }
    }

    private func hash() {
        for key in keys { _ = cache.hash(forKey: key) }
    }
}
