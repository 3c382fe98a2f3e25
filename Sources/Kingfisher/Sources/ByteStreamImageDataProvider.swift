public import Foundation
import Locking

/// Reads an image from a stream of bytes: standard input, a pipe, a socket, an open file.
///
/// A stream can be read once, from where it stands to its end. The request waits for as long as nothing
/// comes, in a thread of its own, and cancelling it ends the wait at once. The file handle has to stay
/// open until data is asked for; it is not closed, and bytes that were read are gone from it.
public struct ByteStreamImageDataProvider: ImageDataProvider {
    /// Why no bytes came out.
    public enum ByteStreamImageDataProviderError: Error, Equatable {
        /// The stream holds more bytes than allowed.
        ///
        /// Some of them have been read. The value is the limit.
        case tooManyBytes(limit: Int)
        /// The stream was read before.
        case alreadyRead
        /// The system cannot read the stream.
        ///
        /// The value is that of `errno`.
        case unreadable(code: Int32)
    }

    /// Most bytes that a stream may hold unless a provider says otherwise: 512 MB, as for a download.
    public static let defaultMaximumSize = 512 << 20

    /// The key of the image in the caches.
    public let cacheKey: String
    /// Most bytes that the stream may hold.
    public let maximumSize: Int

    private let fileHandle: FileHandle
    private let isTaken = Locked(false)

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - fileHandle: The stream.
    ///   - cacheKey: The key in the caches. Bytes that differ need keys that differ; requests that should
    ///     not be answered from a cache need ``KingfisherOptionsInfoItem/forceRefresh``.
    ///   - maximumSize: Most bytes that the stream may hold. Default
    ///     ``defaultMaximumSize``.
    public init(
        fileHandle: FileHandle, cacheKey: String,
        maximumSize: Int = ByteStreamImageDataProvider.defaultMaximumSize
    ) {
        self.fileHandle = fileHandle
        self.cacheKey = cacheKey
        self.maximumSize = max(0, maximumSize)
    }

    /// Reads the stream to its end.
    ///
    /// - Returns: The bytes; empty when there are none.
    /// - Throws: ``ByteStreamImageDataProviderError``, or `CancellationError` as soon as the task is
    ///   cancelled, before the first byte or after some.
    public func data() async throws -> Data {
        try Task.checkCancellation()
        let wasTaken = isTaken.withLock { isTaken in
            defer { isTaken = true }
            return isTaken
        }
        guard !wasTaken else { throw ByteStreamImageDataProviderError.alreadyRead }
        let reader = try ByteStreamReader(
            descriptor: fileHandle.fileDescriptor, limit: maximumSize)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // It may wait for ever, which must take no thread from a queue.
                Thread.detachNewThread {
                    continuation.resume(with: Result { try reader.readToEnd() })
                }
            }
        } onCancel: {
            reader.cancel()
        }
    }
}

extension ByteStreamImageDataProvider.ByteStreamImageDataProviderError: LocalizedError {
    /// What happened and what can be done about it.
    public var errorDescription: String? {
        switch self {
        case .tooManyBytes(let limit):
            "The stream holds more than \(limit) bytes. Allow more, or send a smaller picture."
        case .alreadyRead:
            "The stream was read before, and can be read once only. Make a provider of a new one."
        case .unreadable(let code):
            "The stream cannot be read: \(String(cString: strerror(code)))."
        }
    }
}
