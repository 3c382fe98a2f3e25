import Foundation
import Kingfisher

/// `kf cache`: looks at the cache on disk, or empties it.
struct CacheCommand: Sendable {
    let request: CacheRequest
    let console: Console

    /// Runs the command.
    ///
    /// - Returns: Failure when there is no such cache or it cannot be read.
    func run() async -> ExitStatus {
        do {
            let location = CacheLocation(directory: request.cacheDirectory)
            try await perform(on: location.openExisting())
        } catch let failure as CacheLocation.Failure {
            await console.complain("kf: \(failure.text)")
            return .failure
        } catch {
            await console.complain("kf: The cache cannot be read: \(error).")
            return .failure
        }
        return await console.conclude(.success)
    }

    private func perform(on cache: ImageCache) async throws {
        let directory = cache.diskStorage.directoryURL
        switch request.action {
        case .path: await console.print(directory.path)
        case .info: await printInfo(of: directory, entries: try entries(of: directory))
        case .list: await printList(of: try entries(of: directory))
        case .clear:
            let before = try entries(of: directory)
            await cache.clearDiskCache()
            await tellRemoved(from: before, to: try entries(of: directory))
        case .clean:
            let before = try entries(of: directory)
            await cache.cleanExpiredDiskCache()
            await tellRemoved(from: before, to: try entries(of: directory))
        case .verify: await verify(try entries(of: directory), in: cache)
        }
    }

    private func verify(_ entries: [CacheEntry], in cache: ImageCache) async {
        var damaged = 0
        let jobs = ProcessInfo.processInfo.activeProcessorCount
        await forEach(entries, atOnce: jobs) { entry in
            CacheVerification.damage(of: entry, in: cache)
        } finished: { damage in
            guard let damage else { return true }
            damaged += 1
            if request.json {
                if let line = JSONLine.text(of: damage) { await console.print(line) }
            } else {
                let verb = damage.removed ? "removed" : "cannot be removed"
                await console.print("\(damage.name)  \(verb): \(damage.reason)")
            }
            return await console.brokenOutput == nil
        }
        if !request.json {
            await console.print("\(entries.count) entries, \(damaged) of them damaged.")
        }
    }

    private func entries(of directory: URL) throws(CacheLocation.Failure) -> [CacheEntry] {
        do {
            return try CacheEntry.all(in: directory)
        } catch {
            throw CacheLocation.Failure(
                text: "The cache directory \(directory.path) cannot be read: \(error.text).")
        }
    }

    private func printInfo(of directory: URL, entries: [CacheEntry]) async {
        let info = CacheInfo(
            path: directory.path, count: entries.count, bytes: entries.reduce(0) { $0 + $1.bytes },
            expired: entries.count { $0.expires < Date() })
        if request.json {
            if let line = JSONLine.text(of: info) { await console.print(line) }
        } else {
            await console.print(info.text)
        }
    }

    private func printList(of entries: [CacheEntry]) async {
        if request.json {
            for line in entries.compactMap({ JSONLine.text(of: $0) }) { await console.print(line) }
        } else if !entries.isEmpty {
            let lines = [CacheEntry.heading] + entries.map(\.line)
            await console.print(lines.joined(separator: "\n"))
        }
    }

    private func tellRemoved(from before: [CacheEntry], to after: [CacheEntry]) async {
        let left = Set(after.map(\.name))
        let removed = before.filter { !left.contains($0.name) }
        let bytes = ReadableNumber.bytes(removed.reduce(0) { $0 + $1.bytes })
        await console.print("Removed \(removed.count) of \(before.count) entries, \(bytes).")
    }
}

/// What `kf cache info` tells.
struct CacheInfo: Equatable, Encodable, Sendable {
    /// The directory.
    var path: String
    /// Entries.
    var count: Int
    /// Bytes of all entries.
    var bytes: Int
    /// Entries that have expired and wait to be removed.
    var expired: Int

    /// The lines for a person.
    var text: String {
        """
        path     \(path)
        entries  \(count)
        size     \(ReadableNumber.bytes(bytes)) (\(bytes) bytes)
        expired  \(expired)
        """
    }
}
