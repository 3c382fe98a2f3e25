import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Makes the errors of transfers in the form that `URLSession` gives them.
enum TransferError {
    /// An error that names its URL.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - url: Where the transfer went to.
    ///   - description: What to tell a person, or nil for what the system says.
    ///   - underlying: The cause, or nil.
    /// - Returns: The error.
    static func make(
        _ code: URLError.Code, url: URL?, description: String? = nil,
        underlying: (any Error)? = nil
    ) -> URLError {
        var userInfo: [String: Any] = [:]
        userInfo[NSURLErrorFailingURLErrorKey] = url
        userInfo[NSLocalizedDescriptionKey] = description
        userInfo[NSUnderlyingErrorKey] = underlying
        return URLError(code, userInfo: userInfo)
    }
}
