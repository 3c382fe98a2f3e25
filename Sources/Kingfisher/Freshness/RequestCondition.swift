import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Asks a server to send a picture only if it is not the one that is known: RFC 9110, section 13.
struct RequestCondition: Equatable, Sendable {
    /// The entity tag of the known one, with its quotes.
    let entityTag: String?
    /// The date of the known one, as the server wrote it.
    let lastModified: String?

    /// Puts the condition into a request.
    func apply(to request: inout URLRequest) {
        if let entityTag { request.setValue(entityTag, forHTTPHeaderField: "If-None-Match") }
        if let lastModified {
            request.setValue(lastModified, forHTTPHeaderField: "If-Modified-Since")
        }
    }

    /// The answer that the known one is still right, if an error is that answer.
    static func notModified(in error: KingfisherError) -> HTTPURLResponse? {
        guard
            case .responseError(reason: .invalidHTTPStatusCode(let response)) = error,
            response.statusCode == 304
        else { return nil }
        return response
    }
}
