import Foundation
import Raster
import RasterIO

@testable import Kingfisher

/// A directory of a test's own, removed with it.
final class TemporaryDirectory: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("kingfisher-tests-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Settings of a storage in here that keep this directory as long as the storage lives.
    func config(name: String, sizeLimit: UInt = 0) -> DiskStorage.Config {
        var config = DiskStorage.Config(name: name, sizeLimit: sizeLimit, directory: url)
        config.cachePathBlock = { _, cacheName in
            self.url.appendingPathComponent(cacheName, isDirectory: true)
        }
        return config
    }

    /// A cache in here that keeps this directory as long as it lives.
    func cache(name: String = "images", sizeLimit: UInt = 0) throws -> ImageCache {
        ImageCache(
            memoryStorage: MemoryStorage.Backend(config: .init(totalCostLimit: 0)),
            diskStorage: try DiskStorage.Backend(config: config(name: name, sizeLimit: sizeLimit)))
    }

    /// The names of everything below, hidden ones too.
    func contents(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path)
    }
}

/// A string that a disk storage can keep.
struct Note: DataTransformable, Equatable, Sendable {
    struct NotText: Error {}

    var text: String

    func toData() throws -> Data { Data(text.utf8) }

    static func fromData(_ data: Data) throws -> Note {
        guard let text = String(bytes: data, encoding: .utf8) else { throw NotText() }
        return Note(text: text)
    }

    static var empty: Note { Note(text: "") }
}

/// A disk storage in a directory of its own.
struct DiskFixture {
    let parent: TemporaryDirectory
    let storage: DiskStorage.Backend<Note>

    init(_ change: (inout DiskStorage.Config) -> Void = { _ in }) throws {
        parent = try TemporaryDirectory()
        var config = parent.config(name: "notes")
        change(&config)
        storage = try DiskStorage.Backend(config: config)
    }

    var path: String { storage.directoryURL.path }

    func files() throws -> [String] { try parent.contents(path).sorted() }

    /// Another storage on the same directory, as another process would have it.
    func other(sizeLimit: UInt = 0) throws -> DiskStorage.Backend<Note> {
        var config = parent.config(name: "notes", sizeLimit: sizeLimit)
        config.expiration = storage.config.expiration
        return try DiskStorage.Backend(config: config)
    }
}

/// An image cache in a directory of its own.
struct CacheFixture {
    let parent: TemporaryDirectory
    let cache: ImageCache

    init() throws {
        parent = try TemporaryDirectory()
        cache = try parent.cache()
    }

    var path: String { cache.diskStorage.directoryURL.path }

    func files() throws -> [String] { try parent.contents(path).sorted() }
}

/// Small pictures made in code.
enum Picture {
    /// A picture of one colour.
    static func plain(
        width: Int = 4, height: Int = 3, blue: UInt8 = 10, green: UInt8 = 20, red: UInt8 = 30
    ) throws -> KFCrossPlatformImage {
        let bitmap = try Bitmap(width: width, height: height, isOpaque: true) { bytes, rowLength in
            for row in 0..<height {
                for column in 0..<width {
                    let offset = row * rowLength + column * 4
                    bytes[offset] = blue
                    bytes[offset + 1] = green
                    bytes[offset + 2] = red
                    bytes[offset + 3] = 255
                }
            }
        }
        return KFCrossPlatformImage(cgImage: bitmap)
    }
}

/// Waits until something is true, giving way to others meanwhile; false after too many looks.
func eventually(
    isolation: isolated (any Actor)? = #isolation, _ isTrue: () -> Bool
) async -> Bool {
    for _ in 0..<2_000 {
        if isTrue() { return true }
        try? await Task.sleep(nanoseconds: 2_000_000)
    }
    return isTrue()
}

extension Date {
    /// Whether two dates are no further apart than what a slow machine adds.
    func isClose(to other: Date, within seconds: TimeInterval = 120) -> Bool {
        abs(timeIntervalSince(other)) < seconds
    }
}

/// Gives a link itself, not what it points to, dates that make it valid.
func setLinkDates(_ path: String) throws {
    let now = Int(Date().timeIntervalSince1970)
    let times = [timespec(tv_sec: now, tv_nsec: 0), timespec(tv_sec: now + 1_000, tv_nsec: 0)]
    guard utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW) == 0 else {
        throw POSIXError(.EIO)
    }
}
