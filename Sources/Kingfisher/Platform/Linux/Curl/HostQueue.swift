#if os(Linux)
import Foundation

/// Decides which exchanges may run, by the number that each origin allows at once.
///
/// An origin allows as many as it may have connections, until it turns out to speak HTTP/2. Those
/// that wait come in the order of their priority.
struct HostQueue<Exchange> {
    private struct Origin {
        var running = 0
        var limit: Int
        var waiting = WorkQueue<Exchange>()
    }

    private var origins: [String: Origin] = [:]
    private let connectionsPerHost: Int
    private let streamsPerConnection: Int

    init(connectionsPerHost: Int, streamsPerConnection: Int) {
        self.connectionsPerHost = connectionsPerHost
        self.streamsPerConnection = streamsPerConnection
    }

    /// Adds an exchange, which ``next(for:)`` gives back when it may run.
    mutating func add(_ exchange: Exchange, origin: String, priority: Float) {
        origins[origin, default: Origin(limit: connectionsPerHost)]
            .waiting.push(exchange, key: nil, priority: priority)
    }

    /// The next exchange of an origin that may run now, which then counts as running.
    mutating func next(for origin: String) -> Exchange? {
        guard
            let entry = origins[origin], entry.running < entry.limit,
            let exchange = origins[origin]?.waiting.pop()
        else { return nil }
        origins[origin]?.running += 1
        return exchange
    }

    /// Notes the end of an exchange that ran.
    mutating func finished(origin: String) {
        origins[origin]?.running -= 1
        // An origin without exchanges is forgotten, unless what is known about it is of use.
        if let entry = origins[origin], entry.running == 0, entry.waiting.isEmpty,
            entry.limit == connectionsPerHost
        {
            origins[origin] = nil
        }
    }

    /// Forgets everything that waits.
    mutating func removeAll() { origins = [:] }

    /// Notes that an origin carries many exchanges over one connection.
    mutating func multiplexes(origin: String) {
        origins[origin]?.limit = max(connectionsPerHost, streamsPerConnection)
    }
}
#endif
