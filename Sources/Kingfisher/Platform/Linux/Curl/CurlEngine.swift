#if os(Linux)
import Foundation
import Locking

/// Runs exchanges on one thread around a multi handle of libcurl.
///
/// The thread starts with the first exchange and ends with ``stop()``.
final class CurlEngine: Sendable {
    enum Command: Sendable {
        case start(CurlExchange)
        case cancel(CurlExchange)
        case unpause(CurlExchange)
        /// Reads on for a moment only.
        case drain(CurlExchange)
        /// Makes a waiting exchange more or less urgent.
        case reprioritize(CurlExchange, Float)
    }

    private struct State {
        var commands: [Command] = []
        var multi: CurlMulti?
        var isRunning = false
        var isStopped = false
    }

    private let configuration: CurlConfiguration
    private let makeMulti: @Sendable (_ connectionsPerHost: Int) -> CurlMulti?
    private let state = Locked(State())

    init(
        _ configuration: CurlConfiguration,
        makeMulti: @escaping @Sendable (_ connectionsPerHost: Int) -> CurlMulti? = {
            CurlMulti(connectionsPerHost: $0)
        }
    ) {
        self.configuration = configuration
        self.makeMulti = makeMulti
    }

    /// Seconds on a clock that only goes forward.
    static var now: TimeInterval {
        TimeInterval(DispatchTime.now().uptimeNanoseconds) / 1_000_000_000
    }

    /// Does something with an exchange on the engine's thread, as soon as possible.
    ///
    /// After ``stop()`` a started exchange ends as cancelled.
    func send(_ command: Command) {
        let (accepted, needsThread, multi) = state.withLock { state in
            guard !state.isStopped else { return (false, false, CurlMulti?.none) }
            // Whoever put the first command there has woken the thread.
            let isAwake = !state.commands.isEmpty
            state.commands.append(command)
            let needsThread = !state.isRunning
            state.isRunning = true
            return (true, needsThread, isAwake ? nil : state.multi)
        }
        if needsThread { startThread() }
        multi?.wakeUp()
        if !accepted, case .start(let exchange) = command {
            exchange.end(.failure(CurlFailure(cause: .cancelled)))
        }
    }

    /// Ends all exchanges as cancelled, and the thread.
    func stop() {
        let multi = state.withLock { state in
            state.isStopped = true
            return state.multi
        }
        multi?.wakeUp()
    }

    private func startThread() {
        let thread = Thread {
            guard let multi = self.makeMulti(self.configuration.connectionsPerHost) else {
                self.failForLackOfMemory()
                return
            }
            self.state.withLock { $0.multi = multi }
            var loop = CurlLoop(multi, self.configuration)
            while let commands = self.takeCommands() {
                loop.run(commands)
            }
            loop.endAll()
            self.cancelAll()
            self.state.withLock { $0.multi = nil }
        }
        thread.name = "kingfisher-curl"
        thread.start()
    }

    /// What to do, or nil to stop.
    private func takeCommands() -> [Command]? {
        state.withLock { state in
            guard !state.isStopped else { return nil }
            defer { state.commands = [] }
            return state.commands
        }
    }

    private func cancelAll() {
        let commands = state.withLock { state in
            state.isStopped = true
            defer { state.commands = [] }
            return state.commands
        }
        fail(commands, .cancelled)
    }

    /// Ends what was to be started; the next start tries with another thread.
    private func failForLackOfMemory() {
        let commands = state.withLock { state in
            state.isRunning = false
            defer { state.commands = [] }
            return state.commands
        }
        fail(commands, .outOfMemory)
    }

    private func fail(_ commands: [Command], _ cause: CurlFailure.Cause) {
        for case .start(let exchange) in commands {
            exchange.end(.failure(CurlFailure(cause: cause)))
        }
    }
}
#endif
