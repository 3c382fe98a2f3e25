public import Foundation

/// Decodes an image from a Base64 string.
public struct Base64ImageDataProvider: ImageDataProvider {
    /// The encoded image as Base64, without a `data:` prefix.
    ///
    /// Line breaks are ignored.
    public let base64String: String
    /// The key of the image in the caches.
    public var cacheKey: String

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - base64String: The encoded image as Base64.
    ///   - cacheKey: The key in the caches.
    public init(base64String: String, cacheKey: String) {
        self.base64String = base64String
        self.cacheKey = cacheKey
    }

    /// Calls `handler` with the decoded bytes before returning.
    ///
    /// - Parameter handler: Receives the bytes, or `CocoaError(.fileReadCorruptFile)` when the
    ///   string is not Base64.
    public func data(handler: (Result<Data, any Error>) -> Void) {
        handler(
            Result {
                guard
                    let data = Data(
                        base64Encoded: base64String, options: .ignoreUnknownCharacters)
                else { throw CocoaError(.fileReadCorruptFile) }
                return data
            })
    }
}
