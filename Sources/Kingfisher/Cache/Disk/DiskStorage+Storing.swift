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
    ///     directory cannot be written.
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
        try checkReady()
        let expiration = expiration ?? setting(\.expiration)
        guard !expiration.isExpired else { return }
        let data: Data
        do {
            data = try value.toData()
        } catch {
            throw KingfisherError.cacheError(
                reason: .cannotConvertToData(object: value, error: error))
        }
        let name = cacheFileName(forKey: key, forcedExtension: forcedExtension)
        do {
            try write(
                data, toFile: name, expiration: expiration, record: record, options: writeOptions)
        } catch {
            throw KingfisherError.cacheError(
                reason: .cannotCreateCacheFile(
                    fileURL: cacheFileURL(forKey: key, forcedExtension: forcedExtension),
                    key: key, data: data, error: error))
        }
        index.insert(name, size: data.count)
    }

    /// Writes a file, once more when its directory had been removed.
    private func write(
        _ data: Data, toFile name: String, expiration: StorageExpiration, record: Data?,
        options: Data.WritingOptions
    ) throws {
        do {
            try attemptWrite(
                data, toFile: name, expiration: expiration, record: record, options: options)
        } catch let failure where failure.isMissing {
            do {
                try createDirectory()
            } catch {
                markNotReady()
                throw error
            }
            do {
                try attemptWrite(
                    data, toFile: name, expiration: expiration, record: record, options: options)
            } catch {
                throw error.cocoaError
            }
        } catch {
            throw error.cocoaError
        }
    }

    private func attemptWrite(
        _ data: Data, toFile name: String, expiration: StorageExpiration, record: Data?,
        options: Data.WritingOptions
    ) throws(FileFailure) {
        let now = Date()
        let times = FileTimes(
            lastAccess: now, expiration: expiration.estimatedExpirationSince(now))
        try FileAccess.write(
            data, to: path(ofFile: name), temporaryPath: path(ofFile: temporaryNames.next()),
            times: times, record: record, options: options)
    }
}
