#if os(Linux)
import CCurl
import Foundation

/// What the engine's thread knows and does: starts exchanges, lets libcurl work, ends what is over.
struct CurlLoop {
    private static let idleHandles = 32
    private static let passesWithoutWaiting = 4

    private let multi: CurlMulti
    private let configuration: CurlConfiguration
    private var queue: HostQueue<CurlExchange>
    private var unfinished: [ObjectIdentifier: CurlExchange] = [:]
    /// No deadline comes before this time, so none is looked at until then.
    private var nextCheck = TimeInterval.infinity
    private var spareHandles: [CurlEasy] = []
    private let unread = UnreadExchanges()
    /// Whether libcurl can do more at once.
    private var hasStarted = false

    init(_ multi: CurlMulti, _ configuration: CurlConfiguration) {
        self.multi = multi
        self.configuration = configuration
        queue = HostQueue(
            connectionsPerHost: configuration.connectionsPerHost,
            streamsPerConnection: CurlMulti.streamsPerConnection)
    }

    /// Follows commands, works, and waits until there is something to do.
    mutating func run(_ commands: [CurlEngine.Command]) {
        for command in commands {
            follow(command)
        }
        // What starts in the place of what ended is sent without another wait in between; but
        // commands have to be heard as well.
        for _ in 0..<Self.passesWithoutWaiting {
            hasStarted = false
            multi.perform()
            while let message = multi.nextMessage() {
                take(message)
            }
            guard hasStarted else { break }
        }
        unread.deliverAll()
        endOverdue()
        multi.wait(milliseconds: millisecondsToWait())
    }

    /// Ends everything as cancelled.
    mutating func endAll() {
        // Taken out first, so that nothing is started in the place of what ends.
        queue.removeAll()
        for exchange in Array(unfinished.values) {
            finish(exchange, .failure(CurlFailure(cause: .cancelled)))
        }
        // Before the multi handle, whose TLS sessions they share.
        spareHandles = []
    }

    private mutating func follow(_ command: CurlEngine.Command) {
        switch command {
        case .start(let exchange):
            // Cancelled before it started.
            guard !exchange.isEnded else { return }
            let request = exchange.request
            exchange.ticket = queue.add(
                exchange, origin: request.origin, priority: request.priority)
            unfinished[ObjectIdentifier(exchange)] = exchange
            nextCheck = min(nextCheck, exchange.deadline)
            startWaiting(origin: request.origin)
        case .cancel(let exchange):
            finish(exchange, .failure(CurlFailure(cause: .cancelled)))
        case .unpause(let exchange):
            exchange.touch()
            exchange.easy?.unpause()
        case .drain(let exchange):
            exchange.beginDraining()
            nextCheck = min(nextCheck, exchange.deadline)
        case .reprioritize(let exchange, let priority):
            guard let ticket = exchange.ticket else { return }
            queue.setPriority(ticket, origin: exchange.request.origin, to: priority)
        }
    }

    private mutating func startWaiting(origin: String) {
        while let exchange = queue.next(for: origin) {
            exchange.ticket = nil
            if exchange.isEnded {
                queue.finished(origin: origin)
            } else {
                exchange.isRunning = true
                start(exchange)
            }
        }
    }

    private mutating func start(_ exchange: CurlExchange) {
        guard let easy = spareHandles.popLast() ?? CurlEasy() else {
            failForLackOfMemory(exchange)
            return
        }
        hasStarted = true
        exchange.prepare(
            easy, certificateFile: configuration.certificateFile, share: multi.share,
            unread: unread)
        nextCheck = min(nextCheck, exchange.deadline)
        if !multi.add(easy) { failForLackOfMemory(exchange) }
    }

    private mutating func failForLackOfMemory(_ exchange: CurlExchange) {
        finish(exchange, .failure(CurlFailure(cause: .outOfMemory)))
    }

    private mutating func take(_ message: CurlMulti.Message) {
        guard let exchange = CurlExchange.from(message.context), let easy = exchange.easy else {
            return
        }
        let measurements = easy.measurements
        if measurements.usesHTTP2 || message.code == CURLE_OK {
            queue.answered(origin: exchange.request.origin, multiplexes: measurements.usesHTTP2)
        }
        guard message.code == CURLE_OK else {
            let cause = CurlFailure.Cause.curl(
                code: message.code.rawValue, text: easy.failureText,
                certificateFault: easy.certificateFault)
            finish(exchange, .failure(CurlFailure(cause: cause)))
            return
        }
        finish(exchange, .success(measurements))
    }

    /// Ends an exchange, gives its handle back, and lets the next one of its origin run.
    private mutating func finish(
        _ exchange: CurlExchange, _ result: Result<CurlMeasurements, CurlFailure>
    ) {
        exchange.end(result)
        unfinished[ObjectIdentifier(exchange)] = nil
        if let ticket = exchange.ticket {
            exchange.ticket = nil
            queue.remove(ticket, origin: exchange.request.origin)
        }
        guard exchange.isRunning else { return }
        exchange.isRunning = false
        if let easy = exchange.easy {
            exchange.easy = nil
            multi.remove(easy)
            easy.reset()
            if spareHandles.count < Self.idleHandles { spareHandles.append(easy) }
        }
        queue.finished(origin: exchange.request.origin)
        startWaiting(origin: exchange.request.origin)
    }

    private mutating func endOverdue() {
        let now = CurlEngine.now
        guard nextCheck <= now else { return }
        // Of the time before anything is ended, as what ends makes room for others.
        var activity: [String: TimeInterval]?
        for exchange in Array(unfinished.values) {
            guard var cause = exchange.overdue(at: now) else { continue }
            if case .idle = cause, !exchange.isSending {
                // Waiting inside libcurl for a server that serves others is not its silence.
                let known = activity ?? activityByOrigin
                activity = known
                exchange.takePart(in: known[exchange.request.origin] ?? 0)
                guard let stillOverdue = exchange.overdue(at: now) else { continue }
                cause = stillOverdue
            }
            finish(exchange, .failure(CurlFailure(cause: cause)))
        }
        nextCheck = unfinished.values.reduce(.infinity) { min($0, $1.deadline) }
    }

    /// When each origin last gave a sign of life to one of its exchanges.
    private var activityByOrigin: [String: TimeInterval] {
        var activity: [String: TimeInterval] = [:]
        for exchange in unfinished.values where exchange.isSending {
            let origin = exchange.request.origin
            activity[origin] = max(activity[origin] ?? 0, exchange.lastActivity)
        }
        return activity
    }

    private func millisecondsToWait() -> Int32 {
        let milliseconds = ((nextCheck - CurlEngine.now) * 1000).rounded(.up)
        return Int32(min(max(milliseconds, 0), 60_000))
    }
}
#endif
