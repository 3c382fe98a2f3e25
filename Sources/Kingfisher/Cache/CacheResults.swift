public import Foundation

/// What became of storing an image.
public struct CacheStoreResult: Sendable {
    /// Storing in memory, which cannot fail.
    public let memoryCacheResult: Result<(), Never>
    /// Storing on disk; a success as well when the disk was not asked for.
    public let diskCacheResult: Result<(), KingfisherError>
}

/// What a cache found.
public enum ImageCacheResult: Sendable {
    /// The image was read from disk.
    case disk(KFCrossPlatformImage)
    /// The image was in memory.
    case memory(KFCrossPlatformImage)
    /// There is no such image.
    case none

    /// The image; nil only for ``none``.
    public var image: KFCrossPlatformImage? {
        switch self {
        case .disk(let image), .memory(let image): image
        case .none: nil
        }
    }

    /// Where it was found.
    public var cacheType: CacheType {
        switch self {
        case .disk: .disk
        case .memory: .memory
        case .none: .none
        }
    }
}

extension Notification.Name {
    /// Posted on the main queue after files were removed because they expired or the size limit was
    /// exceeded.
    ///
    /// The object is the ``ImageCache``; the user info holds the names of the removed files as an
    /// array of strings under ``KingfisherDiskCacheCleanedHashKey``.
    public static let KingfisherDidCleanDiskCache = Notification.Name(
        "com.onevcat.Kingfisher.KingfisherDidCleanDiskCache")
}

/// The key of the removed file names in `Notification.Name.KingfisherDidCleanDiskCache`.
public let KingfisherDiskCacheCleanedHashKey = "com.onevcat.Kingfisher.cleanedHash"
