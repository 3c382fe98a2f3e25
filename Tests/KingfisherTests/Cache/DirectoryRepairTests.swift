import Foundation
import Locking
import Testing

@testable import Kingfisher

/// A file manager that counts attempts to make a directory.
private final class CountingFileManager: FileManager, @unchecked Sendable {
    let attempts = Locked(0)

    override func createDirectory(
        atPath path: String, withIntermediateDirectories: Bool,
        attributes: [FileAttributeKey: Any]? = nil
    ) throws {
        attempts.withLock { $0 += 1 }
        try super.createDirectory(
            atPath: path, withIntermediateDirectories: withIntermediateDirectories,
            attributes: attributes)
    }
}

@Suite("Directories that move, vanish and are shared", .timeLimit(.minutes(1)))
struct DirectoryRepairTests {
    private func isKnown(_ storage: DiskStorage.Backend<Note>) async -> Bool {
        await eventually { storage.index.total != nil }
    }

    /// Writes an entry as another process would.
    private func write(_ text: String, _ key: String, in storage: DiskStorage.Backend<Note>) throws
    {
        let path = storage.cacheFileURL(forKey: key).path
        let times = FileTimes(lastAccess: Date(), expiration: Date(timeIntervalSinceNow: 1_000))
        try FileAccess.write(
            Data(text.utf8), to: path, temporaryPath: path + "-new", times: times, options: [])
    }

    @Test("D-23: after a directory above was renamed, the new directory is followed")
    func renamedAncestor() async throws {
        let fixture = try DiskFixture()
        let parent = fixture.parent.url.appendingPathComponent("above", isDirectory: true)
        var config = DiskStorage.Config(name: "x", sizeLimit: 0, directory: parent)
        config.expiration = .days(1)
        let storage = try DiskStorage.Backend<Note>(config: config)
        #expect(await isKnown(storage))
        try storage.store(value: Note(text: "old"), forKey: "old")
        let away = fixture.parent.url.appendingPathComponent("away", isDirectory: true)
        try FileManager.default.moveItem(at: parent, to: away)
        try storage.store(value: Note(text: "a"), forKey: "a")
        #expect(await eventually { storage.index.total == 1 })
        #expect(storage.maybeCached == [storage.cacheFileName(forKey: "a")])
        try write("bcd", "b", in: storage)
        #expect(await eventually { storage.isCached(forKey: "b") && storage.index.total == 4 })
    }

    @Test("D-23: after a removed directory that somebody holds open, the new one is followed")
    func heldOpen() async throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        let sibling = try fixture.other()
        #expect(await isKnown(storage))
        #expect(await isKnown(sibling))
        let descriptor = open(fixture.path, O_RDONLY | O_DIRECTORY)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try FileManager.default.removeItem(at: storage.directoryURL)
        try storage.store(value: Note(text: "a"), forKey: "a")
        try write("bcd", "b", in: storage)
        for each in [storage, sibling] {
            #expect(await eventually { each.isCached(forKey: "b") && each.index.total == 4 })
        }
    }

    @Test("T-8, W-13: what one storage stores another one of the process knows at once")
    func siblings() async throws {
        let fixture = try DiskFixture()
        let other = try fixture.other()
        #expect(await isKnown(fixture.storage))
        #expect(await isKnown(other))
        for number in 0..<50 {
            #expect(!other.isCached(forKey: "\(number)"))
            try fixture.storage.store(value: Note(text: "a"), forKey: "\(number)")
            #expect(other.isCached(forKey: "\(number)"))
        }
        #expect(other.index.total == 50)
    }

    @Test("a storage that is gone is told nothing")
    func goneSibling() async throws {
        let fixture = try DiskFixture()
        #expect(await isKnown(fixture.storage))
        let identity = try #require(try FileAccess.status(of: fixture.path)?.identity)
        do {
            let other = try fixture.other()
            #expect(await isKnown(other))
            let known = SiblingIndexes.shared.others(than: fixture.storage.index, in: identity)
            #expect(known.count == 1)
        }
        #expect(
            await eventually {
                SiblingIndexes.shared.others(than: fixture.storage.index, in: identity).isEmpty
            })
    }

    @Test("D-7: questions do not try to make a directory that cannot be made, stores and reads do")
    func probes() throws {
        let parent = try TemporaryDirectory()
        let file = parent.url.appendingPathComponent("file")
        try Data().write(to: file)
        let manager = CountingFileManager()
        let storage = DiskStorage.Backend<Note>(
            noThrowConfig: DiskStorage.Config(
                name: "x", sizeLimit: 0, fileManager: manager, directory: file),
            creatingDirectory: true)
        let attempts = manager.attempts.withLock { $0 }
        for _ in 0..<20 { #expect(!storage.isCached(forKey: "a")) }
        #expect(manager.attempts.withLock { $0 } == attempts)
        #expect(throws: KingfisherError.self) { try storage.value(forKey: "a") }
        #expect(throws: KingfisherError.self) {
            try storage.store(value: Note(text: "a"), forKey: "a")
        }
        #expect(manager.attempts.withLock { $0 } == attempts + 2)
    }

    @Test("D-29: removing what somebody else removed leaves neither its name nor its size")
    func removedByOthers() async throws {
        let fixture = try DiskFixture()
        #expect(await isKnown(fixture.storage))
        let storage = fixture.storage
        try storage.store(value: Note(text: "12345"), forKey: "a")
        try FileManager.default.removeItem(at: storage.cacheFileURL(forKey: "a"))
        #expect(throws: CocoaError.self) { try storage.remove(forKey: "a") }
        #expect(storage.index.total == 0)
    }

    @Test("D-30, R-1: without a directory, removing everything gives the file manager's error")
    func removeAllOfNothing() throws {
        let storage = try DiskFixture().storage
        try FileManager.default.removeItem(at: storage.directoryURL)
        let error = #expect(throws: CocoaError.self) { try storage.removeAll() }
        #expect(error?.code == .fileNoSuchFile)
    }

    @Test("D-30: a file in the place of the directory is cleared away")
    func fileInPlace() throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        try FileManager.default.removeItem(at: storage.directoryURL)
        try Data([1]).write(to: URL(fileURLWithPath: fixture.path))
        try storage.removeAll()
        try storage.store(value: Note(text: "a"), forKey: "a")
        #expect(try storage.value(forKey: "a") == Note(text: "a"))
    }

    @Test("D-30: files whose names are no text are removed as well")
    func unnameable() throws {
        let fixture = try DiskFixture()
        let name: [CChar] = (fixture.path + "/a").utf8CString.dropLast() + [-1, -2, 0]
        let descriptor = open(name, O_WRONLY | O_CREAT, 0o644)
        // Some file systems take no such names.
        guard descriptor >= 0 else { return }
        close(descriptor)
        try fixture.storage.store(value: Note(text: "a"), forKey: "a")
        try fixture.storage.removeAll()
        // A directory can be removed as such only when nothing is left in it.
        #expect(rmdir(fixture.path) == 0)
    }
}
