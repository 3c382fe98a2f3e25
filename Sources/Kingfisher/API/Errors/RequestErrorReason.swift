#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension KingfisherError {
    /// Why a request was not sent, or not finished.
    public enum RequestErrorReason: Sendable {
        /// The request modifier vetoed the request. Code 1001.
        case emptyRequest
        /// The request has no URL, or an empty one. Code 1002.
        case invalidURL(request: URLRequest)
        /// The download was cancelled by its caller. Code 1003.
        case taskCancelled(task: SessionDataTask, token: SessionDataTask.CancelToken)
        /// The load of a live photo was cancelled. Code 1004.
        case livePhotoTaskCancelled(source: LivePhotoSource)
        /// The surrounding task was cancelled before a download began. Code 1005.
        case asyncTaskContextCancelled
        /// The load from a data provider was cancelled. Code 1006.
        case dataProviderCancelled(provider: any ImageDataProvider)

        var errorDescription: String? {
            switch self {
            case .emptyRequest:
                "The request modifier returned no request, so nothing was sent."
            case .invalidURL(let request):
                """
                The request has no usable URL (\(request.url?.absoluteString ?? "none")). Give an \
                absolute URL such as https://host/picture.jpg.
                """
            case .taskCancelled(let task, let token):
                """
                The download of \(task.originalURL?.absoluteString ?? "an unknown URL") was \
                cancelled (token \(token)).
                """
            case .livePhotoTaskCancelled(let source):
                "The load of a live photo of \(source.readableKeys) was cancelled."
            case .asyncTaskContextCancelled:
                "The surrounding task was cancelled before the load began."
            case .dataProviderCancelled(let provider):
                "The load from the data provider for \"\(provider.cacheKey)\" was cancelled."
            }
        }

        var errorCode: Int {
            switch self {
            case .emptyRequest: 1001
            case .invalidURL: 1002
            case .taskCancelled: 1003
            case .livePhotoTaskCancelled: 1004
            case .asyncTaskContextCancelled: 1005
            case .dataProviderCancelled: 1006
            }
        }
    }
}
