import Foundation
import Testing

@testable import Kingfisher

@Suite("Disk storage: reads and questions", .timeLimit(.minutes(1)))
struct DiskStorageReadingTests {
    private func times(_ storage: DiskStorage.Backend<Note>, _ key: String) throws -> FileTimes {
        storage.metaChangingQueue.sync {}
        let status = try FileAccess.status(of: storage.cacheFileURL(forKey: key).path)
        return try #require(status).times
    }

    @Test("D-24: a missing file, and one in a missing directory, are misses")
    func missing() throws {
        let fixture = try DiskFixture()
        #expect(try fixture.storage.value(forKey: "a") == nil)
        try FileManager.default.removeItem(at: fixture.storage.directoryURL)
        #expect(try fixture.storage.value(forKey: "a") == nil)
        #expect(!fixture.storage.isCached(forKey: "a"))
    }

    @Test(
        "D-24, E-4: a file is valid before its expiration, not at it, and is not removed by a read")
    func expiry() throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        try storage.store(value: Note(text: "a"), forKey: "a", expiration: .seconds(100))
        let expiration = try #require(try times(storage, "a").expiration)
        #expect(storage.isCached(forKey: "a", referenceDate: expiration.addingTimeInterval(-1)))
        #expect(!storage.isCached(forKey: "a", referenceDate: expiration))
        let late = try storage.value(
            forKey: "a", referenceDate: expiration, actuallyLoad: true,
            extendingExpiration: .cacheTime, forcedExtension: nil)
        #expect(late == nil)
        #expect(try fixture.files().count == 1)
        #expect(storage.isCached(forKey: "a", referenceDate: .distantPast))
    }

    @Test("E-5: a file without an expiration date counts as expired")
    func noDate() {
        #expect(FileTimes(lastAccess: Date(), expiration: nil).isExpired(at: .distantPast))
    }

    @Test("D-24: a question answers with the placeholder and reads no bytes")
    func probe() throws {
        let storage = try DiskFixture().storage
        try storage.store(value: Note(text: "something"), forKey: "a")
        let value = try storage.value(
            forKey: "a", referenceDate: Date(), actuallyLoad: false, extendingExpiration: .none,
            forcedExtension: nil)
        #expect(value == Note.empty)
    }

    @Test("D-24, 3004: bytes that are no value are an error, and the file stays")
    func notConvertible() throws {
        let fixture = try DiskFixture()
        try fixture.storage.store(value: Note(text: "a"), forKey: "a", expiration: .never)
        let file = try FileHandle(forWritingTo: fixture.storage.cacheFileURL(forKey: "a"))
        try file.write(contentsOf: Data([0xFF, 0xFE, 0xFF]))
        try file.close()
        let path = fixture.storage.cacheFileURL(forKey: "a").path
        let date = Date(timeIntervalSinceNow: 1_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        let error = #expect(throws: KingfisherError.self) {
            try fixture.storage.value(forKey: "a")
        }
        #expect(error?.errorCode == 3004)
        #expect(try fixture.files().count == 1)
    }

    @Test("D-25, R-2: a dangling link is there for a question and cannot be read")
    func danglingLink() throws {
        let storage = try DiskFixture().storage
        try storage.store(value: Note(text: "a"), forKey: "a")
        let url = storage.cacheFileURL(forKey: "a")
        try FileManager.default.removeItem(at: url)
        try FileManager.default.createSymbolicLink(
            atPath: url.path, withDestinationPath: "/nonexistent/target")
        #expect(storage.isCached(forKey: "a", referenceDate: .distantPast))
        let error = #expect(throws: KingfisherError.self) {
            try storage.value(
                forKey: "a", referenceDate: .distantPast, actuallyLoad: true,
                extendingExpiration: .none, forcedExtension: nil)
        }
        #expect(error?.errorCode == 3004)
        try storage.store(value: Note(text: "again"), forKey: "a")
        #expect(try storage.value(forKey: "a") == Note(text: "again"))
    }

    @Test("D-25: a link to a file gives the file's bytes and keeps its own dates")
    func link() throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        try storage.store(value: Note(text: "a"), forKey: "a")
        let target = fixture.parent.url.appendingPathComponent("target")
        try Data("elsewhere".utf8).write(to: target)
        let url = storage.cacheFileURL(forKey: "a")
        try FileManager.default.removeItem(at: url)
        try FileManager.default.createSymbolicLink(at: url, withDestinationURL: target)
        let value = try storage.value(
            forKey: "a", referenceDate: .distantPast, actuallyLoad: true,
            extendingExpiration: .none, forcedExtension: nil)
        #expect(value == Note(text: "elsewhere"))
    }

    @Test("D-26: errors of a question are a no")
    func questionsNeverThrow() throws {
        let parent = try TemporaryDirectory()
        let file = parent.url.appendingPathComponent("file")
        try Data().write(to: file)
        let storage = DiskStorage.Backend<Note>(
            noThrowConfig: DiskStorage.Config(name: "x", sizeLimit: 0, directory: file),
            creatingDirectory: true)
        #expect(!storage.isCached(forKey: "a"))
        #expect(!storage.isCached(forKey: "a", referenceDate: .distantPast))
    }

    @Test("D-27, E-7: a read extends by the lifetime, seen by whoever waits on the queue")
    func extending() throws {
        let storage = try DiskFixture().storage
        try storage.store(value: Note(text: "a"), forKey: "a", expiration: .seconds(10_000))
        let path = storage.cacheFileURL(forKey: "a").path
        // As if it had been stored four thousand seconds ago.
        let now = Date()
        let old = FileTimes(
            lastAccess: now.addingTimeInterval(-4_000), expiration: now.addingTimeInterval(6_000))
        let status = try #require(try FileAccess.status(of: path))
        try FileAccess.setTimes(old, of: path, ifStill: status)
        #expect(
            try times(storage, "a").expiration?.isClose(to: now.addingTimeInterval(6_000)) == true)
        _ = try storage.value(forKey: "a")
        let extended = try times(storage, "a")
        #expect(extended.expiration?.isClose(to: now.addingTimeInterval(10_000)) == true)
        #expect(extended.lastAccess?.isClose(to: now) == true)
        _ = try storage.value(
            forKey: "a", extendingExpiration: .expirationTime(.seconds(500_000)))
        #expect(
            try times(storage, "a").expiration?.isClose(to: now.addingTimeInterval(500_000)) == true
        )
        _ = try storage.value(forKey: "a", extendingExpiration: .expirationTime(.seconds(5_000)))
        #expect(
            try times(storage, "a").expiration?.isClose(to: now.addingTimeInterval(5_000)) == true)
    }

    @Test("D-28, E-10: nothing is extended by a read that says so, nor by a question")
    func notExtending() throws {
        let storage = try DiskFixture().storage
        try storage.store(value: Note(text: "a"), forKey: "a", expiration: .seconds(100))
        let path = storage.cacheFileURL(forKey: "a").path
        let now = Date()
        let old = FileTimes(
            lastAccess: now.addingTimeInterval(-40), expiration: now.addingTimeInterval(60))
        try FileAccess.setTimes(
            old, of: path, ifStill: try #require(try FileAccess.status(of: path)))
        let before = try times(storage, "a")
        _ = try storage.value(forKey: "a", extendingExpiration: .none)
        _ = storage.isCached(forKey: "a")
        #expect(try times(storage, "a") == before)
    }

    @Test("W-25: a busy file is not touched by every read")
    func throttled() throws {
        let now = Date()
        let week = FileTimes(lastAccess: now, expiration: now.addingTimeInterval(604_800))
        let soon = try #require(week.extended(by: .cacheTime, at: now.addingTimeInterval(30)))
        #expect(!week.isWorthReplacing(by: soon))
        let later = try #require(week.extended(by: .cacheTime, at: now.addingTimeInterval(61)))
        #expect(week.isWorthReplacing(by: later))
        let short = FileTimes(lastAccess: now, expiration: now.addingTimeInterval(2))
        let second = try #require(short.extended(by: .cacheTime, at: now.addingTimeInterval(1)))
        #expect(short.isWorthReplacing(by: second))
        #expect(second.expiration == now.addingTimeInterval(3))
        let other = try #require(
            week.extended(by: .expirationTime(.seconds(10)), at: now))
        #expect(week.isWorthReplacing(by: other))
    }

    @Test("W-8: an extension that comes late leaves a newer file alone")
    func lateExtension() throws {
        let storage = try DiskFixture().storage
        try storage.store(value: Note(text: "old"), forKey: "a", expiration: .seconds(100))
        let entry = try #require(try storage.entry(forKey: "a", nil))
        try storage.store(value: Note(text: "new"), forKey: "a", expiration: .seconds(5_000))
        let before = try times(storage, "a")
        storage.extendExpiration(of: entry, .expirationTime(.seconds(1)))
        #expect(try times(storage, "a") == before)
    }

    @Test("N-3, D-24: an entry whose dates cannot be read is asked of the file manager")
    func lyingFileManager() async throws {
        final class Lying: FileManager, @unchecked Sendable {
            override func fileExists(atPath path: String) -> Bool { path.hasSuffix("lie") }
        }
        // A name that is too long for the file system: a failure other than a missing file.
        let name = String(repeating: "x", count: 300)
        for (suffix, throwsError) in [("lie", true), ("truth", false)] {
            let fixture = try DiskFixture()
            let storage = try DiskStorage.Backend<Note>(
                config: DiskStorage.Config(
                    name: "x", sizeLimit: 0, fileManager: Lying(), directory: fixture.parent.url))
            #expect(await eventually { storage.maybeCachedSetupCompleted })
            storage.maybeCached = nil
            let forcedExtension = name + suffix
            if throwsError {
                let error = #expect(throws: KingfisherError.self) {
                    try storage.value(forKey: "a", forcedExtension: forcedExtension)
                }
                #expect(error?.errorCode == 3003)
            } else {
                #expect(try storage.value(forKey: "a", forcedExtension: forcedExtension) == nil)
            }
            #expect(!storage.isCached(forKey: "a", forcedExtension: forcedExtension))
        }
    }

    @Test("a clock that was moved back makes no entry invalid and traps nothing")
    func clockBackwards() throws {
        let storage = try DiskFixture().storage
        try storage.store(value: Note(text: "a"), forKey: "a", expiration: .seconds(10_000))
        let path = storage.cacheFileURL(forKey: "a").path
        // Stored by a clock that was a day ahead.
        let ahead = Date(timeIntervalSinceNow: 86_400)
        let times = FileTimes(lastAccess: ahead, expiration: ahead.addingTimeInterval(10_000))
        try FileAccess.setTimes(
            times, of: path, ifStill: try #require(try FileAccess.status(of: path)))
        #expect(try storage.value(forKey: "a") == Note(text: "a"))
        let after = try self.times(storage, "a")
        #expect(after.expiration?.isClose(to: Date(timeIntervalSinceNow: 10_000)) == true)
        #expect(after.lastAccess?.isClose(to: Date()) == true)
    }
}
