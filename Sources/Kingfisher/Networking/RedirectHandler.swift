import Locking
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Changes or refuses the requests that redirects lead to.
public protocol ImageDownloadRedirectHandler: Sendable {
    /// The request to follow instead.
    ///
    /// - Parameters:
    ///   - task: The download that is redirected.
    ///   - response: The answer that redirects.
    ///   - newRequest: The request that would be sent.
    /// - Returns: The request to send, or nil to take the redirecting answer as the result.
    func handleHTTPRedirection(
        for task: SessionDataTask, response: HTTPURLResponse, newRequest: URLRequest
    ) async -> URLRequest?
}

/// A redirect handler made of a closure.
public struct AnyRedirectHandler: ImageDownloadRedirectHandler {
    private let block:
        @Sendable (
            SessionDataTask, HTTPURLResponse, URLRequest, @escaping (URLRequest?) -> Void
        ) -> Void

    /// Creates a handler.
    ///
    /// - Parameter handle: Receives the download, the redirecting answer, the proposed request and
    ///   a continuation that it has to call with the request to send. Only the first call counts; a
    ///   continuation that is let go of uncalled refuses the redirect.
    public init(
        handle:
            @escaping @Sendable (
                SessionDataTask, HTTPURLResponse, URLRequest, @escaping (URLRequest?) -> Void
            ) -> Void
    ) {
        block = handle
    }

    /// The request that the closure answers with.
    public func handleHTTPRedirection(
        for task: SessionDataTask, response: HTTPURLResponse, newRequest: URLRequest
    ) async -> URLRequest? {
        await withCheckedContinuation { continuation in
            let answer = RedirectAnswer(continuation)
            block(task, response, newRequest) { answer.give($0) }
        }
    }
}

/// Answers a continuation once: with the first request it is given, or with nil when nobody can give
/// one any more.
private final class RedirectAnswer: Sendable {
    private let waiting: Locked<CheckedContinuation<URLRequest?, Never>?>

    init(_ continuation: CheckedContinuation<URLRequest?, Never>) {
        waiting = Locked(continuation)
    }

    deinit { give(nil) }

    func give(_ request: URLRequest?) {
        let first = waiting.withLock { waiting -> CheckedContinuation<URLRequest?, Never>? in
            defer { waiting = nil }
            return waiting
        }
        first?.resume(returning: request)
    }
}
