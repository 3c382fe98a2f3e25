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

    private let queue: CallbackQueue
    private let state: Locked<State>
    private let pauseReads = Locked<(@Sendable (Bool, UInt64) -> Void)?>(nil)

    init(queue: CallbackQueue) {
        self.queue = queue
        let width = max(1, ProcessInfo.processInfo.activeProcessorCount)
        state = Locked(
            State(schedule: DecodeSchedule(width: width, limit: Self.defaultLimit)))
    }

    var limit: Int {
        get { state.withLock { $0.schedule.limit } }
        set {
            change { schedule in
                schedule.limit = max(0, newValue)
                return schedule.start()
            }
        }
    }

    /// Calls a function whenever reading should pause or go on, with a number that orders calls.
    func onFull(_ pause: @escaping @Sendable (Bool, UInt64) -> Void) {
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
        let (started, word) = state.withLock { state in
            let wasFull = state.schedule.isFull
            let started = body(&state.schedule)
            guard state.schedule.isFull != wasFull else { return (started, nil as Word?) }
            state.lastWord += 1
            return (started, Word(isFull: !wasFull, number: state.lastWord))
        }
        if let word { pauseReads.withLock { $0 }?(word.isFull, word.number) }
        for item in started {
            queue.execute { [self] in
                let bytes = item.job()
                change { $0.finish(item, actualBytes: bytes) }
            }
        }
    }

    /// What is said about pausing; a greater number is a later word.
    private struct Word {
        let isFull: Bool
        let number: UInt64
    }

    private struct State {
        var schedule: Schedule
        var lastWord: UInt64 = 0
    }
}
