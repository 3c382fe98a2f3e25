public import Foundation

/// The disk half of a cache.
public enum DiskStorage {
    /// The settings of a disk storage.
    public struct Config {
        /// The most bytes all entries together may take.
        ///
        /// 0 means no limit.
        public var sizeLimit: UInt
        /// How long entries stay valid unless a store says otherwise.
        ///
        /// Default 7 days.
        public var expiration: StorageExpiration = .days(7)
        /// The extension of every file.
        ///
        /// Nil, the default, means none.
        public var pathExtension: String?
        /// Whether a file is named by the SHA-256 of its key instead of the key.
        ///
        /// Default true.
        ///
        /// Where keys are names, characters that a file name cannot hold or that would lead out of
        /// the directory are percent-encoded.
        public var usesHashedFileName = true
        /// Whether hashed names end in the extension that the key suggests.
        ///
        /// Default false.
        public var autoExtAfterHashedFileName = false
        /// Makes the cache directory's URL from the directory it is to be in and its name.
        ///
        /// Asked once, when a storage is created. The default appends the name to the directory.
        public var cachePathBlock: (@Sendable (_ directory: URL, _ cacheName: String) -> URL)!
        /// Names the storage; part of its directory's name.
        public let name: String

        let fileManager: FileManager
        let directory: URL?

        /// Creates settings.
        ///
        /// - Parameters:
        ///   - name: Names the storage. Two storages of one name and place share their files.
        ///   - sizeLimit: The most bytes all entries together may take. 0 means no limit.
        ///   - fileManager: Lists and creates the directory. Default `FileManager.default`.
        ///   - directory: Where the cache directory is to be. Nil, the default, means the user's
        ///     directory for caches.
        public init(
            name: String, sizeLimit: UInt, fileManager: FileManager = .default,
            directory: URL? = nil
        ) {
            self.name = name
            self.sizeLimit = sizeLimit
            self.fileManager = fileManager
            self.directory = directory
            cachePathBlock = { directory, cacheName in
                directory.appendingPathComponent(cacheName, isDirectory: true)
            }
        }
    }
}

// Unchecked: `FileManager` may be used from any thread; all else is a value.
extension DiskStorage.Config: @unchecked Sendable {}

extension DiskStorage.Config {
    /// Where the storage keeps its files.
    var directoryURL: URL {
        let base =
            directory
            ?? fileManager.urls(for: .cachesDirectory, in: .userDomainMask).first
            ?? fileManager.temporaryDirectory
        let directoryName = "com.onevcat.Kingfisher.ImageCache.\(name)"
        guard let makeURL = cachePathBlock else {
            return base.appendingPathComponent(directoryName, isDirectory: true)
        }
        return makeURL(base, directoryName)
    }
}
