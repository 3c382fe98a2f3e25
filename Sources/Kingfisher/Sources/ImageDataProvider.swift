public import Foundation

/// Makes or finds image data without a download: a file, bytes in memory, a generated picture.
///
/// Implement either form of `data`; each has a default made of the other. The library calls the
/// asynchronous one, inside a task that is cancelled when the request is.
public protocol ImageDataProvider: Sendable {
    /// The key of the image in the caches.
    var cacheKey: String { get }

    /// The data of the image.
    ///
    /// - Returns: The encoded image.
    /// - Throws: Whatever the provider fails with; the caller of the library receives it inside
    ///   `KingfisherError.imageSettingError(.dataProviderError)`. Throwing `CancellationError`
    ///   reports a cancelled request.
    func data() async throws -> Data

    /// The data of the image, by callback.
    ///
    /// - Parameter handler: Must be called exactly once, on any queue.
    func data(handler: @escaping @Sendable (Result<Data, any Error>) -> Void)

    /// Where the content can be found, if it has a URL. Default nil.
    var contentURL: URL? { get }
}

extension ImageDataProvider {
    /// The data that the callback form gives.
    public func data() async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            data { continuation.resume(with: $0) }
        }
    }

    /// The data that the asynchronous form gives, from a new task.
    public func data(handler: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        Task {
            do {
                handler(.success(try await data()))
            } catch {
                handler(.failure(error))
            }
        }
    }

    /// No URL.
    public var contentURL: URL? { nil }

    /// A provider source of this provider.
    public func convertToSource() -> Source { .provider(self) }
}
