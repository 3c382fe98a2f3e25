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

    /// Decodes an entry whole, and removes it when that fails.
    ///
    /// - Parameters:
    ///   - entry: The entry.
    ///   - directory: The cache directory.
    /// - Returns: The damage; nil for a whole picture, a film that belongs to a live photo, a
    ///   picture over the limits, and a file that another process removed meanwhile.
    static func damage(of entry: CacheEntry, in directory: URL) -> Damage? {
        let file = directory.appendingPathComponent(entry.name)
        guard file.pathExtension != "mov" else { return nil }
        guard let data = try? Data(contentsOf: file) else { return nil }
        do {
            _ = try ImageDecoder.decode(data)
            return nil
        } catch ImageDecodingError.tooManyPixels, ImageDecodingError.tooManyFrames,
            ImageDecodingError.tooManyBytes
        {
            return nil
        } catch {
            let removed = unlink(file.path) == 0
            return Damage(name: entry.name, reason: LoadFailure(error).text, removed: removed)
        }
    }
}
