public import Foundation

extension DiskStorage.Backend {
    /// The value under a key, if its file is there and has not expired.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - forcedExtension: The extension that was given to the store. Default nil.
    ///   - extendingExpiration: How the read changes the time the file stays valid. Default
    ///     ``ExpirationExtending/cacheTime``. The change follows a moment later.
    /// - Returns: The value, or nil.
    /// - Throws: `KingfisherError.cacheError` with the reason
    ///   - `diskStorageIsNotReady` while the directory cannot be created,
    ///   - `invalidURLResource` when the file is there but its dates cannot be read,
    ///   - `cannotLoadDataFromDisk` when its bytes cannot be read or are no such value.
    public func value(
        forKey key: String, forcedExtension: String? = nil,
        extendingExpiration: ExpirationExtending = .cacheTime
    ) throws -> T? {
        try value(
            forKey: key, referenceDate: Date(), actuallyLoad: true,
            extendingExpiration: extendingExpiration, forcedExtension: forcedExtension)
    }

    func value(
        forKey key: String, referenceDate: Date, actuallyLoad: Bool,
        extendingExpiration: ExpirationExtending, forcedExtension: String?
    ) throws -> T? {
        guard actuallyLoad else {
            let isPresent = try probe(key, forcedExtension, referenceDate: referenceDate)
            return isPresent ? T.empty : nil
        }
        guard let entry = try entry(forKey: key, forcedExtension, referenceDate: referenceDate)
        else { return nil }
        let value: T
        do {
            value = try T.fromData(entry.data)
        } catch {
            let url = cacheFileURL(forKey: key, forcedExtension: forcedExtension)
            throw KingfisherError.cacheError(
                reason: .cannotLoadDataFromDisk(url: url, error: error))
        }
        extendExpiration(of: entry, extendingExpiration)
        return value
    }

    /// Whether a valid file is there for a key.
    ///
    /// Reads no bytes and changes no date.
    ///
    /// A file that is not there is known without a look at the disk once the directory was scanned.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - forcedExtension: The extension that was given to the store. Default nil.
    /// - Returns: False also while the storage cannot use its directory.
    public func isCached(forKey key: String, forcedExtension: String? = nil) -> Bool {
        isCached(forKey: key, referenceDate: Date(), forcedExtension: forcedExtension)
    }

    /// Whether a file for a key is valid at a date.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - referenceDate: The date; one in the distant past makes every file valid.
    ///   - forcedExtension: The extension that was given to the store. Default nil.
    /// - Returns: False also while the storage cannot use its directory.
    public func isCached(
        forKey key: String, referenceDate: Date, forcedExtension: String? = nil
    ) -> Bool {
        (try? probe(key, forcedExtension, referenceDate: referenceDate)) ?? false
    }

    // MARK: Steps

    private func probe(
        _ key: String, _ forcedExtension: String?, referenceDate: Date
    ) throws -> Bool {
        // A question is quick and may be asked for each image in sight; who loads or stores tries
        // again.
        guard isReady else {
            throw KingfisherError.cacheError(
                reason: .diskStorageIsNotReady(cacheURL: directoryURL))
        }
        let name = cacheFileName(forKey: key, forcedExtension: forcedExtension)
        guard !index.isAbsent(name) else { return false }
        let status: FileStatus?
        do {
            status = try FileAccess.status(of: path(ofFile: name))
        } catch {
            try checkMetadataFailure(error, key: key)
            return false
        }
        return status?.isEntry(validAt: referenceDate) ?? false
    }

    /// Reads the file of a key; nil when there is none or it expired.
    func entry(
        forKey key: String, _ forcedExtension: String?, referenceDate: Date = Date()
    ) throws -> DiskEntry? {
        try checkReady()
        let name = cacheFileName(forKey: key, forcedExtension: forcedExtension)
        guard !index.isAbsent(name) else { return nil }
        let path = path(ofFile: name)
        do {
            let found = try FileAccess.read(path) { $0.isEntry(validAt: referenceDate) }
            guard let found, let data = found.data else { return nil }
            return DiskEntry(name: name, status: found.status, data: data)
        } catch {
            try checkReadFailure(error, key: key, referenceDate: referenceDate)
            return nil
        }
    }

    /// Sorts out a failed read: no metadata means there is nothing, or nothing to learn; metadata but
    /// no bytes is an entry that cannot be read.
    private func checkReadFailure(
        _ failure: FileFailure, key: String, referenceDate: Date
    ) throws {
        do {
            let status = try FileAccess.status(of: failure.path)
            guard let status, status.isEntry(validAt: referenceDate) else { return }
        } catch {
            try checkMetadataFailure(error, key: key)
            return
        }
        throw KingfisherError.cacheError(
            reason: .cannotLoadDataFromDisk(
                url: URL(fileURLWithPath: failure.path), error: failure.cocoaError))
    }

    private func checkMetadataFailure(_ failure: FileFailure, key: String) throws {
        guard fileManager.fileExists(atPath: failure.path) else { return }
        throw KingfisherError.cacheError(
            reason: .invalidURLResource(
                error: failure.cocoaError, key: key, url: URL(fileURLWithPath: failure.path)))
    }
}

/// A file that was read.
struct DiskEntry: Sendable {
    let name: String
    let status: FileStatus
    let data: Data
}

extension FileStatus {
    /// Whether this can be an entry and is valid at a date.
    ///
    /// Directories, pipes and devices in the place of an entry are none.
    func isEntry(validAt date: Date) -> Bool {
        (kind == .regular || kind == .symbolicLink) && !times.isExpired(at: date)
    }
}
