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
        let cache = ImageCache(
            memoryStorage: MemoryStorage.Backend(config: .init(totalCostLimit: 0)),
            diskStorage: storage)
        let keys = (0..<count).map { "https://example.com/pictures/\($0).jpg" }
        let data = Data((0..<size).map { UInt8(truncatingIfNeeded: $0) })
        for key in keys { try storage.store(value: data, forKey: key) }
        let plain = try Scratch()
        waitForScan(storage)
        return [
            .atMost(1.3, "disk hit, 20 kB / bare read with hashing", try hit(cache, keys)),
            .atMost(
                1.3, "store, 20 kB / bare write, rename with hashing",
                try store(cache, keys, data, plain)),
            .atMost(
                1, "question about an absent entry / bare lstat with hashing",
                absent(cache, keys)),
            .atLeast(1.6, "disk hits on two threads / on one", threads(storage, keys)),
        ] + (try large())
    }

    private static func storage(
        _ name: String, _ scratch: Scratch, sizeLimit: UInt = 0
    ) throws -> DiskStorage.Backend<Data> {
        try DiskStorage.Backend(
            config: DiskStorage.Config(name: name, sizeLimit: sizeLimit, directory: scratch.url))
    }

    /// Until the directory was scanned, every question goes to the disk.
    private static func waitForScan(_ storage: DiskStorage.Backend<Data>) {
        usleep(300_000)
    }

    private static func hit(_ cache: ImageCache, _ keys: [String]) throws -> Double {
        let storage = cache.diskStorage
        let directory = storage.directoryURL.path
        return try Measure.ratio(
            of: { for key in keys { _ = try storage.value(forKey: key) } },
            to: {
                for key in keys {
                    let path = directory + "/" + cache.hash(forKey: key)
                    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
                    var status = stat()
                    fstat(descriptor, &status)
                    let buffer = malloc(status.st_size)
                    _ = read(descriptor, buffer, status.st_size)
                    free(buffer)
                    close(descriptor)
                }
            })
    }

    private static func store(
        _ cache: ImageCache, _ keys: [String], _ data: Data, _ plain: Scratch
    ) throws -> Double {
        let storage = cache.diskStorage
        return try Measure.ratio(
            of: { for key in keys { try storage.store(value: data, forKey: key) } },
            to: {
                for key in keys {
                    let path = plain.url.path + "/" + cache.hash(forKey: key)
                    let temporary = path + ".tmp"
                    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
                    data.withUnsafeBytes { _ = write(descriptor, $0.baseAddress, $0.count) }
                    close(descriptor)
                    rename(temporary, path)
                }
            })
    }

    private static func absent(_ cache: ImageCache, _ keys: [String]) -> Double {
        let storage = cache.diskStorage
        let directory = storage.directoryURL.path
        let absent = keys.map { $0 + "?absent" }
        return Measure.ratio(
            of: { for key in absent { _ = storage.isCached(forKey: key) } },
            to: {
                for key in absent {
                    var status = stat()
                    lstat(directory + "/" + cache.hash(forKey: key), &status)
                }
            })
    }

    private static func threads(_ storage: DiskStorage.Backend<Data>, _ keys: [String]) -> Double {
        @Sendable func read(_ share: [String]) {
            for _ in 0..<4 { for key in share { _ = try? storage.value(forKey: key) } }
        }
        return 1
            / Measure.ratio(
                of: {
                    DispatchQueue.concurrentPerform(iterations: 2) { index in
                        read(Array(index == 0 ? keys[..<(count / 2)] : keys[(count / 2)...]))
                    }
                },
                to: { read(keys) })
    }

    private static func large() throws -> [Row] {
        let scratch = try Scratch()
        let writer = try storage("large", scratch)
        for number in 0..<100_000 { try writer.store(value: Data(count: 10), forKey: "\(number)") }
        var opened: DiskStorage.Backend<Data>?
        let opening = try Measure.seconds { opened = try storage("large", scratch) }
        guard let opened else { return [] }
        opened.config.sizeLimit = 1_000_000
        let longest = LongestRead(opened)
        let trimming = try Measure.seconds { _ = try opened.removeSizeExceededValues() }
        return [
            .atMost(
                1, "opening 100,000 entries, on the caller's thread", opening * 1_000, unit: "ms"),
            .note("trimming 100,000 entries to half", trimming * 1_000, unit: "ms"),
            .atMost(10, "longest read during that, of 99.9 %", longest.stop() * 1_000, unit: "ms"),
        ]
    }
}

/// Reads on a thread of its own and remembers how long reads took.
private final class LongestRead: @unchecked Sendable {
    private let lock = NSLock()
    private var isStopped = false
    private var times: [Double] = []
    private let done = DispatchSemaphore(value: 0)

    init(_ storage: DiskStorage.Backend<Data>) {
        let thread = Thread { [self] in
            var number = 0
            while !lock.withLock({ isStopped }) {
                number = (number + 7_919) % 100_000
                let time = Measure.seconds {
                    _ = try? storage.value(forKey: "\(number)", extendingExpiration: .none)
                }
                lock.withLock { times.append(time) }
            }
            done.signal()
        }
        thread.start()
    }

    /// Ends the reads; the time that one in a thousand took longer than, in seconds.
    func stop() -> Double {
        lock.withLock { isStopped = true }
        done.wait()
        let sorted = lock.withLock { times.sorted() }
        return sorted.isEmpty ? 0 : sorted[sorted.count * 999 / 1_000]
    }
}
