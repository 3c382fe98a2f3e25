public import Foundation

/// The entry to the builder syntax.
///
///     KF.url(url).downsampling(size: size).roundCorner(radius: .point(8)).set(to: imageView)
///
/// A builder without a source is allowed; setting it ends with
/// `KingfisherError.imageSettingError(.emptySource)`.
public enum KF {}

extension KF {
    /// A builder for a source.
    public static func source(_ source: Source?) -> KF.Builder {
        Builder(source: source)
    }

    /// A builder for a resource.
    ///
    /// A file URL is read from disk.
    public static func resource(_ resource: (any Resource)?) -> KF.Builder {
        source(resource?.convertToSource())
    }

    /// A builder for a URL.
    ///
    /// A file URL is read from disk.
    ///
    /// - Parameters:
    ///   - url: What to load.
    ///   - cacheKey: The key in the caches. Nil, the default, uses the URL's own key.
    /// - Returns: The builder.
    public static func url(_ url: URL?, cacheKey: String? = nil) -> KF.Builder {
        source(url?.convertToSource(overrideCacheKey: cacheKey))
    }

    /// A builder for a data provider.
    public static func dataProvider(_ provider: (any ImageDataProvider)?) -> KF.Builder {
        source(provider?.convertToSource())
    }

    /// A builder for bytes in memory.
    ///
    /// - Parameters:
    ///   - data: The encoded image. Nil makes a builder without a source.
    ///   - cacheKey: The key in the caches.
    /// - Returns: The builder.
    public static func data(_ data: Data?, cacheKey: String) -> KF.Builder {
        dataProvider(data.map { RawImageDataProvider(data: $0, cacheKey: cacheKey) })
    }
}
