import Foundation
import Locking

/// The wait before a retry.
final class RetryDelay: Sendable {
    /// The longest wait, about 30 years; more would overflow the clock.
    private static let limit: TimeInterval = 1e9

    private let block: Locked<(@Sendable () -> Void)?>

    private init(_ block: @escaping @Sendable () -> Void) { self.block = Locked(block) }

    /// Runs a block on the main queue after some seconds, or at once when there are none.
    ///
    /// When the load is given up meanwhile, the block is let go of and never runs.
    static func wait(
        _ seconds: TimeInterval, for context: RetryContext, _ block: @escaping @Sendable () -> Void
    ) {
        guard seconds > 0 else {
            block()
            return
        }
        let delay = RetryDelay(block)
        context.whenCancelled { _ = delay.take() }
        DispatchQueue.main.asyncAfter(deadline: .now() + min(seconds, limit)) { delay.take()?() }
    }

    private func take() -> (@Sendable () -> Void)? {
        block.withLock { block in
            defer { block = nil }
            return block
        }
    }
}
