import Foundation
import Locking
import LoopbackHTTP

@testable import Kingfisher

/// A server whose one picture has revisions, and which answers conditional requests.
final class RevisionServer: Sendable {
    private struct State {
        var revision = 1
        var headers: [(String, String)]
        var answer: LoopbackResponse?
    }

    private let state: Locked<State>
    private let server: LoopbackServer

    /// Creates a server.
    ///
    /// - Parameter headers: What it sends besides the entity tag.
    /// - Throws: When the server or its pictures cannot be made.
    init(_ headers: [(String, String)]) throws {
        let state = Locked(State(headers: headers))
        let pictures = try (0..<8).map { try TestPicture.png(width: 8 + $0, height: 6) }
        self.state = state
        server = try LoopbackServer { request in
            state.withLock { state in
                if let answer = state.answer { return answer }
                let tag = "\"\(state.revision)\""
                let headers = [("ETag", tag)] + state.headers
                return request.header("If-None-Match") == tag
                    ? LoopbackResponse(status: 304, headers: headers)
                    : .data(pictures[state.revision], headers: headers)
            }
        }
    }

    deinit { server.stop() }

    var url: URL { server.url("/a.png") }
    /// The width of the picture that is served.
    var width: Int { 8 + state.withLock { $0.revision } }
    /// The conditions of the requests so far; nil for requests without one.
    var conditions: [String?] { server.requests.map { $0.header("If-None-Match") } }

    func publish() { state.withLock { $0.revision += 1 } }
    func send(_ headers: [(String, String)]) { state.withLock { $0.headers = headers } }
    func answer(_ answer: LoopbackResponse) { state.withLock { $0.answer = answer } }
    func stop() { server.stop() }
    func waitForRequests(_ count: Int) async { await server.waitForRequests(count) }
}

/// Whether the directory for temporary files keeps attributes of files.
let keepsAttributes: Bool = {
    let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("attribute-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    try? FileAccess.write(
        Data([1]), to: path, temporaryPath: path + ".new",
        times: FileTimes(lastAccess: Date(), expiration: .distantFuture), record: Data([2]),
        options: [])
    return (try? FileAccess.record(of: path, limit: 8))?.record == Data([2])
}()
