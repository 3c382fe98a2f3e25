import Foundation

/// Serves one connection on the thread that runs it.
struct LoopbackConnection {
    private static let headLimit = 1 << 20

    let descriptor: Int32
    let number: Int
    let stop: WakePipe

    /// Reads requests and answers them until either side ends the connection.
    ///
    /// - Parameters:
    ///   - handler: Records a request and makes its answer.
    ///   - finished: Called after each answer.
    func run(handler: LoopbackServer.Handler, finished: () -> Void) {
        var buffer = Data()
        while let request = readRequest(&buffer) {
            let response = handler(request)
            let goesOn = perform(response.steps, answering: request)
            finished()
            guard goesOn, request.header("connection")?.lowercased() != "close" else { return }
        }
    }

    private func readRequest(_ buffer: inout Data) -> LoopbackRequest? {
        let separator = Data("\r\n\r\n".utf8)
        var end = buffer.range(of: separator)
        while end == nil {
            guard buffer.count < Self.headLimit, fill(&buffer) else { return nil }
            end = buffer.range(of: separator)
        }
        guard
            let end,
            let request = LoopbackRequest(
                head: buffer[buffer.startIndex..<end.lowerBound], connection: number)
        else { return nil }
        let length = request.header("content-length").flatMap(Int.init) ?? 0
        var rest = Data(buffer[end.upperBound...])
        while rest.count < length {
            guard fill(&rest) else { return nil }
        }
        buffer = Data(rest.dropFirst(length))
        return request.with(body: Data(rest.prefix(length)))
    }

    private func fill(_ buffer: inout Data) -> Bool {
        guard !Socket.wait(for: [descriptor, stop.descriptor]).contains(stop.descriptor) else {
            return false
        }
        let received = Socket.receive(descriptor)
        buffer.append(received)
        return !received.isEmpty
    }

    /// Does the steps.
    ///
    /// - Returns: Whether the connection can take another request.
    private func perform(
        _ steps: [LoopbackResponse.Step], answering request: LoopbackRequest
    ) -> Bool {
        for step in steps {
            switch step {
            case .send(let data):
                guard Socket.send(bytes(of: data, for: request), to: descriptor) else {
                    return false
                }
            case .wait(let gate):
                guard waitForPeer(or: gate.descriptor) else { return false }
            case .stall:
                _ = waitForPeer(or: nil)
                return false
            case .close:
                return false
            case .reset:
                Socket.prepareReset(descriptor)
                return false
            }
        }
        return true
    }

    /// An answer to HEAD has no body.
    private func bytes(of data: Data, for request: LoopbackRequest) -> Data {
        guard
            request.method == "HEAD",
            let end = data.range(of: Data("\r\n\r\n".utf8))
        else { return data }
        return data[..<end.upperBound]
    }

    /// Waits for a gate.
    ///
    /// - Returns: Whether the gate opened; false when the client left or the server stopped.
    private func waitForPeer(or gate: Int32?) -> Bool {
        var watched = [stop.descriptor, descriptor] + (gate.map { [$0] } ?? [])
        while true {
            let ready = Socket.wait(for: watched)
            if ready.contains(stop.descriptor) { return false }
            if let gate, ready.contains(gate) { return true }
            if Socket.isClosedByPeer(descriptor) { return false }
            // A pipelined request: it stays unread, so watching goes on without the socket.
            watched.removeAll { $0 == descriptor }
        }
    }
}
