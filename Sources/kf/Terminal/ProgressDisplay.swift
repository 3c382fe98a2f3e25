import Foundation
import Locking

/// Keeps a progress bar on a terminal while a run goes on.
final class ProgressDisplay: Sendable {
    private let state: Locked<ProgressState>

    init(total: Int) {
        state = Locked(ProgressState(total: total))
    }

    /// Changes the state; the bar follows at its next drawing.
    func update(_ change: (inout ProgressState) -> Void) {
        state.withLock { change(&$0) }
    }

    /// Draws the bar ten times a second until the task is cancelled, then takes it away.
    ///
    /// - Parameters:
    ///   - console: Where to.
    ///   - terminal: Whose width counts.
    func run(on console: Console, terminal: FileDescriptor) async {
        let bar = ProgressBar(style: .forLocale(ProcessInfo.processInfo.environment))
        let start = ContinuousClock.now
        while !Task.isCancelled {
            let line = bar.line(
                for: state.withLock { $0 }, seconds: start.secondsAgo, columns: terminal.columns)
            await console.show(bar: line)
            try? await Task.sleep(for: .milliseconds(100))
        }
        await console.show(bar: "")
    }
}

extension ContinuousClock.Instant {
    /// Seconds from then to now.
    var secondsAgo: Double { (ContinuousClock.now - self) / .seconds(1) }
}
