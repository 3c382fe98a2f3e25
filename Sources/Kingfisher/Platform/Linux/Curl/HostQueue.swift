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

        var isIdle: Bool { running == 0 && waiting.isEmpty }

        mutating func next() -> Exchange? {
            guard running < limit, let exchange = waiting.pop() else { return nil }
            running += 1
            return exchange
        }
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
        // In place: a copy of the entry would make the queue inside it be copied as well.
        guard let index = origins.index(forKey: origin) else { return nil }
        return origins.values[index].next()
    }

    /// Notes the end of an exchange that ran.
    mutating func finished(origin: String) {
        guard let index = origins.index(forKey: origin) else { return }
        origins.values[index].running -= 1
        // An origin without exchanges is forgotten, unless what is known about it is of use.
        if origins.values[index].isIdle, origins.values[index].limit == connectionsPerHost {
            origins.remove(at: index)
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
