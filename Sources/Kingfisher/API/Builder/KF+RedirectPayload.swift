#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension KF {
    /// What the closure form of a redirect handler receives from a builder.
    public struct RedirectPayload {
        /// The download that is redirected.
        public let task: SessionDataTask
        /// The answer that redirects.
        public let response: HTTPURLResponse
        /// The request that would be sent.
        public let newRequest: URLRequest
        /// Takes the request to send, or nil to stop at the redirecting answer.
        ///
        /// Has to be called once; only the first call counts.
        public let completionHandler: (URLRequest?) -> Void
    }
}
