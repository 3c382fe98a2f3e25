import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What turns a request into a response, data and metrics.
///
/// A transport makes tasks that have not begun. Once a task is resumed, its events go to the session
/// delegate that the transport was made with, one after another: redirects and challenges, then the
/// response, then data, then metrics, then the end. A task that is cancelled before it was resumed
/// need not report anything.
protocol Transport: AnyObject, Sendable {
    /// Stands for the transport in the calls to the delegate.
    var session: URLSession { get }

    /// Makes a task that begins when it is resumed.
    func makeTask(with request: URLRequest) -> URLSessionDataTask

    /// Cancels a task of this transport; nothing happens to one that has ended.
    func cancel(_ task: URLSessionDataTask)

    /// Cancels all tasks and lets go of the delegate. Nothing may be made afterwards.
    func invalidateAndCancel()
}
