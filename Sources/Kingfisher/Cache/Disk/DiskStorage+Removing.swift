import Foundation

extension DiskStorage.Backend {
    /// Removes the file of a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - forcedExtension: The extension that was given to the store. Default nil.
    /// - Throws: A `CocoaError` as `FileManager` would: `fileNoSuchFile` when there is none.
    public func remove(forKey key: String, forcedExtension: String? = nil) throws {
        do {
            try remove(cacheFileName(forKey: key, forcedExtension: forcedExtension))
        } catch {
            throw error.cocoaError
        }
    }

    private func remove(_ name: String) throws(FileFailure) {
        try index.removing(name) { () throws(FileFailure) in
            try FileAccess.remove(path(ofFile: name))
        }
    }

    /// Removes a file that turned out to be damaged, unless another one took its place.
    func removeDamaged(_ entry: DiskEntry) {
        let path = path(ofFile: entry.name)
        guard let status = try? FileAccess.status(of: path),
            status.identity == entry.status.identity
        else { return }
        try? remove(entry.name)
    }

    /// Removes a file unless it was replaced or used since it was looked at.
    ///
    /// - Parameters:
    ///   - path: The file's path below the directory.
    ///   - status: What it was then; nil where the system did not tell.
    /// - Returns: What became of it.
    func removeUnchanged(_ path: String, _ status: FileStatus?) -> Removal {
        do {
            if let status {
                guard let now = try FileAccess.status(of: self.path(ofFile: path)) else {
                    return .gone
                }
                guard now == status else { return .kept }
            }
            try remove(path)
            return .removed
        } catch {
            return error.isMissing ? .gone : .kept
        }
    }

    /// What became of a file that was to be removed.
    enum Removal {
        case removed
        /// Somebody else was quicker.
        case gone
        /// It was replaced or used, or cannot be removed.
        case kept
    }

    /// Removes everything in the directory, files that others put there included.
    ///
    /// - Throws: A `CocoaError` when there is no directory, or for the first thing that cannot be
    ///   removed; the rest is removed all the same.
    public func removeAll() throws {
        try removeAll(skipCreatingDirectory: false)
    }

    func removeAll(skipCreatingDirectory: Bool) throws {
        guard !skipCreatingDirectory else {
            index.state.withLock { $0.removeAll() }
            try fileManager.removeItem(atPath: directoryPath)
            return
        }
        // Emptied in place, not replaced: stores of others that are under way keep their directory.
        // Forgotten first: what is stored from here on is listed and removed, or stays known.
        index.state.withLock { $0.removeAll() }
        var names: [String] = []
        do {
            try FileAccess.list(directoryPath) { name in
                names.append(name)
                return true
            }
        } catch {
            index.relearn()
            throw error.cocoaError
        }
        var firstError: (any Error)?
        for name in names {
            do {
                try removeAnything(named: name)
            } catch {
                firstError = firstError ?? error
            }
        }
        guard let firstError else { return }
        index.relearn()
        throw firstError
    }

    /// Removes a file, a directory with all it holds, or an abandoned temporary file.
    private func removeAnything(named name: String) throws {
        guard !name.hasPrefix(CacheFileName.temporaryPrefix) else {
            FileAccess.removeAbandoned(path(ofFile: name))
            return
        }
        do {
            try remove(name)
        } catch  where error.isMissing {
            // Somebody else was quicker.
        } catch  where error.code == EISDIR || error.code == EPERM {
            try fileManager.removeItem(atPath: error.path)
        } catch {
            throw error.cocoaError
        }
    }
}
