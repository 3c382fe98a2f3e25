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

    /// Starts drawing the bar, where there is a terminal to draw it on.
    ///
    /// - Parameters:
    ///   - console: Where to.
    ///   - wanted: Whether the command line asks for a bar.
    /// - Returns: The drawing; cancel it and wait for it before the last words. Nil without a bar.
    func show(on console: Console, wanted: Bool) -> Task<Void, Never>? {
        let terminal = FileDescriptor.standardError
        guard wanted, terminal.isTerminal else { return nil }
        return Task { await run(on: console, terminal: terminal) }
    }

    /// Draws the bar ten times a second until the task is cancelled, then takes it away.
    ///
    /// - Parameters:
    ///   - console: Where to.
    ///   - terminal: Whose width counts.
    private func run(on console: Console, terminal: FileDescriptor) async {
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
