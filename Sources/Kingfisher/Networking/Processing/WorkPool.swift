import Foundation
import Locking

/// Runs work on as many threads as the machine has cores, the most urgent first.
final class WorkPool: Sendable {
    typealias Work = @Sendable () -> Void

    /// Where the images of all downloaders are made.
    static let images = WorkPool(width: ProcessInfo.processInfo.activeProcessorCount)

    private struct State {
        var queue = WorkQueue<Work>()
        var running = 0
    }

    private let width: Int
    private let state = Locked(State())

    /// Creates a pool.
    ///
    /// - Parameter width: How many pieces of work may run at once; at least 1.
    init(width: Int) { self.width = max(1, width) }

    /// Adds work.
    ///
    /// - Parameters:
    ///   - key: The URL that ``raise(_:to:)`` names it by, or nil.
    ///   - priority: Greater is sooner.
    ///   - work: What to run, once, on a thread of the pool.
    func submit(key: URL?, priority: Float, _ work: @escaping Work) {
        let needsRunner = state.withLock { state in
            state.queue.push(work, key: key, priority: priority)
            guard state.running < width else { return false }
            state.running += 1
            return true
        }
        if needsRunner {
            DispatchQueue.global(qos: .userInitiated).async { self.run() }
        }
    }

    /// Makes waiting work of a URL at least as urgent as `priority`.
    func raise(_ key: URL, to priority: Float) {
        state.withLock { $0.queue.raise(key, to: priority) }
    }

    private func run() {
        while let work = next() {
            work()
        }
    }

    private func next() -> Work? {
        state.withLock { state in
            let work = state.queue.pop()
            if work == nil { state.running -= 1 }
            return work
        }
    }
}
