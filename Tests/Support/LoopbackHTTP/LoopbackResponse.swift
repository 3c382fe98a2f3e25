package import Foundation

/// What the loopback server does with one request: steps on the connection, in order.
///
/// The factories cover the usual answers and the usual faults; anything else can be written as
/// ``steps``. After the last step the connection is kept for the next request, unless the steps
/// closed it or the client asked for `Connection: close`.
package struct LoopbackResponse: Sendable {
    /// One thing to do on the connection.
    package enum Step: Sendable {
        /// Send bytes as they are; head and body alike.
        case send(Data)
        /// Wait until a gate opens. Ends the connection when the client leaves meanwhile.
        case wait(LoopbackGate)
        /// Do nothing until the client leaves or the server stops.
        case stall
        /// Close in an orderly way.
        case close
        /// Close with a reset, so that the client sees a broken connection.
        case reset
    }

    /// What to do, in order.
    package var steps: [Step]

    /// Creates a response from raw steps.
    package init(steps: [Step]) { self.steps = steps }

    /// Creates an ordinary response.
    ///
    /// - Parameters:
    ///   - status: The HTTP status. Default 200.
    ///   - headers: Headers in the order to send. `Content-Length` is added.
    ///   - body: The body. Default empty.
    ///   - declaredLength: A `Content-Length` that differs from the body's, or nil.
    package init(
        status: Int = 200, headers: [(String, String)] = [], body: Data = Data(),
        declaredLength: Int? = nil
    ) {
        let length = ("Content-Length", "\(declaredLength ?? body.count)")
        steps = [.send(Self.head(status, headers + [length]) + body)]
    }

    /// A successful response with a body.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - type: The `Content-Type`. Default `image/png`.
    ///   - headers: More headers.
    /// - Returns: The response.
    package static func data(
        _ body: Data, type: String = "image/png", headers: [(String, String)] = []
    ) -> LoopbackResponse {
        LoopbackResponse(headers: [("Content-Type", type)] + headers, body: body)
    }

    /// A response with an empty body.
    package static func status(_ status: Int) -> LoopbackResponse {
        LoopbackResponse(status: status)
    }

    /// A redirect.
    ///
    /// - Parameters:
    ///   - location: Where to, as written into `Location`.
    ///   - status: 301, 302 (the default), 303, 307 or 308.
    /// - Returns: The response.
    package static func redirect(to location: String, status: Int = 302) -> LoopbackResponse {
        LoopbackResponse(status: status, headers: [("Location", location)])
    }

    /// A body in chunked transfer coding, one chunk for each element.
    package static func chunked(
        _ chunks: [Data], type: String = "image/png"
    ) -> LoopbackResponse {
        let head = head(200, [("Content-Type", type), ("Transfer-Encoding", "chunked")])
        let coded = chunks.filter { !$0.isEmpty }.map { chunk in
            Data("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Data("\r\n".utf8)
        }
        return LoopbackResponse(
            steps: ([head] + coded + [Data("0\r\n\r\n".utf8)]).map { .send($0) })
    }

    /// A gzip-coded body.
    ///
    /// - Parameters:
    ///   - body: What the client gets after decoding.
    ///   - type: The `Content-Type`. Default `image/png`.
    /// - Returns: The response.
    package static func gzip(_ body: Data, type: String = "image/png") -> LoopbackResponse {
        .data(Gzip.stored(body), type: type, headers: [("Content-Encoding", "gzip")])
    }

    /// A gzip-coded body of zeros that is about a hundred and fifty times smaller on the wire.
    ///
    /// - Parameter size: Bytes after decoding.
    /// - Returns: The response.
    package static func gzipBomb(size: Int) -> LoopbackResponse {
        .data(Gzip.zeros(count: size), headers: [("Content-Encoding", "gzip")])
    }

    /// A body that ends before its `Content-Length` in an orderly close.
    ///
    /// - Parameters:
    ///   - body: The whole body that the head declares.
    ///   - count: How many of its bytes are sent.
    /// - Returns: The response.
    package static func truncated(_ body: Data, after count: Int) -> LoopbackResponse {
        cut(body, after: count, by: .close)
    }

    /// A body that breaks off with a reset.
    ///
    /// - Parameters:
    ///   - body: The whole body that the head declares.
    ///   - count: How many of its bytes are sent.
    /// - Returns: The response.
    package static func reset(_ body: Data, after count: Int) -> LoopbackResponse {
        cut(body, after: count, by: .reset)
    }

    /// A body that stops coming.
    ///
    /// - Parameters:
    ///   - body: The whole body that the head declares.
    ///   - count: How many of its bytes are sent before the silence.
    /// - Returns: The response.
    package static func stalled(_ body: Data, after count: Int) -> LoopbackResponse {
        cut(body, after: count, by: .stall)
    }

    /// No answer at all, while the connection stays open.
    package static var silence: LoopbackResponse { LoopbackResponse(steps: [.stall]) }

    /// No answer; the connection is closed.
    package static var drop: LoopbackResponse { LoopbackResponse(steps: [.close]) }

    /// The same response, begun only when a gate opens.
    package func held(at gate: LoopbackGate) -> LoopbackResponse {
        LoopbackResponse(steps: [.wait(gate)] + steps)
    }

    /// The same response, after which the connection is closed without having been announced.
    package func thenClosing() -> LoopbackResponse {
        LoopbackResponse(steps: steps + [.close])
    }

    /// A response whose body comes in two parts, the second when a gate opens.
    ///
    /// - Parameters:
    ///   - body: The whole body.
    ///   - count: How many bytes come at once.
    ///   - gate: What the rest waits for.
    /// - Returns: The response.
    package static func halves(
        _ body: Data, after count: Int, gate: LoopbackGate
    ) -> LoopbackResponse {
        var response = cut(body, after: count, by: .wait(gate))
        response.steps.append(.send(body.dropFirst(count)))
        return response
    }

    private static func cut(_ body: Data, after count: Int, by step: Step) -> LoopbackResponse {
        let headers = [("Content-Type", "image/png"), ("Content-Length", "\(body.count)")]
        return LoopbackResponse(steps: [.send(head(200, headers) + body.prefix(count)), step])
    }

    /// The bytes of a response head, the empty line included.
    ///
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - headers: The headers in the order to send; nothing is added.
    /// - Returns: The bytes.
    package static func head(_ status: Int, _ headers: [(String, String)]) -> Data {
        let lines = headers.map { "\($0): \($1)\r\n" }.joined()
        return Data("HTTP/1.1 \(status) Status\r\n\(lines)\r\n".utf8)
    }
}
