import Foundation
import Kingfisher

/// Where the cache is that the command line means.
struct CacheLocation: Sendable {
    /// A cache that cannot be used.
    struct Failure: Error, Equatable {
        /// What is wrong and what to do.
        let text: String
    }

    /// The directory that holds it; nil for the user's own.
    let directory: String?

    /// The name that the library gives its own cache, so that programs and the tool share one.
    private static let name = "default"

    /// Opens the cache; its directory is made if missing.
    ///
    /// - Throws: ``Failure`` when that cannot be.
    func open() throws(Failure) -> ImageCache {
        guard let directory else { return .default }
        do {
            return try ImageCache(
                name: Self.name,
                cacheDirectoryURL: URL(fileURLWithPath: directory, isDirectory: true))
        } catch {
            throw Failure(text: error.localizedDescription)
        }
    }

    /// Opens a cache that must be there already.
    ///
    /// - Throws: ``Failure`` for a directory that is not there, rather than making one for a
    ///   misspelt name.
    func openExisting() throws(Failure) -> ImageCache {
        if let directory {
            var isDirectory: ObjCBool = false
            let exists = FileManager.default.fileExists(
                atPath: directory, isDirectory: &isDirectory)
            guard exists, isDirectory.boolValue else {
                throw Failure(text: "There is no directory \(directory); check --cache-dir.")
            }
        }
        return try open()
    }

    /// Checks that entries can be written.
    ///
    /// - Throws: ``Failure`` when they cannot.
    func checkWritable(_ cache: ImageCache) throws(Failure) {
        let path = cache.diskStorage.directoryURL.path
        guard access(path, W_OK | X_OK) == 0 else {
            throw Failure(
                text: "The cache directory \(path) cannot be written: \(SystemError(errno).text).")
        }
    }
}
