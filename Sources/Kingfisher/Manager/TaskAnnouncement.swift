import Locking

/// Tells a caller of the handles of an attempt, each once, and before anything that follows from it.
///
/// A later attempt may end while it is being started, for example in a downloader that answers at
/// once. Its outcome is held until the caller has been told of its handle, or that it has none.
final class TaskAnnouncement: Sendable {
    private struct State {
        var isAnnounced = false
        var latest: DownloadTask?
        var holdsOutcomes = false
        var heldOutcomes: [@Sendable () -> Void] = []
    }

    private let update: DownloadTaskUpdatedBlock?

    /// Whether the caller learns of the handle that the attempt starts with, or that there is none.
    ///
    /// For a first attempt it is the value that the call returns.
    let announcesOwnStart: Bool

    private let state = Locked(State())

    /// Creates an announcement.
    ///
    /// - Parameters:
    ///   - update: The caller's block.
    ///   - announcesOwnStart: Whether the caller is told of the handle that the attempt starts
    ///     with, or that there is none.
    init(update: DownloadTaskUpdatedBlock?, announcesOwnStart: Bool) {
        self.update = update
        self.announcesOwnStart = announcesOwnStart
    }

    /// From now on outcomes wait for the announcement.
    func holdOutcomes() {
        state.withLock { $0.holdsOutcomes = true }
    }

    /// Tells the caller of a handle unless it was told already, then lets outcomes through.
    ///
    /// An attempt that had none, or whose first load led to another one, may have one later. That
    /// there is none is said at the beginning only: callers drop their handle then.
    func announce(_ task: DownloadTask?) {
        let isNew = state.withLock { state in
            defer {
                state.isAnnounced = true
                state.latest = task ?? state.latest
            }
            return !state.isAnnounced || task != nil && task !== state.latest
        }
        guard isNew else { return }
        if task != nil || announcesOwnStart { update?(task) }
        releaseOutcomes()
    }

    /// Makes up for an attempt that announced nothing while it was being started.
    ///
    /// A handle that is not initialized belongs to a request that is still being modified, unless
    /// the attempt ended already; then there is nothing that it could stand for.
    func attemptReturned(_ task: DownloadTask?) {
        let hasEnded = state.withLock { !$0.heldOutcomes.isEmpty }
        let standsForNothing = hasEnded && task?.isInitialized == false
        announce(standsForNothing ? nil : task)
    }

    /// Runs `deliver` now, or right after the announcement.
    func afterAnnouncement(_ deliver: @escaping @Sendable () -> Void) {
        let mayRun = state.withLock { state in
            guard state.holdsOutcomes else { return true }
            state.heldOutcomes.append(deliver)
            return false
        }
        if mayRun { deliver() }
    }

    private func releaseOutcomes() {
        let held = state.withLock { state in
            state.holdsOutcomes = false
            defer { state.heldOutcomes = [] }
            return state.heldOutcomes
        }
        held.forEach { $0() }
    }
}
