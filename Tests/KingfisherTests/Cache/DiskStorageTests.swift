import Foundation
import Testing

@testable import Kingfisher

@Suite("Disk storage: place, names and stores", .timeLimit(.minutes(1)))
struct DiskStorageTests {
    @Test("D-1: bytes pass through unchanged, and their placeholder is empty")
    func dataIsTransformable() throws {
        let data = Data([1, 2, 3])
        #expect(try data.toData() == data)
        #expect(try Data.fromData(data) == data)
        #expect(Data.empty.isEmpty)
    }

    @Test("D-2, W-16: settings have their defaults and can be used again")
    func defaults() throws {
        let config = DiskStorage.Config(name: "n", sizeLimit: 9)
        #expect(config.name == "n")
        #expect(config.sizeLimit == 9)
        #expect(config.expiration.timeInterval == 7 * 86_400)
        #expect(config.pathExtension == nil)
        #expect(config.usesHashedFileName)
        #expect(!config.autoExtAfterHashedFileName)
        let base = URL(fileURLWithPath: "/base", isDirectory: true)
        #expect(config.cachePathBlock(base, "x").path == "/base/x")
        let fixture = try DiskFixture()
        let again = try DiskStorage.Backend<Note>(config: fixture.storage.config)
        #expect(again.directoryURL == fixture.storage.directoryURL)
    }

    @Test("D-3, D-4: the directory carries the name and stands where it was told")
    func directory() throws {
        let parent = try TemporaryDirectory()
        var config = DiskStorage.Config(name: "x", sizeLimit: 0, directory: parent.url)
        #expect(config.directoryURL.lastPathComponent == "com.onevcat.Kingfisher.ImageCache.x")
        #expect(config.directoryURL.deletingLastPathComponent().path == parent.url.path)
        config.cachePathBlock = { $0.appendingPathComponent($1 + "-changed", isDirectory: true) }
        let storage = try DiskStorage.Backend<Note>(config: config)
        #expect(
            storage.directoryURL.lastPathComponent == "com.onevcat.Kingfisher.ImageCache.x-changed")
        let place = storage.directoryURL
        storage.config.cachePathBlock = { base, _ in base }
        #expect(storage.directoryURL == place)
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
        let elsewhere = DiskStorage.Config(name: "x", sizeLimit: 0)
        #expect(elsewhere.directoryURL.deletingLastPathComponent().path == caches?.path)
    }

    @Test("D-5: one file for each entry, its content the bytes, and nothing else")
    func layout() throws {
        let fixture = try DiskFixture()
        for number in 0..<5 {
            try fixture.storage.store(value: Note(text: "note \(number)"), forKey: "\(number)")
        }
        try fixture.storage.store(value: Note(text: "note again"), forKey: "1")
        let names = (0..<5).map { fixture.storage.cacheFileName(forKey: "\($0)") }.sorted()
        #expect(try fixture.files() == names)
        let file = fixture.storage.cacheFileURL(forKey: "1")
        #expect(try Data(contentsOf: file) == Data("note again".utf8))
        #expect(try fixture.storage.totalSize() == 4 * 6 + 10)
    }

    @Test("D-6: a directory is made with those above it; what is there counts as success")
    func creation() throws {
        let parent = try TemporaryDirectory()
        let deep = parent.url.appendingPathComponent("a/b/c", isDirectory: true)
        let config = DiskStorage.Config(name: "x", sizeLimit: 0, directory: deep)
        let storage = try DiskStorage.Backend<Note>(config: config)
        #expect(FileManager.default.fileExists(atPath: storage.directoryURL.path))
        let file = DiskStorage.Config(name: "y", sizeLimit: 0, directory: parent.url)
        try Data().write(to: file.directoryURL)
        _ = try DiskStorage.Backend<Note>(config: file)
    }

    @Test("D-6, 3005: a directory that cannot be made is an error with its path")
    func creationFails() throws {
        let parent = try TemporaryDirectory()
        let file = parent.url.appendingPathComponent("file")
        try Data().write(to: file)
        let config = DiskStorage.Config(name: "x", sizeLimit: 0, directory: file)
        do {
            _ = try DiskStorage.Backend<Note>(config: config)
            Issue.record("A directory below a file cannot be made.")
        } catch KingfisherError.cacheError(.cannotCreateDirectory(let path, _)) {
            #expect(path == config.directoryURL.path)
        }
    }

    @Test("D-7, W-11, 3011: without a directory everything fails, until it can be made")
    func notReady() throws {
        let parent = try TemporaryDirectory()
        let file = parent.url.appendingPathComponent("file")
        try Data().write(to: file)
        let storage = DiskStorage.Backend<Note>(
            noThrowConfig: DiskStorage.Config(name: "x", sizeLimit: 0, directory: file),
            creatingDirectory: true)
        for _ in 0..<2 {
            let store = #expect(throws: KingfisherError.self) {
                try storage.store(value: Note(text: "a"), forKey: "a")
            }
            #expect(store?.errorCode == 3011)
            let read = #expect(throws: KingfisherError.self) {
                try storage.value(forKey: "a")
            }
            #expect(read?.errorCode == 3011)
            #expect(!storage.isCached(forKey: "a"))
        }
        try FileManager.default.removeItem(at: file)
        try storage.store(value: Note(text: "a"), forKey: "a")
        #expect(try storage.value(forKey: "a") == Note(text: "a"))
    }

    @Test("D-8, D-9, D-10, D-11: names follow the settings at each call")
    func names() throws {
        let storage = try DiskFixture().storage
        let hash = "test".kf.sha256
        #expect(storage.cacheFileName(forKey: "test") == hash)
        #expect(storage.cacheFileName(forKey: "test", forcedExtension: "heic") == hash + ".heic")
        #expect(storage.cacheFileName(forKey: "test", forcedExtension: "") == hash + ".")
        storage.config.pathExtension = "jpg"
        #expect(storage.cacheFileName(forKey: "test") == hash + ".jpg")
        #expect(storage.cacheFileName(forKey: "test", forcedExtension: "png") == hash + ".png")
        storage.config.pathExtension = nil
        storage.config.autoExtAfterHashedFileName = true
        #expect(storage.cacheFileName(forKey: "cat.gif") == "cat.gif".kf.sha256 + ".gif")
        let processed = "cat.jpeg@com.example.processor(1.0)"
        #expect(storage.cacheFileName(forKey: processed) == processed.kf.sha256 + ".jpeg")
        for key in ["https://a.org/cat.jpg?v=3", "https://a.org/42@300-7.jpg"] {
            #expect(storage.cacheFileName(forKey: key) == key.kf.sha256)
        }
        storage.config.usesHashedFileName = false
        #expect(storage.cacheFileName(forKey: "cat.gif") == "cat.gif")
        storage.config.autoExtAfterHashedFileName = false
        #expect(storage.cacheFileName(forKey: "cat.gif") == "cat.gif")
    }

    @Test("D-11: changed settings address other files; the old ones are not renamed")
    func changedSettings() throws {
        let fixture = try DiskFixture()
        try fixture.storage.store(value: Note(text: "a"), forKey: "a")
        let before = try fixture.files()
        fixture.storage.config.pathExtension = "txt"
        #expect(!fixture.storage.isCached(forKey: "a"))
        #expect(try fixture.files() == before)
        fixture.storage.config.pathExtension = nil
        #expect(fixture.storage.isCached(forKey: "a"))
    }

    @Test(
        "D-12, W-12: keys as names never leave the directory and never meet",
        arguments: [
            "a/b", "a%2Fb", "a%252Fb", "../../escape", "..", ".", ".hidden", "%2Ehidden", "",
            "nul\0byte", "100%", "e\u{301}t\u{e9}", String(repeating: "long", count: 200),
        ])
    func hostileKeys(key: String) throws {
        let fixture = try DiskFixture { $0.usesHashedFileName = false }
        let others = ["a/b", "a%2Fb", "a%252Fb", "..", ".hidden", "%2Ehidden"].filter { $0 != key }
        for other in others {
            try fixture.storage.store(value: Note(text: "other"), forKey: other)
        }
        try fixture.storage.store(value: Note(text: key), forKey: key)
        #expect(try fixture.storage.value(forKey: key) == Note(text: key))
        #expect(try fixture.files().count == others.count + 1)
        #expect(try fixture.parent.contents(fixture.parent.url.path).count == 1)
        #expect(try fixture.storage.totalSize() == UInt(key.utf8.count + 5 * others.count))
        try fixture.storage.remove(forKey: key)
        #expect(try fixture.files().count == others.count)
    }

    @Test("D-12, W-12: an extension cannot lead out of the directory either")
    func hostileExtension() throws {
        let fixture = try DiskFixture()
        let outside = "/../../outside"
        try fixture.storage.store(value: Note(text: "a"), forKey: "a", forcedExtension: outside)
        #expect(try fixture.files().count == 1)
        #expect(
            try fixture.storage.value(forKey: "a", forcedExtension: outside) == Note(text: "a"))
    }

    @Test("D-13: the URL of a file is made without a look at the disk")
    func fileURL() throws {
        let storage = try DiskFixture().storage
        let url = storage.cacheFileURL(forKey: "a", forcedExtension: "png")
        #expect(url.path == storage.directoryURL.path + "/" + "a".kf.sha256 + ".png")
        #expect(!url.hasDirectoryPath)
    }

    @Test("D-21: a value that gives no bytes is an error, and nothing is written")
    func noBytes() throws {
        struct Refusing: DataTransformable, Sendable {
            struct No: Error {}
            func toData() throws -> Data { throw No() }
            static func fromData(_ data: Data) throws -> Refusing { Refusing() }
            static var empty: Refusing { Refusing() }
        }
        let parent = try TemporaryDirectory()
        let storage = try DiskStorage.Backend<Refusing>(
            config: .init(name: "x", sizeLimit: 0, directory: parent.url))
        let error = #expect(throws: KingfisherError.self) {
            try storage.store(value: Refusing(), forKey: "a")
        }
        #expect(error?.errorCode == 3007)
        #expect(try parent.contents(storage.directoryURL.path).isEmpty)
        // E-12: an expired policy does not even convert.
        try storage.store(value: Refusing(), forKey: "a", expiration: .expired)
    }

    @Test("D-21, H-4: a file gets its dates, the expiration never too early")
    func dates() throws {
        let storage = try DiskFixture().storage
        let before = Date()
        try storage.store(value: Note(text: "a"), forKey: "a", expiration: .seconds(100))
        let status = try #require(
            try FileAccess.status(of: storage.cacheFileURL(forKey: "a").path))
        let expiration = try #require(status.times.expiration)
        let access = try #require(status.times.lastAccess)
        #expect(expiration >= before.addingTimeInterval(99.999))
        #expect(expiration.isClose(to: before.addingTimeInterval(100)))
        #expect(access.isClose(to: before))
    }

    @Test("E-1, P-2: a file that never expires reads back so, whatever the file system stores")
    func never() throws {
        let storage = try DiskFixture().storage
        try storage.store(value: Note(text: "a"), forKey: "a", expiration: .never)
        let path = storage.cacheFileURL(forKey: "a").path
        #expect(try FileAccess.status(of: path)?.times.expiration == .distantFuture)
        #expect(
            storage.isCached(forKey: "a", referenceDate: Date(timeIntervalSinceNow: 1e10)))
        _ = try storage.value(forKey: "a")
        storage.metaChangingQueue.sync {}
        #expect(try FileAccess.status(of: path)?.times.expiration == .distantFuture)
    }

    @Test("D-21: an expired policy writes nothing and keeps the older file (E-12)")
    func expiredPolicy() throws {
        let fixture = try DiskFixture()
        try fixture.storage.store(value: Note(text: "a"), forKey: "a", expiration: .expired)
        #expect(try fixture.files().isEmpty)
        try fixture.storage.store(value: Note(text: "a"), forKey: "a")
        try fixture.storage.store(value: Note(text: "b"), forKey: "a", expiration: .seconds(-1))
        #expect(try fixture.storage.value(forKey: "a") == Note(text: "a"))
    }

    @Test("D-21: without overwriting, a second store fails and leaves the first")
    func withoutOverwriting() throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        try storage.store(
            value: Note(text: "first"), forKey: "a", writeOptions: .withoutOverwriting)
        let error = #expect(throws: KingfisherError.self) {
            try storage.store(
                value: Note(text: "second"), forKey: "a", writeOptions: .withoutOverwriting)
        }
        #expect(error?.errorCode == 3009)
        #expect(try storage.value(forKey: "a") == Note(text: "first"))
        #expect(try fixture.files().count == 1)
    }

    @Test("D-22: storing again replaces the value and its dates")
    func replaces() throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        try storage.store(
            value: Note(text: String(repeating: "x", count: 5_000)), forKey: "a",
            expiration: .seconds(5))
        try storage.store(value: Note(text: "short"), forKey: "a", expiration: .seconds(500))
        #expect(try storage.value(forKey: "a") == Note(text: "short"))
        #expect(storage.isCached(forKey: "a", referenceDate: Date(timeIntervalSinceNow: 400)))
        #expect(try storage.totalSize() == 5)
    }

    @Test("D-23, D-21: a store into a removed directory repairs it")
    func repairs() throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        try storage.store(value: Note(text: "a"), forKey: "a")
        try FileManager.default.removeItem(at: storage.directoryURL)
        #expect(try storage.value(forKey: "a") == nil)
        #expect(!storage.isCached(forKey: "a"))
        #expect(try storage.totalSize() == 0)
        try storage.store(value: Note(text: "b"), forKey: "b")
        #expect(try storage.value(forKey: "b") == Note(text: "b"))
        #expect(try fixture.files().count == 1)
    }

    @Test("D-21, 3009: a directory that cannot be repaired is told in the error")
    func cannotRepair() throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        try FileManager.default.removeItem(at: fixture.parent.url)
        try Data().write(to: fixture.parent.url)
        do {
            try storage.store(value: Note(text: "a"), forKey: "a")
            Issue.record("A directory below a file cannot be made.")
        } catch KingfisherError.cacheError(
            .cannotCreateCacheFile(let url, let key, let data, _))
        {
            #expect(key == "a")
            #expect(data == Data("a".utf8))
            #expect(url == storage.cacheFileURL(forKey: "a"))
        }
        try FileManager.default.removeItem(at: fixture.parent.url)
        try storage.store(value: Note(text: "a"), forKey: "a")
        #expect(try storage.value(forKey: "a") == Note(text: "a"))
    }

    @Test("D-21, 3010: dates that cannot be set have an error of their own")
    func datesFailure() throws {
        let storage = try DiskFixture().storage
        let times = FileTimes(lastAccess: Date(), expiration: .distantFuture)
        let failure = FileFailure(code: EPERM, path: "/x", action: .setDates)
        let error = storage.storeFailure(
            failure, of: Data([1]), forKey: "a", inFile: "name", times: times)
        #expect(error.errorCode == 3010)
        guard
            case .cacheError(.cannotSetCacheFileAttribute(let path, let attributes, let cause)) =
                error
        else { return }
        #expect(path == storage.directoryURL.path + "/name")
        #expect(attributes[.modificationDate] as? Date == .distantFuture)
        #expect((cause as? CocoaError)?.code == .fileWriteNoPermission)
        let other = storage.storeFailure(
            FileFailure(code: ENOSPC, path: "/x", action: .write), of: Data([1]), forKey: "a",
            inFile: "name", times: times)
        #expect(other.errorCode == 3009)
    }

    @Test("W-12: an empty key with an extension is not a hidden file")
    func emptyKey() throws {
        let fixture = try DiskFixture { $0.usesHashedFileName = false }
        let storage = fixture.storage
        try storage.store(value: Note(text: "abc"), forKey: "", forcedExtension: "jpg")
        #expect(storage.isCached(forKey: "", forcedExtension: "jpg"))
        #expect(try storage.totalSize() == 3)
        #expect(try fixture.files().allSatisfy { !$0.hasPrefix(".") && $0.hasSuffix(".jpg") })
    }
}
