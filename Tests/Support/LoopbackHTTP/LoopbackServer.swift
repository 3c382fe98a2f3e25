package import Foundation
import Locking

/// A small HTTP/1.1 server on 127.0.0.1 for tests and demonstrations.
///
/// It runs real sockets on threads of its own, keeps connections alive, records every request, and
/// misbehaves exactly as told; see ``LoopbackResponse``. It stops when it is released.
///
///     let server = try LoopbackServer(routes: ["/a.png": .data(png)])
///     let url = server.url("/a.png")
///     #expect(server.requestCount(path: "/a.png") == 1)
package final class LoopbackServer: Sendable {
    /// Makes the answer to a request, on the connection's thread, which it may block.
    package typealias Handler = @Sendable (LoopbackRequest) -> LoopbackResponse

    /// The port it listens on.
    package let port: UInt16

    private let record: Locked<LoopbackRecord>
    private let stopPipe: WakePipe

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - port: The port; 0, the default, takes a free one. Naming the port of a stopped server
    ///     restarts it.
    ///   - handler: Makes the answers.
    /// - Throws: ``SocketError`` when the port cannot be bound.
    package init(port: UInt16 = 0, handler: @escaping Handler) throws {
        let listener = try Socket.listen(port: port)
        let stop = WakePipe()
        let record = Locked(LoopbackRecord())
        self.port = listener.port
        self.record = record
        stopPipe = stop
        Self.startThread("loopback-accept") {
            Self.acceptConnections(
                listener.descriptor, stop: stop, record: record, handler: handler)
        }
    }

    /// Starts a server with fixed answers.
    ///
    /// - Parameters:
    ///   - port: The port; 0, the default, takes a free one.
    ///   - routes: Answers by path. A missing path answers 404.
    /// - Throws: ``SocketError`` when the port cannot be bound.
    package convenience init(port: UInt16 = 0, routes: [String: LoopbackResponse]) throws {
        try self.init(port: port) { routes[$0.path] ?? .status(404) }
    }

    deinit { stop() }

    /// Whether anybody listens on a port of 127.0.0.1.
    ///
    /// - Parameter port: The port.
    /// - Returns: Whether a connection could be made.
    package static func isListening(port: UInt16) -> Bool { Socket.canConnect(port: port) }

    /// `http://127.0.0.1:port`, without a slash at the end.
    package var baseURL: URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)") else {
            preconditionFailure("A number always makes a valid URL.")
        }
        return url
    }

    /// The URL of a path.
    ///
    /// - Parameter path: Path and query with a slash in front, percent-encoded.
    /// - Returns: The URL on this server.
    package func url(_ path: String) -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
            preconditionFailure("\(path) is not a percent-encoded path.")
        }
        return url
    }

    /// All requests so far, in the order they were read.
    package var requests: [LoopbackRequest] { record.withLock { $0.requests } }

    /// How many requests came for a path, whatever their query.
    package func requestCount(path: String) -> Int {
        record.withLock { $0.count(path: path) }
    }

    /// How many requests came in all.
    package var requestCount: Int { record.withLock { $0.requests.count } }

    /// How many connections were accepted so far.
    package var acceptedConnectionCount: Int { record.withLock { $0.accepted } }

    /// How many connections are open now.
    package var openConnectionCount: Int { record.withLock { $0.open } }

    /// The greatest number of connections that were open at the same time.
    package var peakConnectionCount: Int { record.withLock { $0.peakOpen } }

    /// The greatest number of requests that were being answered at the same time.
    package var peakRequestCount: Int { record.withLock { $0.peakAnswering } }

    /// Returns once a path was asked for so many times; at once when it already was.
    ///
    /// - Parameters:
    ///   - count: The number to wait for. Default 1.
    ///   - path: The path, or nil, the default, to count all requests.
    package func waitForRequests(_ count: Int = 1, path: String? = nil) async {
        await wait { $0.count(path: path) >= count }
    }

    /// Returns once no connection is open; at once when none is.
    package func waitForNoConnections() async {
        await wait { $0.open == 0 }
    }

    /// Stops listening and ends all connections.
    package func stop() { stopPipe.fire() }

    /// Returns once the server was stopped and its port is free again.
    package func waitUntilStopped() async {
        await wait { $0.isStopped }
    }

    private func wait(until condition: @escaping @Sendable (LoopbackRecord) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isMet = record.withLock { $0.isMet(condition, orLater: continuation) }
            if isMet { continuation.resume() }
        }
    }

    private static func acceptConnections(
        _ listener: Int32, stop: WakePipe, record: Locked<LoopbackRecord>,
        handler: @escaping Handler
    ) {
        defer {
            Socket.close(listener)
            record.change { $0.stopped() }
        }
        while let descriptor = Socket.accept(listener, stop: stop.descriptor) {
            let number = record.withLock { $0.opened() }
            let connection = LoopbackConnection(
                descriptor: descriptor, number: number, stop: stop)
            startThread("loopback-\(number)") {
                serve(connection, record: record, handler: handler)
            }
        }
    }

    private static func serve(
        _ connection: LoopbackConnection, record: Locked<LoopbackRecord>, handler: Handler
    ) {
        connection.run { request in
            record.change { $0.received(request) }
            return handler(request)
        } finished: {
            record.withLock { $0.answered() }
        }
        Socket.close(connection.descriptor)
        record.change { $0.closed() }
    }

    private static func startThread(_ name: String, _ body: @escaping @Sendable () -> Void) {
        let thread = Thread(block: body)
        thread.name = name
        thread.stackSize = 1 << 19
        thread.start()
    }
}
