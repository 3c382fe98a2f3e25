public import Foundation

/// Something that can be downloaded and cached: a URL together with its cache key.
public protocol Resource: Sendable {
    /// The key of the image in the caches.
    var cacheKey: String { get }
    /// Where the image is downloaded from.
    var downloadURL: URL { get }
}

extension Resource {
    /// Makes a source of the resource.
    ///
    /// - Parameter overrideCacheKey: A key to use instead of ``cacheKey``. Default nil.
    /// - Returns: A local-file provider for a file URL, else a network source.
    public func convertToSource(overrideCacheKey: String? = nil) -> Source {
        let key = overrideCacheKey ?? cacheKey
        guard downloadURL.isFileURL else {
            return .network(KF.ImageResource(downloadURL: downloadURL, cacheKey: key))
        }
        return .provider(LocalFileImageDataProvider(fileURL: downloadURL, cacheKey: key))
    }
}

extension URL: Resource {
    /// The key of the image in the caches: the absolute string, or for a file URL a key that does
    /// not depend on where an application's container lies.
    public var cacheKey: String {
        isFileURL ? localFileCacheKey : absoluteString
    }

    /// The URL itself.
    public var downloadURL: URL { self }
}

extension URL {
    static let localFileCacheKeyPrefix = "kingfisher.local.cacheKey"

    /// A key that survives a moved application container: only the path from the last `.app` or
    /// `.appex` component on counts, or the whole path where there is no such component.
    var localFileCacheKey: String {
        let components = pathComponents
        let start = components.lastIndex { $0.hasSuffix(".app") || $0.hasSuffix(".appex") }
        let tail = components[(start ?? components.startIndex)...].joined(separator: "/")
        let key = "\(URL.localFileCacheKeyPrefix)/\(tail)"
        return query.map { "\(key)?\($0)" } ?? key
    }
}
