import Foundation
import StressValues
import Testing

@testable import Kingfisher

@Suite("Disk faults", .timeLimit(.minutes(2)))
struct DiskFaultTests {
    /// What may stand in the place of an entry.
    enum Impostor: CaseIterable {
        case directory, fullDirectory, pipe, socket, emptyFile, garbage

        func make(at path: String) throws {
            switch self {
            case .directory: #expect(mkdir(path, 0o755) == 0)
            case .fullDirectory:
                try FileManager.default.createDirectory(
                    atPath: path + "/inside", withIntermediateDirectories: true)
            case .pipe: #expect(mkfifo(path, 0o644) == 0)
            case .socket:
                #expect(mknod(path, S_IFSOCK | 0o644, 0) == 0)
            case .emptyFile: try Data().write(to: URL(fileURLWithPath: path))
            case .garbage: try Data("garbage".utf8).write(to: URL(fileURLWithPath: path))
            }
            try setLinkDates(path)
        }
    }

    @Test(
        "whatever stands in the place of an entry is a miss and gives way",
        arguments: Impostor.allCases)
    func impostors(_ impostor: Impostor) async throws {
        let fixture = try CacheFixture()
        let cache = fixture.cache
        let picture = try Picture.plain()
        try await cache.store(picture, forKey: "a")
        cache.clearMemoryCache()
        let path = cache.cachePath(forKey: "a")
        try FileManager.default.removeItem(atPath: path)
        try impostor.make(at: path)
        for options: KingfisherOptionsInfo in [[], [.loadDiskFileSynchronously]] {
            #expect(try await cache.retrieveImage(forKey: "a", options: options).image == nil)
        }
        _ = try await cache.diskStorageSize
        if impostor == .fullDirectory {
            await #expect(throws: KingfisherError.self) {
                try await cache.store(picture, forKey: "a")
            }
            await cache.clearDiskCache()
        }
        try await cache.store(picture, forKey: "a")
        cache.clearMemoryCache()
        #expect(try await cache.retrieveImage(forKey: "a").image?.cgImage == picture.cgImage)
        #expect(try fixture.files().count == 1)
    }

    @Test("a file that claims to be larger than any picture is not read")
    func sparseFile() throws {
        let storage = try DiskFixture().storage
        try storage.store(value: Note(text: "a"), forKey: "a")
        let path = storage.cacheFileURL(forKey: "a").path
        #expect(truncate(path, 1 << 40) == 0)
        try setLinkDates(path)
        let error = #expect(throws: KingfisherError.self) { try storage.value(forKey: "a") }
        #expect(error?.errorCode == 3004)
    }

    @Test("a full disk fails the store, leaves nothing partial, and works again with room")
    func fullDisk() throws {
        let parent = try TemporaryDirectory()
        let mount = Mount(parent.url.path, options: "size=64k")
        guard mount.isMounted else { return }
        defer { mount.unmount() }
        let storage = try DiskStorage.Backend<Data>(
            config: DiskStorage.Config(name: "x", sizeLimit: 0, directory: parent.url))
        try storage.store(value: StressValue.make(1).prefix(8_000), forKey: "small")
        for _ in 0..<3 {
            let error = #expect(throws: KingfisherError.self) {
                try storage.store(value: Data(count: 200_000), forKey: "large")
            }
            #expect(error?.errorCode == 3009)
        }
        // Replacing an entry that no longer fits leaves the old one.
        #expect(throws: KingfisherError.self) {
            try storage.store(value: Data(count: 200_000), forKey: "small")
        }
        #expect(
            try storage.value(forKey: "small")?.count == StressValue.make(1).prefix(8_000).count)
        #expect(try parent.contents(storage.directoryURL.path).count == 1)
        try storage.removeAll()
        try storage.store(value: Data(count: 30_000), forKey: "fits")
        #expect(try storage.value(forKey: "fits")?.count == 30_000)
    }

    @Test("a limit of the system on file sizes is an error like a full disk, for every user")
    func limited() throws {
        let parent = try TemporaryDirectory()
        let stress = try StressProcess("limited", parent.url.path)
        #expect(stress.wait() == 0, "\(stress.errors)")
        let directory = parent.url.path + "/com.onevcat.Kingfisher.ImageCache.stress"
        #expect(try parent.contents(directory).count == 2)
    }

    @Test("a directory that cannot be written fails stores and still serves reads")
    func readOnly() throws {
        let parent = try TemporaryDirectory()
        // Permissions do not hold the superuser back, and nobody else can mount.
        let mount = Mount(parent.url.path, options: "size=256k")
        defer { mount.unmount() }
        let storage = try DiskStorage.Backend<Note>(
            config: DiskStorage.Config(name: "x", sizeLimit: 0, directory: parent.url))
        let directory = storage.directoryURL.path
        func setWritable(_ isWritable: Bool) throws {
            if mount.isMounted {
                try #require(mount.remount(isWritable ? "rw" : "ro"))
            } else {
                try #require(chmod(directory, isWritable ? 0o755 : 0o555) == 0)
            }
        }
        try storage.store(value: Note(text: "a"), forKey: "a")
        try setWritable(false)
        // Where neither works, as for the superuser without the right to mount, nothing is to be seen.
        guard access(directory, W_OK) != 0 else { return }
        let error = #expect(throws: KingfisherError.self) {
            try storage.store(value: Note(text: "b"), forKey: "b")
        }
        #expect(error?.errorCode == 3009)
        #expect(try storage.value(forKey: "a") == Note(text: "a"))
        storage.metaChangingQueue.sync {}
        #expect(throws: CocoaError.self) { try storage.remove(forKey: "a") }
        #expect(storage.isCached(forKey: "a"))
        #expect(throws: CocoaError.self) { try storage.removeAll() }
        #expect(storage.isCached(forKey: "a"))
        #expect(
            try storage.removeExpiredValues(referenceDate: .distantFuture).isEmpty)
        try setWritable(true)
        try storage.store(value: Note(text: "b"), forKey: "b")
        #expect(storage.isCached(forKey: "b"))
    }

    @Test("a cache whose directory cannot be made works in memory, and on disk once it can")
    func recovers() async throws {
        let parent = try TemporaryDirectory()
        let blocked = parent.url.appendingPathComponent("blocked")
        try Data().write(to: blocked)
        let cache = ImageCache(
            memoryStorage: MemoryStorage.Backend(config: .init(totalCostLimit: 0)),
            diskStorage: DiskStorage.Backend(
                noThrowConfig: DiskStorage.Config(name: "x", sizeLimit: 0, directory: blocked),
                creatingDirectory: true))
        let picture = try Picture.plain()
        let error = await #expect(throws: KingfisherError.self) {
            try await cache.store(picture, forKey: "a")
        }
        #expect(error?.errorCode == 3011)
        #expect(cache.imageCachedType(forKey: "a") == .memory)
        await #expect(throws: KingfisherError.self) {
            try await cache.retrieveImage(forKey: "b")
        }
        #expect(await cache.imageCachedTypeAsync(forKey: "b") == .none)
        await cache.cleanExpiredDiskCache()
        await cache.clearDiskCache()
        try FileManager.default.removeItem(at: blocked)
        try await cache.store(picture, forKey: "a")
        cache.clearMemoryCache()
        #expect(try await cache.retrieveImage(forKey: "a").cacheType == .disk)
    }

    @Test("a directory that is removed again and again never damages an entry")
    func removedUnderneath() async throws {
        let fixture = try DiskFixture()
        let storage = fixture.storage
        let text = String(repeating: "x", count: 2_000)
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for _ in 0..<40 {
                    try? FileManager.default.removeItem(at: storage.directoryURL)
                    await Task.yield()
                }
            }
            for worker in 0..<3 {
                group.addTask {
                    for step in 0..<150 {
                        let key = "\(worker)-\(step % 10)"
                        // May fail while the directory goes away twice; must not damage anything.
                        try? storage.store(value: Note(text: text), forKey: key)
                        if let note = try? storage.value(forKey: key) { #expect(note.text == text) }
                    }
                }
            }
        }
        try storage.store(value: Note(text: text), forKey: "end")
        #expect(try storage.value(forKey: "end")?.text == text)
        let names = try fixture.files()
        #expect(names.allSatisfy { !$0.hasPrefix(".") })
    }

    @Test("T-4: readers and writers of one key meet whole values only")
    func oneKey() async throws {
        let fixture = try DiskFixture()
        let storage = try DiskStorage.Backend<Data>(config: fixture.storage.config)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for step in 0..<200 {
                        if worker < 2 {
                            try? storage.store(
                                value: StressValue.make(UInt64(worker * 1_000 + step)), forKey: "a")
                        } else if let data = try? storage.value(forKey: "a") {
                            #expect(StressValue.isWhole(data))
                        }
                    }
                }
            }
        }
        #expect(try fixture.files().count == 1)
    }
}
