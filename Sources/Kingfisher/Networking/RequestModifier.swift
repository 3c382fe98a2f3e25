#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Changes a request, or vetoes it, before it is sent.
///
/// May take its time.
public protocol AsyncImageDownloadRequestModifier: Sendable {
    /// The request to send instead.
    ///
    /// - Parameter request: The request as the downloader made it.
    /// - Returns: The changed request, or nil to end the download with
    ///   `KingfisherError.requestError(.emptyRequest)`.
    func modified(for request: URLRequest) async -> URLRequest?

    /// Called once with the task when the download has a session task, before it is resumed.
    var onDownloadTaskStarted: (@Sendable (DownloadTask?) -> Void)? { get }
}

/// Changes a request, or vetoes it, at once on the caller's thread.
public protocol ImageDownloadRequestModifier: AsyncImageDownloadRequestModifier {
    /// The request to send instead.
    ///
    /// - Parameter request: The request as the downloader made it.
    /// - Returns: The changed request, or nil to end the download with
    ///   `KingfisherError.requestError(.emptyRequest)`.
    func modified(for request: URLRequest) -> URLRequest?
}

extension ImageDownloadRequestModifier {
    /// The request that the synchronous form gives.
    public func modified(for request: URLRequest) async -> URLRequest? {
        // Naming the type picks the synchronous overload; without it this would call itself.
        let modify: (URLRequest) -> URLRequest? = modified(for:)
        return modify(request)
    }

    /// No callback.
    public var onDownloadTaskStarted: (@Sendable (DownloadTask?) -> Void)? { nil }
}

/// A request modifier made of a closure.
public struct AnyModifier: ImageDownloadRequestModifier {
    private let block: @Sendable (URLRequest) -> URLRequest?

    /// Creates a modifier.
    ///
    /// - Parameter modify: Receives the request and returns the one to send, or nil to veto it.
    public init(modify: @escaping @Sendable (URLRequest) -> URLRequest?) {
        block = modify
    }

    /// The request that the closure gives.
    public func modified(for request: URLRequest) -> URLRequest? {
        block(request)
    }
}
