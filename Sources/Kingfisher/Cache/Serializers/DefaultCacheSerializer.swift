public import Foundation

/// Keeps images in the format of their original data.
public struct DefaultCacheSerializer: CacheSerializer {
    /// The serializer with default settings.
    public static let `default` = DefaultCacheSerializer()

    /// Creates a serializer with default settings.
    public init() {}

    /// Nothing yet.
    public func data(with image: KFCrossPlatformImage, original: Data?) -> Data? { nil }

    /// Nothing yet.
    public func image(
        with data: Data, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? { nil }
}
