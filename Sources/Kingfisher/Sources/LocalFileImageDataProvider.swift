public import Foundation

/// Reads an image from a file.
public struct LocalFileImageDataProvider: ImageDataProvider {
    /// The file.
    public let fileURL: URL
    /// The key of the image in the caches.
    public var cacheKey: String

    private let loadingQueue: ExecutionQueue

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - fileURL: The file to read.
    ///   - cacheKey: The key in the caches. Nil, the default, uses the URL's own key.
    ///   - loadingQueue: Where the file is read. Default: the global user-initiated queue.
    public init(
        fileURL: URL, cacheKey: String? = nil,
        loadingQueue: ExecutionQueue = .dispatch(DispatchQueue.global(qos: .userInitiated))
    ) {
        self.fileURL = fileURL
        self.cacheKey = cacheKey ?? fileURL.localFileCacheKey
        self.loadingQueue = loadingQueue
    }

    /// Reads the file on the loading queue.
    ///
    /// - Parameter handler: Receives the bytes or Foundation's read error, on the loading queue.
    public func data(handler: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        loadingQueue.execute {
            handler(Result { try Data(contentsOf: fileURL) })
        }
    }

    /// The bytes of the file, read on the loading queue.
    ///
    /// - Throws: Foundation's read error.
    public var data: Data {
        get async throws {
            try await withCheckedThrowingContinuation { continuation in
                data { continuation.resume(with: $0) }
            }
        }
    }

    /// The file.
    public var contentURL: URL? { fileURL }
}
