import Dispatch
import Foundation
import Locking

/// Runs the disk work of one cache: reads and writes on lanes of their own, in the order that
/// ``EntrySchedule`` grants.
final class DiskLanes: Sendable {
    struct Job: Sendable {
        let access: DiskAccess
        let lane: WorkLane
        let work: @Sendable () -> Void
    }

    private let schedule = Locked(EntrySchedule<Job>())
    private let reads: WorkLane
    private let probes: WorkLane
    private let writes: WorkLane
    private let fences: WorkLane
    private let trims: WorkLane

    /// Writing is mostly encoding; more than two at once would take the cores from decoding.
    private static let writeWidth = 2

    init(queue: CallbackQueue) {
        reads = WorkLane(queue: queue, width: max(2, ProcessInfo.processInfo.activeProcessorCount))
        probes = WorkLane(queue: queue, width: 2)
        writes = WorkLane(queue: queue, width: Self.writeWidth)
        fences = WorkLane(queue: queue, width: 1)
        trims = WorkLane(queue: queue, width: 1)
    }

    /// Runs work when its turn has come.
    func submit(_ access: DiskAccess, _ work: @escaping @Sendable () -> Void) {
        let lane =
            switch access {
            case .read: reads
            case .write: writes
            case .sweep, .clearing: fences
            }
        submit(Job(access: access, lane: lane, work: work))
    }

    /// Runs a question about an entry in the order of its reads, also while reads are paused.
    func submitProbe(_ entry: EntryKey, _ work: @escaping @Sendable () -> Void) {
        submit(Job(access: .read(entry), lane: probes, work: work))
    }

    /// Runs work that makes room beside all other work.
    func submitTrimming(_ work: @escaping @Sendable () -> Void) {
        trims.submit(work)
    }

    /// Lets no new write start, or again; nil changes nothing.
    func pauseWrites(_ word: TrimControl.Word?) {
        guard let word else { return }
        writes.setPaused(word.isPaused, number: word.number)
    }

    /// Lets no new read start while what was read before takes too much memory.
    func pauseReads(_ isPaused: Bool, number: UInt64) {
        reads.setPaused(isPaused, number: number)
    }

    /// Whether a change of an entry was asked for that has not ended yet.
    func isChanging(_ entry: EntryKey) -> Bool {
        schedule.withLock { $0.isChanging(entry) }
    }

    private func submit(_ job: Job) {
        start(schedule.withLock { $0.submit(job.access, job) })
    }

    private func start(_ jobs: [Job]) {
        for job in jobs {
            job.lane.submit { [self] in
                job.work()
                start(schedule.withLock { $0.finish(job.access) })
            }
        }
    }
}
