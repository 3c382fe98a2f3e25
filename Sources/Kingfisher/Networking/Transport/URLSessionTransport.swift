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

    /// Cancels on the queue of the delegate, where a task cannot end meanwhile.
    ///
    /// FoundationNetworking stops the process when a task ends between being found running and
    /// being cancelled. A task that has not begun cannot end, and must not begin either. Cancelling
    /// goes on in the background; a second call does nothing but wait for the first.
    func cancel(_ task: URLSessionDataTask) {
        if task.state == .suspended {
            task.cancel()
        } else {
            session.delegateQueue.addOperation {
                task.cancel()
                task.cancel()
            }
        }
    }

    /// Cancels what runs, as ``cancel(_:)`` does, and lets the session go when all has ended.
    ///
    /// FoundationNetworking's own `invalidateAndCancel()` cancels while tasks may end.
    func invalidateAndCancel() {
        // The handler runs on the delegate's queue.
        session.getAllTasks { [session] tasks in
            for task in tasks {
                task.cancel()
                task.cancel()
            }
            session.finishTasksAndInvalidate()
        }
    }
}
