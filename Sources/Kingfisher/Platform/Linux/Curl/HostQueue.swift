#if os(Linux)
import Foundation

/// Decides which exchanges may run, by the number that each origin allows at once.
///
/// An origin allows as many as it may have connections, unless it turned out to speak HTTP/2. Those
/// that wait come in the order of their priority.
struct HostQueue<Exchange> {
    typealias Ticket = WorkQueue<Exchange>.Ticket

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

    /// Idle origins of which is remembered that they speak HTTP/2.
    static var idleLimit: Int { 64 }

    private var origins: [String: Origin] = [:]
    private var idleOrigins: Set<String> = []
    private let connectionsPerHost: Int
    private let streamsPerConnection: Int

    init(connectionsPerHost: Int, streamsPerConnection: Int) {
        self.connectionsPerHost = connectionsPerHost
        self.streamsPerConnection = streamsPerConnection
    }

    /// How many origins something is known of.
    var originCount: Int { origins.count }

    /// Adds an exchange, which ``next(for:)`` gives back when it may run.
    ///
    /// - Returns: What names its place until then.
    mutating func add(_ exchange: Exchange, origin: String, priority: Float) -> Ticket {
        idleOrigins.remove(origin)
        return origins[origin, default: Origin(limit: connectionsPerHost)]
            .waiting.push(exchange, key: nil, priority: priority)
    }

    /// Takes a waiting exchange out.
    mutating func remove(_ ticket: Ticket, origin: String) {
        guard let index = origins.index(forKey: origin) else { return }
        origins.values[index].waiting.remove(ticket)
        forgetIfIdle(index)
    }

    /// Makes a waiting exchange more or less urgent.
    mutating func setPriority(_ ticket: Ticket, origin: String, to priority: Float) {
        guard let index = origins.index(forKey: origin) else { return }
        origins.values[index].waiting.setPriority(ticket, to: priority)
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
        forgetIfIdle(index)
    }

    /// Forgets everything that waits.
    mutating func removeAll() {
        origins = [:]
        idleOrigins = []
    }

    /// Notes whether an origin carries many exchanges over one connection, which a server that was
    /// started anew may do no longer.
    mutating func answered(origin: String, multiplexes: Bool) {
        let limit =
            multiplexes ? max(connectionsPerHost, streamsPerConnection) : connectionsPerHost
        guard let index = origins.index(forKey: origin) else { return }
        origins.values[index].limit = limit
    }

    /// An origin without exchanges is forgotten, unless what is known about it is of use; and then only
    /// so many are remembered.
    private mutating func forgetIfIdle(_ index: Dictionary<String, Origin>.Index) {
        guard origins.values[index].isIdle else { return }
        guard origins.values[index].limit != connectionsPerHost else {
            origins.remove(at: index)
            return
        }
        let origin = origins.keys[index]
        if idleOrigins.count >= Self.idleLimit {
            for idle in idleOrigins { origins[idle] = nil }
            idleOrigins = []
        }
        idleOrigins.insert(origin)
    }
}
#endif
