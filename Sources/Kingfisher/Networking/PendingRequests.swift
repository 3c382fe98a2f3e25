import Foundation
import Locking

/// The handles whose asynchronous request modifiers still run, so that they can be cancelled.
final class PendingRequests: Sendable {
    private struct State {
        var nextNumber = 0
        var handles: [Int: (handle: DownloadTask, url: URL?)] = [:]
    }

    private let state = Locked(State())

    /// Adds a handle.
    ///
    /// - Returns: A number to remove it with.
    func add(_ handle: DownloadTask, url: URL?) -> Int {
        state.withLock { state in
            defer { state.nextNumber += 1 }
            state.handles[state.nextNumber] = (handle, url)
            return state.nextNumber
        }
    }

    func remove(_ number: Int) {
        state.withLock { $0.handles[number] = nil }
    }

    func cancel(url: URL) {
        cancel { $0 == url }
    }

    func cancelAll() {
        cancel { _ in true }
    }

    private func cancel(where matches: (URL?) -> Bool) {
        let handles = state.withLock { $0.handles.values.filter { matches($0.url) }.map(\.handle) }
        for handle in handles {
            handle.cancel()
        }
    }
}
