import Foundation
import Locking

@testable import Kingfisher

/// Everything that would happen some time later on some thread, to be done in an order of choice.
final class VirtualClockwork: Sendable {
    private struct Job {
        let label: String
        let work: @Sendable () -> Void
    }

    private struct State {
        var jobs: [Job] = []
        var current: String?
        var log: [String] = []
    }

    private let state = Locked(State())

    /// What has been done, in order.
    var log: [String] { state.withLock { $0.log } }
    /// The label of what is being done.
    var current: String? { state.withLock { $0.current } }
    var jobCount: Int { state.withLock { $0.jobs.count } }

    func note(_ text: String) { state.withLock { $0.log.append(text) } }

    func add(_ label: String, _ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.jobs.append(Job(label: label, work: work)) }
    }

    /// Does one thing, the one with a number of choice.
    func run(_ index: Int) {
        let job = state.withLock { state in
            let job = state.jobs.remove(at: index)
            state.current = job.label
            state.log.append(job.label)
            return job
        }
        job.work()
        state.withLock { $0.current = nil }
    }

    func reset() { state.withLock { $0 = State() } }
}

/// A queue whose blocks are done by a clockwork.
final class VirtualQueue: CallbackOperationQueue {
    let underlyingQueue: DispatchQueue? = nil
    private let clockwork: VirtualClockwork
    private let label: String

    init(_ label: String, _ clockwork: VirtualClockwork) {
        self.label = label
        self.clockwork = clockwork
    }

    func addOperation(_ block: @escaping @Sendable () -> Void) {
        clockwork.add(label, block)
    }
}
