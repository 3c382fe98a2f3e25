import Foundation

/// Does something again and again on a thread of its own, and remembers how long each time took.
// Unchecked: what changes is only touched with `lock` held.
final class Latencies: @unchecked Sendable {
    private let lock = NSLock()
    private var isStopped = false
    private var times: [Double] = []
    private let done = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable (Int) -> Void) {
        let thread = Thread { [self] in
            var number = 0
            while !lock.withLock({ isStopped }) {
                number += 1
                let time = Measure.seconds { body(number) }
                lock.withLock { times.append(time) }
            }
            done.signal()
        }
        thread.start()
    }

    /// Ends it; the seconds that one time in a thousand took longer than, and the longest of all.
    func stop() -> (common: Double, longest: Double) {
        lock.withLock { isStopped = true }
        done.wait()
        let sorted = lock.withLock { times.sorted() }
        return sorted.isEmpty ? (0, 0) : (sorted[sorted.count * 999 / 1_000], sorted.last ?? 0)
    }
}
