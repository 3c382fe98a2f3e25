#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension KingfisherError {
    /// Why a download failed after its request was sent.
    public enum ResponseErrorReason: Sendable {
        /// The answer is not HTTP. Code 2001.
        case invalidURLResponse(response: URLResponse)
        /// The status was refused; by default only 200 to 399 are accepted. Code 2002.
        case invalidHTTPStatusCode(response: HTTPURLResponse)
        /// The connection failed: no such host, refused, reset, timed out. Code 2003.
        case URLSessionError(error: any Error)
        /// The downloader's delegate gave no data. Code 2004.
        case dataModifyingFailed(task: SessionDataTask)
        /// The download ended without an answer. Code 2005.
        case noURLResponse(task: SessionDataTask)
        /// The downloader's delegate cancelled after seeing the response. Code 2006.
        case cancelledByDelegate(response: URLResponse)

        var errorDescription: String? {
            switch self {
            case .invalidURLResponse(let response):
                """
                \(response.readableURL) did not answer with HTTP. Use a data provider for other \
                kinds of URL.
                """
            case .invalidHTTPStatusCode(let response):
                """
                \(response.readableURL) answered with HTTP status \(response.statusCode) \
                (\(HTTPURLResponse.localizedString(forStatusCode: response.statusCode))).
                """
            case .URLSessionError(let error):
                error.transferDescription
            case .dataModifyingFailed(let task):
                """
                The downloader's delegate returned no data for \
                \(task.originalURL?.absoluteString ?? "an unknown URL").
                """
            case .noURLResponse(let task):
                """
                \(task.originalURL?.absoluteString ?? "An unknown URL") ended without an answer.
                """
            case .cancelledByDelegate(let response):
                "The downloader's delegate refused the response of \(response.readableURL)."
            }
        }

        var errorCode: Int {
            switch self {
            case .invalidURLResponse: 2001
            case .invalidHTTPStatusCode: 2002
            case .URLSessionError: 2003
            case .dataModifyingFailed: 2004
            case .noURLResponse: 2005
            case .cancelledByDelegate: 2006
            }
        }
    }
}

extension URLResponse {
    fileprivate var readableURL: String { url?.absoluteString ?? "The server" }
}

extension Error {
    /// What a failed transfer says, led by its URL where the error knows it.
    fileprivate var transferDescription: String {
        let failingURL = (self as NSError).userInfo[NSURLErrorFailingURLErrorKey] as? URL
        return failingURL.map { "\($0.absoluteString): \(readableDescription)" }
            ?? readableDescription
    }
}
