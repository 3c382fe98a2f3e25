import Dispatch
import Foundation
import Locking

/// Decodes images apart from reading and writing, the newest first, within a budget of memory.
final class DecodeLane: Sendable {
    /// Decodes, and returns the bytes the image takes; they count until they are released.
    typealias Work = @Sendable () -> Int
    private typealias Schedule = DecodeSchedule<Work>

    /// The most bytes in flight unless a cache says otherwise.
    static let defaultLimit = 256 << 20

    private let queue: DispatchQueue
    private let schedule: Locked<Schedule>
    private let pauseReads = Locked<(@Sendable (Bool) -> Void)?>(nil)

    init(queue: DispatchQueue) {
        self.queue = queue
        let width = max(1, ProcessInfo.processInfo.activeProcessorCount)
        schedule = Locked(DecodeSchedule(width: width, limit: Self.defaultLimit))
    }

    var limit: Int {
        get { schedule.withLock { $0.limit } }
        set {
            change { schedule in
                schedule.limit = max(0, newValue)
                return schedule.start()
            }
        }
    }

    /// Calls a function whenever reading should pause or go on.
    func onFull(_ pause: @escaping @Sendable (Bool) -> Void) {
        pauseReads.withLock { $0 = pause }
    }

    func submit(
        number: UInt64, encodedBytes: Int, decodedBytes: Int, _ work: @escaping Work
    ) {
        change {
            $0.submit(
                Schedule.Item(
                    number: number, encodedBytes: encodedBytes, decodedBytes: decodedBytes,
                    job: work))
        }
    }

    /// Gives the bytes of a delivered image back.
    func release(_ bytes: Int) {
        change { $0.release(bytes) }
    }

    private func change(_ body: (inout Schedule) -> [Schedule.Item]) {
        let (started, changedFullness) = schedule.withLock { schedule in
            let wasFull = schedule.isFull
            let started = body(&schedule)
            return (started, schedule.isFull == wasFull ? nil : schedule.isFull)
        }
        if changedFullness != nil { announceFullness() }
        for item in started {
            queue.async { [self] in
                let bytes = item.job()
                change { $0.finish(item, actualBytes: bytes) }
            }
        }
    }

    /// Asks anew under the announcement's own order, so that the last word is the right one.
    private func announceFullness() {
        pauseReads.withLock { $0 }?(schedule.withLock { $0.isFull })
    }
}
