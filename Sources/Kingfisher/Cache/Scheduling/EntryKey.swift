/// Names one entry of a cache on disk.
struct EntryKey: Hashable, Sendable {
    /// The key with the processor's identifier.
    let key: String
    let forcedExtension: String?

    /// - Parameters:
    ///   - sourceKey: The key that callers use.
    ///   - identifier: Identifies the processor.
    ///   - forcedExtension: The extension of the file.
    init(_ sourceKey: String, _ identifier: String, _ forcedExtension: String?) {
        key = sourceKey.computedKey(with: identifier)
        self.forcedExtension = forcedExtension
    }

    private init(computedKey: String, fileExtension: String?) {
        key = computedKey
        forcedExtension = fileExtension
    }

    /// The entry with the extension its file really has.
    ///
    /// One file is one entry, whether its extension comes from a request or from the settings.
    func resolved(by names: CacheFileName) -> EntryKey {
        guard forcedExtension == nil else { return self }
        let fileExtension = names.fileExtension(forKey: key, forcedExtension: nil)
        return EntryKey(computedKey: key, fileExtension: fileExtension)
    }
}

/// What a piece of disk work touches.
enum DiskAccess: Sendable {
    case read(EntryKey)
    case write(EntryKey)
    /// The whole directory, without changing what reads of valid entries find.
    case sweep
    /// The whole directory.
    case clearing
}
