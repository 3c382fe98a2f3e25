import Foundation
import Locking
import Testing

@testable import Kingfisher

/// A file manager that cannot list a directory until it is allowed to.
private final class BlindFileManager: FileManager, @unchecked Sendable {
    let isBlind = Locked(true)
    let scans = Locked(0)

    override func contentsOfDirectory(atPath path: String) throws -> [String] {
        scans.withLock { $0 += 1 }
        if isBlind.withLock({ $0 }) { throw CocoaError(.fileReadNoPermission) }
        return try super.contentsOfDirectory(atPath: path)
    }
}

@Suite("Size limit", .timeLimit(.minutes(1)))
struct SizeLimitTests {
    private func fill(_ cache: ImageCache, _ count: Int = 10) async throws {
        for number in 0..<count {
            try await cache.storeToDisk(Data(count: 100), forKey: "\(number)")
        }
    }

    @Test("W-7: a directory that is over the limit when it is opened is trimmed")
    func opening() async throws {
        let parent = try TemporaryDirectory()
        try await fill(try parent.cache())
        let cache = try parent.cache(sizeLimit: 600)
        let path = cache.diskStorage.directoryURL.path
        #expect(await eventually { (try? parent.contents(path).count) == 3 })
        #expect(await eventually { cache.diskStorage.index.total == 300 })
    }

    @Test("W-7: a limit that is lowered is enforced at once, also twice")
    func lowering() async throws {
        let fixture = try CacheFixture()
        let disk = fixture.cache.diskStorage
        try await fill(fixture.cache)
        #expect(await eventually { disk.index.total == 1_000 })
        disk.config.sizeLimit = 600
        #expect(await eventually { disk.index.total == 300 })
        disk.config.sizeLimit = 250
        #expect(await eventually { disk.index.total == 100 })
        disk.config.sizeLimit = 0
        #expect(disk.index.total == 100)
    }

    @Test("W-7: a cache made of a storage that was measured before keeps its limit")
    func measuredBefore() async throws {
        let parent = try TemporaryDirectory()
        try await fill(try parent.cache())
        let disk = try DiskStorage.Backend<Data>(
            config: parent.config(name: "images", sizeLimit: 600))
        #expect(await eventually { disk.index.total == 1_000 })
        let cache = ImageCache(
            memoryStorage: MemoryStorage.Backend(config: .init(totalCostLimit: 0)),
            diskStorage: disk)
        #expect(await eventually { cache.diskStorage.index.total == 300 })
    }

    @Test("D-17: a directory that could not be listed is listed again after a store")
    func failedScan() async throws {
        let parent = try TemporaryDirectory()
        let manager = BlindFileManager()
        let disk = try DiskStorage.Backend<Data>(
            config: DiskStorage.Config(
                name: "x", sizeLimit: 0, fileManager: manager, directory: parent.url))
        #expect(await eventually { disk.maybeCachedSetupCompleted })
        try disk.store(value: Data(count: 5), forKey: "a")
        #expect(await eventually { manager.scans.withLock { $0 } == 2 })
        manager.isBlind.withLock { $0 = false }
        #expect(
            await eventually {
                try? disk.store(value: Data(count: 5), forKey: "a")
                return disk.index.total == 5
            })
        #expect(disk.maybeCached?.count == 1)
    }

    @Test("D-17: attempts to list a directory become rare while they fail")
    func patience() {
        var state = DirectoryIndexState()
        var attempts: [Int] = []
        for store in 0..<40 {
            if store == 0 || state.needsScan {
                _ = state.beginScan()
                state.endScan(nil)
                attempts.append(store)
            }
            state.insert("a", size: 1)
        }
        #expect(attempts == [0, 1, 3, 7, 15, 31])
        _ = state.beginScan()
        state.endScan(["a"])
        for _ in 0..<2_000 { state.insert("a", size: 1) }
        #expect(!state.needsScan)
    }

    @Test("those who keep a limit are not kept alive by it")
    func watchers() {
        let watchers = LimitWatchers()
        let calls = Locked<[Int]>([])
        watchers.add {
            calls.withLock { $0.append(1) }
            return false
        }
        watchers.add {
            calls.withLock { $0.append(2) }
            return true
        }
        watchers.notify()
        watchers.notify()
        #expect(calls.withLock { $0.sorted() } == [1, 2, 2])
    }
}
