import Foundation
import Kingfisher

/// Finds entries of a cache that hold no whole picture.
enum CacheVerification {
    /// A damaged entry.
    struct Damage: Equatable, Encodable, Sendable {
        /// The file's name.
        let name: String
        /// What is wrong with it.
        let reason: String
        /// Whether it could be removed.
        let removed: Bool
    }

    /// Decodes an entry whole, and removes it when it is damaged.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - cache: The cache.
    /// - Returns: The damage; nil for a whole picture, a film that belongs to a live photo, a picture
    ///   over the limits or in a format that this build cannot read, and a file that another process
    ///   removed or replaced meanwhile.
    static func damage(of entry: CacheEntry, in cache: ImageCache) -> Damage? {
        guard !entry.name.hasSuffix(".mov"),
            let damaged = cache.removeIfDamaged(fileNamed: entry.name)
        else { return nil }
        return Damage(
            name: entry.name, reason: LoadFailure(damaged.reason).text, removed: damaged.isRemoved)
    }
}
