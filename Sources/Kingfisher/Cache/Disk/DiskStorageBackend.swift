public import Foundation
import Locking

extension DiskStorage {
    /// Keeps values as files, one for each, all in one directory.
    ///
    /// All members may be used from any thread and work on the calling thread. A file is replaced in
    /// one step: a reader sees the old value or the new one. Several storages and processes may share
    /// a directory.
    public final class Backend<T: DataTransformable> where T: Sendable {
        /// Where the files are.
        ///
        /// Never changes, whatever happens to ``config``.
        public let directoryURL: URL

        let directoryPath: String
        let index: DirectoryIndex
        let fileManager: FileManager
        let temporaryNames: TemporaryNames
        /// Who is told when a size limit could be exceeded that was not before.
        let limitWatchers = LimitWatchers()
        private let currentConfig: Locked<Config>
        private let ready: Locked<Bool>

        /// Dates of files are extended here, one file after the other.
        let metaChangingQueue = DispatchQueue(
            label: "com.onevcat.Kingfisher.DiskStorage.metaChanging")

        /// Tests look at the index from here, though it guards itself.
        let maybeCachedCheckingQueue = DispatchQueue(
            label: "com.onevcat.Kingfisher.DiskStorage.maybeCachedChecking")

        /// Creates a storage, and its directory where there is none.
        ///
        /// - Parameter config: Its settings.
        /// - Throws: `KingfisherError.CacheErrorReason.cannotCreateDirectory(path:error:)`.
        public convenience init(config: Config) throws {
            self.init(noThrowConfig: config, creatingDirectory: false)
            try prepareDirectory()
        }

        /// Creates a storage that tries again later when its directory cannot be created now.
        init(noThrowConfig config: Config, creatingDirectory: Bool) {
            directoryURL = config.directoryURL
            directoryPath = directoryURL.path
            fileManager = config.fileManager
            temporaryNames = TemporaryNames()
            index = DirectoryIndex(
                directory: directoryPath, ownPrefix: temporaryNames.prefix,
                fileManager: config.fileManager, measured: limitWatchers.notify)
            currentConfig = Locked(config)
            ready = Locked(true)
            if creatingDirectory { try? prepareDirectory() }
        }

        /// The settings.
        ///
        /// They apply to what happens next; files are not renamed.
        public var config: Config {
            get { currentConfig.withLock { $0 } }
            set {
                let previous = currentConfig.withLock { config in
                    let previous = config.sizeLimit
                    config = newValue
                    return previous
                }
                if previous != newValue.sizeLimit { limitWatchers.notify() }
            }
        }

        /// Reads one setting without copying all of them.
        func setting<Value>(_ read: (Config) -> Value) -> Value {
            currentConfig.withLock { read($0) }
        }

        /// Makes sure that the directory exists, and learns what it holds.
        private func prepareDirectory() throws {
            do {
                try createDirectory()
            } catch {
                ready.withLock { $0 = false }
                throw error
            }
            index.scan()
        }

        func createDirectory() throws {
            // Asked of the system: whatever is there, a link or a file, is not to be replaced.
            if (try? FileAccess.status(of: directoryPath)) != nil { return }
            do {
                try fileManager.createDirectory(
                    atPath: directoryPath, withIntermediateDirectories: true, attributes: nil)
            } catch {
                throw KingfisherError.cacheError(
                    reason: .cannotCreateDirectory(path: directoryPath, error: error))
            }
        }

        /// Fails while the directory cannot be created; each call tries again to make it.
        func checkReady() throws {
            guard !ready.withLock({ $0 }) else { return }
            do {
                try createDirectory()
            } catch {
                throw KingfisherError.cacheError(
                    reason: .diskStorageIsNotReady(cacheURL: directoryURL))
            }
            let wasNotReady = ready.withLock { ready in
                defer { ready = true }
                return !ready
            }
            if wasNotReady { index.relearn() }
        }

        func markNotReady() { ready.withLock { $0 = false } }

        /// Whether the directory could be created when that was last tried.
        var isReady: Bool { ready.withLock { $0 } }

        /// The URL of the file of a key, whether or not there is one.
        ///
        /// - Parameters:
        ///   - key: The key.
        ///   - forcedExtension: The extension that was given to the store. Default nil.
        /// - Returns: Its URL, made without a look at the disk.
        public func cacheFileURL(forKey key: String, forcedExtension: String? = nil) -> URL {
            directoryURL.appendingPathComponent(
                cacheFileName(forKey: key, forcedExtension: forcedExtension), isDirectory: false)
        }

        func cacheFileName(forKey key: String, forcedExtension: String? = nil) -> String {
            setting { CacheFileName($0) }.name(forKey: key, forcedExtension: forcedExtension)
        }

        /// The entry with the extension that the settings of this moment give its file.
        func resolved(_ entry: EntryKey) -> EntryKey {
            entry.resolved(by: setting { CacheFileName($0) })
        }

        func path(ofFile name: String) -> String { directoryPath + "/" + name }
    }
}

// Unchecked: everything that changes is inside locks.
extension DiskStorage.Backend: @unchecked Sendable {}

extension DiskStorage.Backend {
    /// The names that may be in the directory; nil while only the disk knows.
    var maybeCached: Set<String>? {
        get {
            index.state.withLock { state in state.sizes.map { Set($0.keys) } }
        }
        set { index.state.withLock { $0.replaceNames(newValue) } }
    }

    /// Whether the first scan of the directory has ended.
    var maybeCachedSetupCompleted: Bool {
        get { index.state.withLock { $0.isSetupCompleted } }
        set { index.state.withLock { $0.isSetupCompleted = newValue } }
    }
}
