import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Transfers through the system's `URLSession`.
final class URLSessionTransport: Transport {
    let session: URLSession

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - configuration: How to transfer. The session keeps a copy.
    ///   - delegate: Receives the events; retained until the transport is invalidated.
    init(configuration: URLSessionConfiguration, delegate: SessionDelegate) {
        session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    func makeTask(with request: URLRequest) -> URLSessionDataTask {
        session.dataTask(with: request)
    }

    func invalidateAndCancel() {
        session.invalidateAndCancel()
    }
}
