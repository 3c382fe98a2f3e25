import Dispatch
import Locking

/// Runs pieces of work in the order they came, at most so many at a time.
final class WorkLane: Sendable {
    typealias Work = @Sendable () -> Void

    private struct State {
        var waiting = WaitingLine<Work>()
        var running = 0
        var isPaused = false
        /// The number of the latest word about pausing.
        var pauseNumber: UInt64 = 0

        /// Takes what may start now.
        mutating func start(width: Int) -> [Work] {
            guard !isPaused else { return [] }
            var started: [Work] = []
            while running < width, let first = waiting.popFirst() {
                running += 1
                started.append(first)
            }
            return started
        }
    }

    private let queue: CallbackQueue
    private let width: Int
    private let state = Locked(State())

    /// - Parameters:
    ///   - queue: A concurrent queue to run on, never inline.
    ///   - width: How many pieces of work run at a time.
    init(queue: CallbackQueue, width: Int) {
        self.queue = queue
        self.width = max(1, width)
    }

    func submit(_ work: @escaping Work) {
        run(
            state.withLock { state in
                state.waiting.append(work)
                return state.start(width: width)
            })
    }

    /// Lets nothing new start for a while, or again.
    ///
    /// - Parameters:
    ///   - isPaused: Whether to pause.
    ///   - number: Orders calls that come from several threads: one with a lower number than an
    ///     earlier call is out of date.
    func setPaused(_ isPaused: Bool, number: UInt64) {
        run(
            state.withLock { state in
                guard number > state.pauseNumber else { return [] }
                state.pauseNumber = number
                state.isPaused = isPaused
                return state.start(width: width)
            })
    }

    private func run(_ started: [Work]) {
        for work in started {
            queue.execute { [self] in
                work()
                finished()
            }
        }
    }

    private func finished() {
        run(
            state.withLock { state in
                state.running -= 1
                return state.start(width: width)
            })
    }
}
