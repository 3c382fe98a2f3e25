import Foundation
import Locking
import Testing

@testable import Kingfisher

/// A file manager whose scan waits until it is let go, and which counts scans.
private final class GatedFileManager: FileManager, @unchecked Sendable {
    let scans = Locked(0)
    let gate = DispatchSemaphore(value: 0)
    let createDelay: TimeInterval
    let result: Result<[String], any Error>?
    let directoryExisted = Locked(true)

    init(createDelay: TimeInterval = 0, result: Result<[String], any Error>? = nil) {
        self.createDelay = createDelay
        self.result = result
    }

    override func contentsOfDirectory(atPath path: String) throws -> [String] {
        directoryExisted.withLock { $0 = super.fileExists(atPath: path) }
        let isFirst = scans.withLock { scans in
            scans += 1
            return scans == 1
        }
        if isFirst { gate.wait() }
        return try result?.get() ?? super.contentsOfDirectory(atPath: path)
    }

    override func createDirectory(
        atPath path: String, withIntermediateDirectories: Bool,
        attributes: [FileAttributeKey: Any]? = nil
    ) throws {
        Thread.sleep(forTimeInterval: createDelay)
        try super.createDirectory(
            atPath: path, withIntermediateDirectories: withIntermediateDirectories,
            attributes: attributes)
    }
}

@Suite("Directory index", .timeLimit(.minutes(1)))
struct DirectoryIndexTests {
    private func ready(_ storage: DiskStorage.Backend<Note>) async -> Bool {
        await eventually { storage.maybeCachedCheckingQueue.sync { storage.maybeCached != nil } }
    }

    private func gated(
        _ manager: GatedFileManager, _ parent: TemporaryDirectory
    ) throws -> DiskStorage.Backend<Note> {
        let config = DiskStorage.Config(
            name: "gated", sizeLimit: 0, fileManager: manager, directory: parent.url)
        return try DiskStorage.Backend(config: config)
    }

    @Test("D-14, D-19: stored names are known before the store returns")
    func storedNames() async throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        #expect(await ready(storage))
        #expect(storage.maybeCachedSetupCompleted)
        try storage.store(value: Note(text: "a"), forKey: "a")
        #expect(storage.maybeCached == [storage.cacheFileName(forKey: "a")])
    }

    @Test("D-15, N-1: one scan through the given file manager, after the directory exists")
    func oneScan() async throws {
        let parent = try TemporaryDirectory()
        let manager = GatedFileManager(createDelay: 0.1)
        manager.gate.signal()
        let storage = try gated(manager, parent)
        #expect(await ready(storage))
        try storage.store(value: Note(text: "a"), forKey: "a")
        _ = storage.isCached(forKey: "b")
        #expect(manager.scans.withLock { $0 } == 1)
        #expect(manager.directoryExisted.withLock { $0 })
    }

    @Test("D-16, N-2, T-5: nothing waits for the scan, and what is stored during it stays known")
    func blockedScan() async throws {
        let parent = try TemporaryDirectory()
        let manager = GatedFileManager(result: .success([]))
        let storage = try gated(manager, parent)
        #expect(await eventually { manager.scans.withLock { $0 } == 1 })
        try storage.store(value: Note(text: "a"), forKey: "a")
        #expect(storage.maybeCachedCheckingQueue.sync { storage.maybeCached } == nil)
        #expect(!storage.maybeCachedSetupCompleted)
        #expect(storage.isCached(forKey: "a"))
        #expect(try storage.value(forKey: "b") == nil)
        manager.gate.signal()
        #expect(await ready(storage))
        #expect(storage.isCached(forKey: "a"))
        #expect(try storage.value(forKey: "a") == Note(text: "a"))
    }

    @Test("D-17: after a failed scan the disk decides")
    func failedScan() async throws {
        let parent = try TemporaryDirectory()
        let manager = GatedFileManager(result: .failure(CocoaError(.fileReadNoPermission)))
        manager.gate.signal()
        let storage = try gated(manager, parent)
        #expect(await eventually { storage.maybeCachedSetupCompleted })
        #expect(storage.maybeCached == nil)
        try storage.store(value: Note(text: "a"), forKey: "a")
        #expect(storage.isCached(forKey: "a"))
        try FileManager.default.removeItem(at: storage.cacheFileURL(forKey: "a"))
        #expect(!storage.isCached(forKey: "a"))
    }

    @Test("D-18: only a complete index without the name answers without the disk")
    func absent() async throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        #expect(await ready(storage))
        try storage.store(value: Note(text: "a"), forKey: "a")
        storage.maybeCachedCheckingQueue.sync {
            storage.maybeCached = []
            storage.maybeCachedSetupCompleted = false
        }
        #expect(storage.isCached(forKey: "a"))
        storage.maybeCachedCheckingQueue.sync { storage.maybeCachedSetupCompleted = true }
        #expect(!storage.isCached(forKey: "a"))
        #expect(try storage.value(forKey: "a") == nil)
        storage.maybeCachedCheckingQueue.sync { storage.maybeCached = nil }
        #expect(storage.isCached(forKey: "a"))
    }

    @Test("D-20: a file that someone else deleted is a miss at once")
    func deletedBehindTheBack() async throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        #expect(await ready(storage))
        try storage.store(value: Note(text: "a"), forKey: "a")
        try FileManager.default.removeItem(at: storage.cacheFileURL(forKey: "a"))
        #expect(!storage.isCached(forKey: "a"))
        #expect(try storage.value(forKey: "a") == nil)
    }

    @Test("W-13: names are dropped on removal, sweeps and clearing")
    func drops() async throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        #expect(await ready(storage))
        for key in ["a", "b", "c"] {
            try storage.store(value: Note(text: key), forKey: key, expiration: .seconds(10))
        }
        try storage.remove(forKey: "a")
        #expect(storage.maybeCached?.count == 2)
        _ = try storage.removeExpiredValues(referenceDate: Date(timeIntervalSinceNow: 20))
        #expect(storage.maybeCached?.isEmpty == true)
        try storage.store(value: Note(text: "a"), forKey: "a")
        try storage.removeAll()
        #expect(storage.maybeCached?.isEmpty == true)
    }

    @Test("W-13: files that another storage writes and removes become known, sizes too")
    func followsOthers() async throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        #expect(await ready(storage))
        #expect(!storage.isCached(forKey: "a"))
        let other = try fixture.other()
        try other.store(value: Note(text: "12345"), forKey: "a")
        #expect(await eventually { storage.isCached(forKey: "a") })
        #expect(await eventually { storage.index.total == 5 })
        try other.store(value: Note(text: "123"), forKey: "a")
        #expect(await eventually { storage.index.total == 3 })
        try other.remove(forKey: "a")
        #expect(await eventually { storage.index.total == 0 })
        #expect(!storage.isCached(forKey: "a"))
    }

    @Test("W-13: files written by other means become known")
    func followsForeignWriters() async throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        #expect(await ready(storage))
        let file = storage.cacheFileURL(forKey: "a")
        try Data("foreign".utf8).write(to: file)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: 1_000)], ofItemAtPath: file.path)
        #expect(await eventually { storage.isCached(forKey: "a") })
        #expect(await eventually { storage.index.total == 7 })
        let moved = fixture.parent.url.appendingPathComponent("moved")
        try FileManager.default.moveItem(at: file, to: moved)
        #expect(await eventually { storage.index.total == 0 })
    }

    @Test("D-23: a removed and repaired directory is followed again")
    func followsAgain() async throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        #expect(await ready(storage))
        try FileManager.default.removeItem(at: storage.directoryURL)
        try storage.store(value: Note(text: "a"), forKey: "a")
        #expect(storage.isCached(forKey: "a"))
        let other = try fixture.other()
        try other.store(value: Note(text: "b"), forKey: "b")
        #expect(await eventually { storage.isCached(forKey: "b") })
        #expect(
            await eventually { storage.maybeCached?.count == 2 && storage.index.total == 2 })
    }

    @Test("a directory replaced by another one is seen as it is now")
    func replacedDirectory() async throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        try storage.store(value: Note(text: "a"), forKey: "a")
        #expect(await ready(storage))
        let away = fixture.parent.url.appendingPathComponent("away")
        try FileManager.default.moveItem(at: storage.directoryURL, to: away)
        #expect(!storage.isCached(forKey: "a"))
        try FileManager.default.moveItem(at: away, to: storage.directoryURL)
        #expect(await eventually { storage.isCached(forKey: "a") })
    }

    @Test("the running total follows stores, replacements and removals")
    func total() async throws {
        let fixture = try DiskFixture()
        try fixture.storage.store(value: Note(text: "123"), forKey: "before")
        let storage = try fixture.other()
        #expect(await eventually { storage.index.total == 3 })
        try storage.store(value: Note(text: "1234"), forKey: "a")
        #expect(storage.index.total == 7)
        try storage.store(value: Note(text: "1"), forKey: "a")
        #expect(storage.index.total == 4)
        try storage.store(value: Note(text: "12"), forKey: "before")
        #expect(storage.index.total == 3)
        try storage.remove(forKey: "before")
        #expect(storage.index.total == 1)
        try storage.removeAll()
        #expect(storage.index.total == 0)
    }

    @Test("temporary files of a process that died are removed; those of a live one stay")
    func abandonedFiles() async throws {
        let fixture = try DiskFixture()
        let dead = fixture.path + "/" + CacheFileName.temporaryPrefix + "dead-1"
        let live = fixture.path + "/" + CacheFileName.temporaryPrefix + "live-1"
        try Data([1]).write(to: URL(fileURLWithPath: dead))
        let writer = try OpenFile(creating: live)
        let storage = try fixture.other()
        #expect(await ready(storage))
        #expect(await eventually { !FileManager.default.fileExists(atPath: dead) })
        #expect(FileManager.default.fileExists(atPath: live))
        #expect(storage.maybeCached?.isEmpty == true)
        #expect(try storage.totalSize() == 0)
        try storage.removeAll()
        #expect(FileManager.default.fileExists(atPath: live))
        try writer.write(Data([1]))
    }

    @Test("a file is locked until it has its name, so that nobody takes it for abandoned")
    func lockedUntilNamed() throws {
        let fixture = try DiskFixture()
        let path = fixture.path + "/a"
        let writer = try OpenFile(
            creating: fixture.path + "/" + CacheFileName.temporaryPrefix + "1")
        try writer.move(to: path, overwrites: true)
        guard let reader = try OpenFile(reading: path, followsLinks: false) else {
            Issue.record("The file has gone.")
            return
        }
        let isFree = reader.lock()
        #expect(!isFree)
        try writer.write(Data([1]))
        #expect(try fixture.files() == ["a"])
    }
}

@Suite("Directory index state", .timeLimit(.minutes(1)))
struct DirectoryIndexStateTests {
    @Test("an observation that a change overtook is not taken over")
    func lateObservation() {
        var state = DirectoryIndexState()
        _ = state.beginScan()
        state.endScan([])
        let looked = state.mutations
        state.insert("a", size: 4)
        let isLateTaken = state.observe("a", size: nil, lookedAt: looked)
        #expect(!isLateTaken)
        #expect(state.sizes?["a"] == 4)
        let isTaken = state.observe("a", size: nil, lookedAt: state.mutations)
        #expect(isTaken)
        // The name stays, so that a file put in its place at once is not missed.
        state.isWatched = true
        #expect(!state.isAbsent("a", trustsUnwatched: false))
        #expect(state.vanishedCount == 1)
        #expect(state.total == 0)
    }

    @Test("a loss during a scan leaves nothing that could be trusted")
    func lossDuringScan() {
        var state = DirectoryIndexState()
        _ = state.beginScan()
        state.lose()
        state.endScan(["a"])
        state.isWatched = true
        #expect(!state.isAbsent("b", trustsUnwatched: true))
        #expect(state.needsScan)
        let scans = [state.beginScan(), state.beginScan()]
        #expect(scans == [2, nil])
        state.endScan(["a"])
        #expect(state.isAbsent("b", trustsUnwatched: true))
        #expect(!state.isAbsent("a", trustsUnwatched: true))
    }

    @Test("without a watch the disk is asked, unless nobody else writes")
    func unwatched() {
        var state = DirectoryIndexState()
        _ = state.beginScan()
        state.endScan([])
        #expect(!state.isAbsent("a", trustsUnwatched: false))
        #expect(state.isAbsent("a", trustsUnwatched: true))
    }

    @Test("sizes fill in without undoing what was stored meanwhile")
    func measuring() {
        var state = DirectoryIndexState()
        let scan = state.beginScan() ?? 0
        state.insert("stored", size: 3)
        state.endScan(["a", "b", "stored", ".hidden"])
        #expect(Set(state.unmeasuredNames(.max)) == ["a", "b"])
        #expect(state.unmeasuredNames(1).count == 1)
        state.insert("a", size: 10)
        state.measure([("a", 99), ("b", 5), ("gone", 7)])
        let isMeasured = state.endMeasuring(scan: scan)
        #expect(isMeasured && state.isMeasured)
        #expect(state.total == 18)
    }

    @Test("names of files that others removed are counted, and do not grow without bound")
    func vanished() {
        var state = DirectoryIndexState()
        _ = state.beginScan()
        state.endScan([])
        for number in 0..<1_024 {
            state.insert("\(number)", size: 1)
            _ = state.observe("\(number)", size: nil, lookedAt: state.mutations)
        }
        #expect(state.vanishedCount == 1_024)
        #expect(!state.isOutgrown)
        state.insert("0", size: 1)
        _ = state.remove("1")
        #expect(state.vanishedCount == 1_022)
        for number in 2_000..<2_003 {
            state.insert("\(number)", size: 1)
            _ = state.observe("\(number)", size: nil, lookedAt: state.mutations)
        }
        #expect(state.isOutgrown)
        // Many files that are there allow for as many that are not.
        for number in 3_000..<6_000 { state.insert("\(number)", size: 1) }
        #expect(!state.isOutgrown)
        _ = state.beginScan()
        state.endScan(["0", "3000", "new"])
        #expect(state.sizes == ["0": 1, "3000": 1, "new": DirectoryIndexState.unmeasured])
        #expect(state.vanishedCount == 0)
    }
}
