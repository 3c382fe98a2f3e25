/// Which load an image slot is waiting for: identifier, cancellation token and download task.
///
/// One for each slot; it lives with the slot's owner.
@MainActor
package final class ImageRequestTracker {
    /// One accepted call.
    package struct Request: Sendable {
        let identifier: Source.Identifier.Value
        let token: CancellationToken
    }

    private var current: Request?
    private var task: DownloadTask?
    /// The token of the latest call, which outlives its request so that late work can ask it.
    private var token: CancellationToken?

    package init() {}

    /// Identifies the load that is under way; nil when there is none.
    package var identifier: Source.Identifier.Value? { current?.identifier }

    /// Starts a request, which makes any earlier one stale.
    ///
    /// Its download goes on for the cache.
    func begin() -> Request {
        token?.cancel()
        let request = Request(identifier: Source.Identifier.next(), token: CancellationToken())
        current = request
        token = request.token
        task = nil
        return request
    }

    /// Makes any request stale without starting one.
    func invalidate() {
        token?.cancel()
        (current, token, task) = (nil, nil, nil)
    }

    func isCurrent(_ request: Request) -> Bool { current?.identifier == request.identifier }

    /// Keeps a task of a request, so that ``cancel()`` reaches it.
    ///
    /// A task that comes after a cancellation is cancelled at once; one of a stale request is left
    /// alone.
    func adopt(_ task: DownloadTask?, of request: Request) {
        guard isCurrent(request) else { return }
        guard !request.token.isCancelled else {
            task?.cancel()
            return
        }
        self.task = task
    }

    /// Ends a request.
    ///
    /// - Returns: Whether it was the current one. A stale request changes nothing.
    func end(_ request: Request) -> Bool {
        guard isCurrent(request) else { return false }
        (current, task) = (nil, nil)
        return true
    }

    /// Cancels the download, then tells background work that nobody waits any more.
    ///
    /// The request stays current until its outcome arrives.
    package func cancel() {
        // Taken first: the outcome may arrive inside the call and begin a new request.
        let (task, token) = (task, token)
        task?.cancel()
        token?.cancel()
    }
}
