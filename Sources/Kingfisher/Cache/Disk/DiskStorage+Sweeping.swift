public import Foundation

extension DiskStorage.Backend {
    /// Removes the files that expired.
    ///
    /// One that cannot be removed is left out; the sweep goes on.
    ///
    /// - Returns: The URLs of the removed files.
    /// - Throws: `KingfisherError.CacheErrorReason.fileEnumeratorCreationFailed(url:)` when the
    ///   directory cannot be listed. A missing one counts as empty.
    public func removeExpiredValues() throws -> [URL] {
        try removeExpiredValues(referenceDate: Date())
    }

    func removeExpiredValues(referenceDate: Date) throws -> [URL] {
        try removeExpired(referenceDate: referenceDate).map(url)
    }

    /// Removes the files that expired; their paths below the directory.
    func removeExpired(referenceDate: Date) throws -> [String] {
        var expired: [DirectoryWalk.Item] = []
        try forEachFile { item in
            let isValid = item.status.map { !$0.times.isExpired(at: referenceDate) } ?? false
            if !isValid { expired.append(item) }
        }
        return expired.filter { removeUnchanged($0.relativePath, $0.status) == .removed }
            .map(\.relativePath)
    }

    /// Removes the files that were not used for the longest time, down to half the size limit, if
    /// together they have reached the limit.
    ///
    /// - Returns: The URLs of the removed files in the order of removal.
    /// - Throws: `KingfisherError.CacheErrorReason.fileEnumeratorCreationFailed(url:)` when the
    ///   directory cannot be listed.
    public func removeSizeExceededValues() throws -> [URL] {
        try trim().removed.map(url)
    }

    /// What a trimming came to.
    struct Trimming {
        /// The paths of the removed files below the directory, in the order of removal.
        var removed: [String] = []
        /// Bytes of the files that were found and left.
        var left: UInt = 0
    }

    /// Trims as ``removeSizeExceededValues()`` does, and says so after each file that is gone.
    ///
    /// Holds no lock, and takes only what nobody replaced or used since it was listed: reads and
    /// stores may go on.
    func trim(_ progressed: () -> Void = {}) throws -> Trimming {
        let limit = setting(\.sizeLimit)
        guard limit > 0 else { return Trimming() }
        var files: [(meta: DiskStorage.FileMeta, status: FileStatus)] = []
        var outcome = Trimming()
        try forEachFile { item in
            guard let status = item.status else { return }
            outcome.left = Self.sum(outcome.left, status.size)
            files.append((DiskStorage.FileMeta(item.relativePath, status), status))
        }
        guard outcome.left >= limit else { return outcome }
        files.sort { DiskStorage.FileMeta.lastAccessDate(lhs: $0.meta, rhs: $1.meta) }
        while outcome.left > limit / 2, let oldest = files.popLast() {
            let removal = removeUnchanged(oldest.meta.path, oldest.status)
            // What somebody else removed counts as well, or two trimmings would empty the directory.
            guard removal == .removed || removal == .gone else { continue }
            outcome.left -= min(outcome.left, UInt(max(0, oldest.status.size)))
            if removal == .removed { outcome.removed.append(oldest.meta.path) }
            progressed()
        }
        return outcome
    }

    /// The bytes of all files together; 0 without a directory.
    ///
    /// - Throws: `KingfisherError.CacheErrorReason.fileEnumeratorCreationFailed(url:)` when the
    ///   directory cannot be listed.
    public func totalSize() throws -> UInt {
        var total: UInt = 0
        try forEachFile { item in total = Self.sum(total, item.status?.size ?? 0) }
        return total
    }

    private func forEachFile(_ body: (DirectoryWalk.Item) -> Void) throws {
        do {
            try DirectoryWalk(root: directoryPath).forEachFile(body)
        } catch {
            throw KingfisherError.cacheError(
                reason: .fileEnumeratorCreationFailed(url: directoryURL))
        }
    }

    private func url(_ relativePath: String) -> URL {
        directoryURL.appendingPathComponent(relativePath, isDirectory: false)
    }

    private static func sum(_ total: UInt, _ size: Int) -> UInt {
        let (sum, overflow) = total.addingReportingOverflow(UInt(max(0, size)))
        return overflow ? .max : sum
    }
}
