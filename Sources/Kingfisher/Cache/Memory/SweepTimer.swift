import Dispatch
import Foundation
import Locking

/// Calls a function again and again without a run loop, until it is released.
final class SweepTimer: Sendable {
    private let source: Locked<(any DispatchSourceTimer)?> = Locked(nil)

    /// Starts, or starts over: the first call comes one full interval from now.
    ///
    /// Without leeway, because a sweep that is late keeps memory. An interval that is not above 0
    /// stops the timer.
    func start(interval: TimeInterval, _ tick: @escaping @Sendable () -> Void) {
        let timer = Self.timer(interval: interval, tick)
        let previous = source.withLock { source in
            let previous = source
            source = timer
            return previous
        }
        previous?.cancel()
    }

    private static func timer(
        interval: TimeInterval, _ tick: @escaping @Sendable () -> Void
    ) -> (any DispatchSourceTimer)? {
        guard interval > 0, interval.isFinite else { return nil }
        let timer = DispatchSource.makeTimerSource(
            flags: .strict, queue: .global(qos: .userInitiated))
        // An interval below a millisecond would keep a core busy; one beyond a century overflows.
        let interval = min(max(interval, 0.001), 3_000_000_000)
        timer.schedule(
            deadline: .now() + interval, repeating: interval, leeway: .nanoseconds(0))
        timer.setEventHandler(handler: tick)
        timer.resume()
        return timer
    }

    deinit { source.withLock { $0 }?.cancel() }
}
