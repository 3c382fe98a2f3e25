public import Foundation

extension ImageCache {
    /// Creates a cache in the user's directory for caches.
    ///
    /// Never fails: while the directory cannot be created, the cache works in memory only, and tries
    /// again with each store and each read from disk.
    ///
    /// - Parameter name: Names the cache; must not be empty. Caches of one name share their files.
    public convenience init(name: String) {
        precondition(!name.isEmpty, "A cache needs a name that is not empty.")
        self.init(
            memoryStorage: Self.memoryStorage(),
            diskStorage: DiskStorage.Backend(
                noThrowConfig: DiskStorage.Config(name: name, sizeLimit: 0),
                creatingDirectory: true))
    }

    /// Creates a cache in a directory.
    ///
    /// - Parameters:
    ///   - name: Names the cache; must not be empty.
    ///   - cacheDirectoryURL: Where the cache's own directory is to be. Nil means the user's directory
    ///     for caches.
    ///   - diskCachePathClosure: Makes the URL of the cache's own directory. Nil, the default, appends
    ///     its name.
    /// - Throws: `KingfisherError.CacheErrorReason.cannotCreateDirectory(path:error:)`.
    public convenience init(
        name: String, cacheDirectoryURL: URL?, diskCachePathClosure: DiskCachePathClosure? = nil
    ) throws {
        precondition(!name.isEmpty, "A cache needs a name that is not empty.")
        var config = DiskStorage.Config(name: name, sizeLimit: 0, directory: cacheDirectoryURL)
        if let diskCachePathClosure { config.cachePathBlock = diskCachePathClosure }
        self.init(
            memoryStorage: Self.memoryStorage(),
            diskStorage: try DiskStorage.Backend(config: config))
    }

    /// A quarter of the machine's memory may be taken by images.
    private static func memoryStorage() -> MemoryStorage.Backend<KFCrossPlatformImage> {
        let limit = Int(clamping: ProcessInfo.processInfo.physicalMemory / 4)
        return MemoryStorage.Backend(config: MemoryStorage.Config(totalCostLimit: limit))
    }
}
