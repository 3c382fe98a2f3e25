import Dispatch
import Foundation
import Locking

/// Knows which files a cache directory holds without asking the disk.
///
/// Scans the directory once, in the background, and follows changes: those of its own storage as they
/// happen, those of others through a watch on the directory. What it does not know for certain, it
/// leaves to the disk.
final class DirectoryIndex: Sendable {
    let state = Locked(DirectoryIndexState())

    private let directory: String
    /// How the names of this storage's own temporary files begin.
    private let ownPrefix: String
    private let fileManager: FileManager
    /// Called when the bytes of all files became known.
    private let measured: @Sendable () -> Void
    private let place = Locked(Place())

    /// The directory that is followed: a path may come to stand for another one.
    private struct Place {
        var watch: DirectoryWatch?
        var identity: FileStatus.Identity?
    }

    init(
        directory: String, ownPrefix: String, fileManager: FileManager,
        measured: @escaping @Sendable () -> Void = {}
    ) {
        self.directory = directory
        self.ownPrefix = ownPrefix
        self.fileManager = fileManager
        self.measured = measured
    }

    deinit {
        if let identity = place.withLock({ $0.identity }) {
            SiblingIndexes.shared.remove(ObjectIdentifier(self), from: identity)
        }
    }

    func isAbsent(_ name: String) -> Bool {
        state.withLock { $0.isAbsent(name, trustsUnwatched: !DirectoryWatch.isSupported) }
    }

    /// Bytes of all files, if they are known.
    var total: UInt? {
        state.withLock { $0.isMeasured ? UInt(max(0, $0.total)) : nil }
    }

    /// Takes in a file that was stored, here and in the other storages of this process that use the
    /// directory; those would learn of it only a moment later.
    func insert(_ name: String, size: Int) {
        take(name, size: size)
        for sibling in siblings { sibling.take(name, size: size) }
    }

    private var siblings: [DirectoryIndex] {
        guard let identity = place.withLock({ $0.identity }) else { return [] }
        return SiblingIndexes.shared.others(than: self, in: identity)
    }

    private func take(_ name: String, size: Int) {
        let needsScan = state.withLock { state in
            state.insert(name, size: size)
            return state.needsScan
        }
        // The directory is back; from here on it can be followed again.
        if needsScan { scan() }
    }

    /// Forgets a file that is about to be removed, and remembers it again when that fails.
    ///
    /// This order never calls a file absent that another thread stores at the same time.
    func removing(_ name: String, _ body: () throws(FileFailure) -> Void) throws(FileFailure) {
        let size = state.withLock { $0.remove(name) }
        do {
            try body()
        } catch {
            // What is missing has no size to remember.
            if let size, !error.isMissing { state.withLock { $0.insert(name, size: size) } }
            throw error
        }
    }

    /// Leaves every question to the disk until the directory has been scanned anew.
    ///
    /// The other storages of this process that use the directory see what stands there now as well.
    func relearn() {
        for index in [self] + siblings {
            index.state.withLock { $0.lose() }
            index.scan()
        }
    }

    /// Scans the directory in the background unless a scan is running already.
    func scan() {
        guard let number = state.withLock({ $0.beginScan() }) else { return }
        DispatchQueue.global(qos: .default).async { [weak self] in self?.scan(number) }
    }

    private func scan(_ number: UInt64) {
        // Watching begins before listing, so that no change falls between them.
        let watch = DirectoryWatch(directory: directory, ownPrefix: ownPrefix) {
            [weak self] change in
            self?.follow(change)
        }
        follow(through: watch)
        let names = try? fileManager.contentsOfDirectory(atPath: directory)
        guard let names else {
            let isMissing = (try? FileAccess.status(of: directory)) == nil
            state.withLock { $0.endScan(nil, isDirectoryMissing: isMissing) }
            return
        }
        let isOutdated = state.withLock { state in
            state.endScan(names)
            return state.needsScan
        }
        // The directory was lost from sight while it was being listed.
        guard !isOutdated else { return scan() }
        for name in names where name.hasPrefix(CacheFileName.temporaryPrefix) {
            FileAccess.removeAbandoned(directory + "/" + name)
        }
        measure(number)
    }

    /// Takes over a new watch, and its directory.
    private func follow(through watch: DirectoryWatch?) {
        let status = try? FileAccess.status(of: directory + "/.")
        let current = Place(watch: watch, identity: status?.identity)
        let previous = place.withLock { place in
            let previous = place
            place = current
            return previous
        }
        state.withLock { $0.isWatched = watch != nil }
        guard previous.identity != current.identity else { return }
        if let identity = previous.identity {
            SiblingIndexes.shared.remove(ObjectIdentifier(self), from: identity)
        }
        if let identity = current.identity { SiblingIndexes.shared.add(self, to: identity) }
    }

    /// Learns the sizes of all files, some at a time so that nobody waits for the lock.
    private func measure(_ number: UInt64) {
        let names = state.withLock { $0.unmeasuredNames(.max) }
        for start in stride(from: 0, to: names.count, by: 256) {
            let sizes = names[start..<min(start + 256, names.count)].map { name in
                (name: name, size: size(of: name) ?? 0)
            }
            state.withLock { $0.measure(sizes) }
        }
        if state.withLock({ $0.endMeasuring(scan: number) }) { measured() }
    }

    private func follow(_ change: DirectoryChange) {
        switch change {
        case .lost:
            state.withLock { $0.lose() }
            // Where it was only replaced or events were missed, a new scan sees it again.
            scan()
        case .appeared(let name):
            follow(name)
        case .vanished(let name):
            if state.withLock({ $0.knows(name) }) { follow(name) }
        }
    }

    /// Looks at a file that someone else changed.
    private func follow(_ name: String) {
        guard !name.hasPrefix(".") else { return }
        for _ in 0..<8 {
            let mutations = state.withLock { $0.mutations }
            let size = size(of: name)
            let (isTaken, isOutgrown) = state.withLock { state in
                (state.observe(name, size: size, lookedAt: mutations), state.isOutgrown)
            }
            if isOutgrown { scan() }
            if isTaken { return }
        }
        // Too much is going on to be sure; a name too many costs one look at the disk.
        let size = size(of: name) ?? 0
        state.withLock { $0.insert(name, size: size) }
    }

    private func size(of name: String) -> Int? {
        guard let status = try? FileAccess.status(of: directory + "/" + name) else { return nil }
        return status.kind == .directory ? 0 : status.size
    }
}

/// What happened to a watched directory.
enum DirectoryChange: Sendable {
    /// A file was made or replaced.
    case appeared(String)
    /// A file was removed or moved away.
    case vanished(String)
    /// The directory is gone, or changes were missed.
    case lost
}
