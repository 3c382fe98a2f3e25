public import Foundation

/// Gives bytes that are already in memory.
public struct RawImageDataProvider: ImageDataProvider {
    /// The encoded image.
    public let data: Data
    /// The key of the image in the caches.
    public var cacheKey: String

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - data: The encoded image.
    ///   - cacheKey: The key in the caches.
    public init(data: Data, cacheKey: String) {
        self.data = data
        self.cacheKey = cacheKey
    }

    /// Calls `handler` with the bytes before returning.
    ///
    /// Never fails.
    public func data(handler: @escaping (Result<Data, any Error>) -> Void) {
        handler(.success(data))
    }
}
