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
        var expired: [String] = []
        try forEachFile { item in
            let isValid = item.status.map { !$0.times.isExpired(at: referenceDate) } ?? false
            if !isValid { expired.append(item.relativePath) }
        }
        return expired.compactMap(removeAndName)
    }

    /// Removes the files that were not used for the longest time, down to half the size limit, if
    /// together they have reached the limit.
    ///
    /// - Returns: The URLs of the removed files in the order of removal.
    /// - Throws: `KingfisherError.CacheErrorReason.fileEnumeratorCreationFailed(url:)` when the
    ///   directory cannot be listed.
    public func removeSizeExceededValues() throws -> [URL] {
        let limit = setting(\.sizeLimit)
        guard limit > 0 else { return [] }
        var files: [(path: String, meta: DiskStorage.FileMeta)] = []
        var total: UInt = 0
        try forEachFile { item in
            guard let status = item.status else { return }
            total = Self.sum(total, status.size)
            files.append((item.relativePath, meta(of: item.relativePath, status)))
        }
        guard total >= limit else { return [] }
        files.sort { DiskStorage.FileMeta.lastAccessDate(lhs: $0.meta, rhs: $1.meta) }
        var removed: [URL] = []
        while total > limit / 2, let oldest = files.popLast() {
            guard let url = removeAndName(oldest.path) else { continue }
            total -= min(total, UInt(max(0, oldest.meta.fileSize)))
            removed.append(url)
        }
        return removed
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

    private func meta(of relativePath: String, _ status: FileStatus) -> DiskStorage.FileMeta {
        DiskStorage.FileMeta(
            fileURL: url(relativePath), lastAccessDate: status.times.lastAccess,
            estimatedExpirationDate: status.times.expiration,
            isDirectory: status.kind == .directory, fileSize: status.size)
    }

    /// Removes a file; its URL if that worked.
    private func removeAndName(_ relativePath: String) -> URL? {
        do {
            try removeFile(named: relativePath)
            return url(relativePath)
        } catch {
            return nil
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
