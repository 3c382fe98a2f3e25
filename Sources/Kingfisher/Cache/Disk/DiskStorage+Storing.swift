public import Foundation

extension DiskStorage.Backend {
    /// Stores a value, replacing the one under the same key and extension.
    ///
    /// The file appears in one step: no reader ever sees a part of it.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: Its key.
    ///   - expiration: How long it stays valid. Nil, the default, means the storage's settings. An
    ///     expired one stores nothing, reports no error and leaves an older file in place.
    ///   - writeOptions: Options for the file. Default none; every write is atomic.
    ///   - forcedExtension: The file's extension instead of what the settings say. Default nil.
    /// - Throws: `KingfisherError.cacheError` with the reason
    ///   - `diskStorageIsNotReady` while the directory cannot be created,
    ///   - `cannotConvertToData` when the value gives no bytes,
    ///   - `cannotCreateCacheFile` when the file cannot be written: the disk is full, or the
    ///     directory cannot be written,
    ///   - `cannotSetCacheFileAttribute` when its dates cannot be set; then no file is left.
    public func store(
        value: T, forKey key: String, expiration: StorageExpiration? = nil,
        writeOptions: Data.WritingOptions = [], forcedExtension: String? = nil
    ) throws {
        try store(
            value: value, forKey: key, expiration: expiration, writeOptions: writeOptions,
            forcedExtension: forcedExtension, record: nil)
    }

    /// Stores a value as the public method does, with a record beside its bytes.
    func store(
        value: T, forKey key: String, expiration: StorageExpiration?,
        writeOptions: Data.WritingOptions, forcedExtension: String?, record: Data?
    ) throws {
        guard try accepts(expiration) else { return }
        let expiration = expiration ?? setting(\.expiration)
        let data: Data
        do {
            data = try value.toData()
        } catch {
            throw KingfisherError.cacheError(
                reason: .cannotConvertToData(object: value, error: error))
        }
        let name = cacheFileName(forKey: key, forcedExtension: forcedExtension)
        let now = Date()
        let times = FileTimes(
            lastAccess: now, expiration: expiration.estimatedExpirationSince(now))
        do {
            try write(data, toFile: name, times: times, record: record, options: writeOptions)
        } catch {
            throw storeFailure(error, of: data, forKey: key, inFile: name, times: times)
        }
        index.insert(name, size: data.count)
    }

    /// Whether something that expires so would be kept.
    ///
    /// - Throws: `KingfisherError.CacheErrorReason.diskStorageIsNotReady(cacheURL:)`.
    func accepts(_ expiration: StorageExpiration?) throws -> Bool {
        try checkReady()
        return !(expiration ?? setting(\.expiration)).isExpired
    }

    /// What a failure to write a file is to the caller.
    func storeFailure(
        _ failure: any Error, of data: Data, forKey key: String, inFile name: String,
        times: FileTimes
    ) -> KingfisherError {
        let error = (failure as? FileFailure)?.cocoaError ?? failure
        guard let failure = failure as? FileFailure, failure.action == .setDates else {
            let url = directoryURL.appendingPathComponent(name, isDirectory: false)
            return .cacheError(
                reason: .cannotCreateCacheFile(fileURL: url, key: key, data: data, error: error))
        }
        var attributes: [FileAttributeKey: Any] = [:]
        attributes[.creationDate] = times.lastAccess
        attributes[.modificationDate] = times.expiration
        return .cacheError(
            reason: .cannotSetCacheFileAttribute(
                filePath: path(ofFile: name), attributes: attributes, error: error))
    }

    /// Writes a file, once more when its directory had been removed.
    private func write(
        _ data: Data, toFile name: String, times: FileTimes, record: Data?,
        options: Data.WritingOptions
    ) throws {
        func attempt() throws(FileFailure) {
            try FileAccess.write(
                data, to: path(ofFile: name), temporaryPath: path(ofFile: temporaryNames.next()),
                times: times, record: record, options: options)
        }
        do {
            try attempt()
        } catch  where error.isMissing {
            do {
                try createDirectory()
            } catch {
                markNotReady()
                throw error
            }
            // What is watched is another directory, or none, whatever the system has told of it.
            index.relearn()
            try attempt()
        }
    }
}
