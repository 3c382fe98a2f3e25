import Foundation
import Testing

@testable import Kingfisher

@Suite("Disk storage: removing, sweeping and trimming", .timeLimit(.minutes(1)))
struct DiskStorageRemovingTests {
    /// Makes a file's last access lie in the past.
    private func age(
        _ key: String, by seconds: TimeInterval, in storage: DiskStorage.Backend<Note>
    ) throws {
        let path = storage.cacheFileURL(forKey: key).path
        let status = try #require(try FileAccess.status(of: path))
        let times = FileTimes(lastAccess: Date(timeIntervalSinceNow: -seconds), expiration: nil)
        try FileAccess.setTimes(times, of: path, ifStill: status)
    }

    @Test("D-29: a file is removed, under its own extension only")
    func removes() throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        try storage.store(value: Note(text: "a"), forKey: "a", forcedExtension: "txt")
        #expect(throws: CocoaError.self) { try storage.remove(forKey: "a") }
        try storage.remove(forKey: "a", forcedExtension: "txt")
        #expect(!storage.isCached(forKey: "a", forcedExtension: "txt"))
        #expect(try fixture.files().isEmpty)
    }

    @Test("D-29, R-1: removing what is not there gives the file manager's error")
    func removesNothing() throws {
        let storage = try DiskFixture().storage
        let error = #expect(throws: CocoaError.self) { try storage.remove(forKey: "a") }
        #expect(error?.code == .fileNoSuchFile)
        #expect((error as NSError?)?.code == 4)
    }

    @Test("D-30: removing everything takes foreign files too and leaves an empty directory")
    func removesAll() throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        for number in 0..<4 { try storage.store(value: Note(text: "a"), forKey: "\(number)") }
        let foreign = storage.directoryURL.appendingPathComponent("foreign/deep", isDirectory: true)
        try FileManager.default.createDirectory(at: foreign, withIntermediateDirectories: true)
        try Data([1]).write(to: foreign.appendingPathComponent("file"))
        try storage.removeAll()
        #expect(try fixture.files().isEmpty)
        #expect(!storage.isCached(forKey: "1"))
        try storage.store(value: Note(text: "a"), forKey: "1")
        #expect(storage.isCached(forKey: "1"))
        try storage.removeAll(skipCreatingDirectory: true)
        #expect(!FileManager.default.fileExists(atPath: fixture.path))
    }

    @Test("D-30: without a directory, removing everything fails and a later store repairs it")
    func removesAllWithoutDirectory() throws {
        let storage = try DiskFixture().storage
        try FileManager.default.removeItem(at: storage.directoryURL)
        let error = #expect(throws: CocoaError.self) { try storage.removeAll() }
        #expect(error?.isFileError == true)
        try storage.store(value: Note(text: "a"), forKey: "a")
        #expect(storage.isCached(forKey: "a"))
    }

    @Test("D-31: a sweep removes what expired, in subdirectories as well, and nothing else")
    func sweeps() throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        try storage.store(value: Note(text: "a"), forKey: "a", expiration: .seconds(1))
        try storage.store(value: Note(text: "b"), forKey: "b", expiration: .seconds(1))
        try storage.store(value: Note(text: "c"), forKey: "c", expiration: .seconds(100))
        let below = storage.directoryURL.appendingPathComponent("below", isDirectory: true)
        try FileManager.default.createDirectory(at: below, withIntermediateDirectories: true)
        try Data([1]).write(to: below.appendingPathComponent("old"))
        try Data([1]).write(to: storage.directoryURL.appendingPathComponent(".hidden"))
        let removed = try storage.removeExpiredValues(
            referenceDate: Date(timeIntervalSinceNow: 2))
        let names = Set(removed.map(\.lastPathComponent))
        #expect(
            names == [
                storage.cacheFileName(forKey: "a"), storage.cacheFileName(forKey: "b"), "old",
            ])
        #expect(removed.allSatisfy { $0.path.hasPrefix(storage.directoryURL.path) })
        let left = Set(try fixture.files())
        #expect(left == [storage.cacheFileName(forKey: "c"), "below", ".hidden"])
        #expect(try storage.removeExpiredValues().isEmpty)
    }

    @Test("D-32, D-36: a missing directory is empty; one that is no directory cannot be listed")
    func listing() throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        try FileManager.default.removeItem(at: storage.directoryURL)
        #expect(try storage.totalSize() == 0)
        #expect(try storage.removeExpiredValues().isEmpty)
        try Data().write(to: storage.directoryURL)
        let error = #expect(throws: KingfisherError.self) { try storage.totalSize() }
        #expect(error?.errorCode == 3001)
        #expect(throws: KingfisherError.self) { try storage.removeExpiredValues() }
    }

    @Test("D-32: a listing by system calls can never name something that is no file (3002)")
    func invalidContent() {
        let url = URL(fileURLWithPath: "/x")
        let error = KingfisherError.cacheError(reason: .invalidFileEnumeratorContent(url: url))
        #expect(error.errorCode == 3002)
    }

    @Test("D-33: below the limit, and without one, nothing is trimmed")
    func belowLimit() throws {
        let storage = try DiskFixture { $0.sizeLimit = 11 }.storage
        for number in 0..<10 { try storage.store(value: Note(text: "x"), forKey: "\(number)") }
        #expect(try storage.removeSizeExceededValues().isEmpty)
        storage.config.sizeLimit = 0
        #expect(try storage.removeSizeExceededValues().isEmpty)
        storage.config.sizeLimit = 10
        #expect(try storage.removeSizeExceededValues().count == 5)
    }

    @Test("D-34, D-35, D-37: trimming goes down to half the limit, the least recently used first")
    func trims() throws {
        let fixture = try DiskFixture { $0.sizeLimit = 5 }
        let storage = fixture.storage
        for number in 0..<10 {
            try storage.store(value: Note(text: "x"), forKey: "\(number)")
            // Neither the order of storing nor that of names: 7 is the latest, 3 the one before.
            try age("\(number)", by: Double((number * 7) % 10) * 100 + 100, in: storage)
        }
        #expect(try fixture.files().count == 10)
        let byAge = (0..<10).sorted { ($0 * 7) % 10 > ($1 * 7) % 10 }
        let removed = try storage.removeSizeExceededValues().map(\.lastPathComponent)
        #expect(removed == byAge.prefix(8).map { storage.cacheFileName(forKey: "\($0)") })
        #expect(try storage.totalSize() == 2)
    }

    @Test("D-34: an unknown last access counts as the oldest")
    func comparator() {
        func meta(_ date: Date?) -> DiskStorage.FileMeta {
            DiskStorage.FileMeta(
                fileURL: URL(fileURLWithPath: "/x"), lastAccessDate: date,
                estimatedExpirationDate: nil, isDirectory: false, fileSize: 1)
        }
        let now = Date()
        let sorted = [meta(nil), meta(now.addingTimeInterval(-5)), meta(now)]
            .sorted(by: DiskStorage.FileMeta.lastAccessDate)
        #expect(sorted.map(\.lastAccessDate) == [now, now.addingTimeInterval(-5), nil])
        #expect(meta(now).expired(referenceDate: .distantPast))
    }

    @Test("W-12: trimming leaves directories that others made")
    func trimsFilesOnly() throws {
        let fixture = try DiskFixture { $0.sizeLimit = 2 }
        let below = fixture.storage.directoryURL.appendingPathComponent("below", isDirectory: true)
        try FileManager.default.createDirectory(at: below, withIntermediateDirectories: true)
        for number in 0..<5 {
            try fixture.storage.store(value: Note(text: "xx"), forKey: "\(number)")
        }
        _ = try fixture.storage.removeSizeExceededValues()
        #expect(FileManager.default.fileExists(atPath: below.path))
    }

    @Test("W-6: what cannot be removed does not end a sweep")
    func goesOn() throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        // A directory that says it is a file would do; a mount point is not to be had. A file that
        // vanishes between listing and removing is the next best failure.
        for number in 0..<20 {
            try storage.store(value: Note(text: "x"), forKey: "\(number)", expiration: .seconds(1))
        }
        let other = try fixture.other()
        let late = Date(timeIntervalSinceNow: 5)
        let queue = DispatchQueue(label: "sweeps", attributes: .concurrent)
        let group = DispatchGroup()
        for sweeper in [storage, other] {
            queue.async(group: group) {
                #expect(throws: Never.self) {
                    _ = try sweeper.removeExpiredValues(referenceDate: late)
                }
            }
        }
        group.wait()
        #expect(try fixture.files().isEmpty)
    }

    @Test("D-36: the total is that of all files, hidden ones left out")
    func totalSize() throws {
        let storage = try DiskFixture().storage
        #expect(try storage.totalSize() == 0)
        try storage.store(value: Note(text: "12345"), forKey: "a")
        try storage.store(value: Note(text: "123"), forKey: "b")
        try Data([1, 2]).write(to: storage.directoryURL.appendingPathComponent(".hidden"))
        #expect(try storage.totalSize() == 8)
    }
}
