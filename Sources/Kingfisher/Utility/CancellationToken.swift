import Locking

/// A one-way flag that tells work in the background that nobody wants its result any more.
final class CancellationToken: Sendable {
    private let cancelled = Locked(false)

    var isCancelled: Bool { cancelled.withLock { $0 } }

    func cancel() { cancelled.withLock { $0 = true } }
}
