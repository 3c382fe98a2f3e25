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
    @discardableResult
    func removeDamaged(_ entry: DiskEntry) -> Removal {
        remove(entry.name) { $0.isSameFile(as: entry.status) }
    }

    /// Removes a file unless it was replaced or used since it was looked at.
    ///
    /// - Parameters:
    ///   - path: The file's path below the directory.
    ///   - status: What it was then; nil where the system did not tell.
    /// - Returns: What became of it.
    func removeUnchanged(_ path: String, _ status: FileStatus?) -> Removal {
        guard let status else { return remove(path, ifStill: nil) }
        return remove(path) { $0 == status }
    }

    private func remove(_ path: String, ifStill isWanted: ((FileStatus) -> Bool)?) -> Removal {
        do {
            if let isWanted {
                guard let now = try FileAccess.status(of: self.path(ofFile: path)) else {
                    return .gone
                }
                guard isWanted(now) else { return .changed }
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
        /// It was replaced or used.
        case changed
        /// It cannot be removed.
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
        } catch  where error.code == ENOTDIR && isFile {
            // A file in the place of the directory is cleared away as well.
            try fileManager.removeItem(atPath: directoryPath)
            try createDirectory()
            return index.relearn()
        } catch {
            index.relearn()
            throw FileFailure(code: error.code, path: error.path, action: .remove).cocoaError
        }
        FileAccess.removeUnnameable(in: directoryPath)
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

    /// Whether something that is no directory stands in the place of the directory.
    private var isFile: Bool {
        let status = try? FileAccess.status(of: directoryPath)
        return status.map { $0.kind != .directory } ?? false
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
