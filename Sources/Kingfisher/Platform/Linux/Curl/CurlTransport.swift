#if os(Linux)
import Foundation
import FoundationNetworking
import Locking

/// Transfers through libcurl: several times as fast as FoundationNetworking, with HTTP/2, metrics and
/// a say in which certificates to trust.
///
/// Each transport has connections, TLS sessions and a thread of its own.
final class CurlTransport: Transport {
    let session: URLSession
    let delegate: SessionDelegate
    let configuration: CurlConfiguration
    let engine: CurlEngine

    private let nextIdentifier = Locked(1)

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - configuration: How to transfer. Later changes to the object do not count.
    ///   - delegate: Receives the events, on threads of Swift concurrency.
    init(configuration: URLSessionConfiguration, delegate: SessionDelegate) {
        // Stands for this transport in the delegate's methods and transfers nothing.
        session = URLSession(configuration: configuration)
        self.delegate = delegate
        self.configuration = CurlConfiguration(configuration)
        engine = CurlEngine(self.configuration)
    }

    deinit { invalidateAndCancel() }

    func makeTask(with request: URLRequest) -> URLSessionDataTask {
        let identifier = nextIdentifier.withLock { next in
            defer { next += 1 }
            return next
        }
        return CurlDataTask(request, identifier: identifier, transport: self)
    }

    func cancel(_ task: URLSessionDataTask) { task.cancel() }

    func invalidateAndCancel() {
        engine.stop()
        session.invalidateAndCancel()
    }
}
#endif
