#if os(Linux)
import Foundation
import FoundationNetworking
import Locking

/// A task that libcurl carries out, in the shape of the system's.
// Unchecked: all that changes stands behind a lock. The superclass' own state is never used.
final class CurlDataTask: URLSessionDataTask, @unchecked Sendable {
    private struct Status {
        var state = URLSessionTask.State.suspended
        var priority = URLSessionTask.defaultPriority
        var currentRequest: URLRequest
        var response: URLResponse?
        var error: (any Error)?
        var description: String?
        var exchange: CurlExchange?
    }

    private let identifier: Int
    private let original: URLRequest
    private let transport: CurlTransport
    private let status: Locked<Status>

    init(_ request: URLRequest, identifier: Int, transport: CurlTransport) {
        self.identifier = identifier
        self.transport = transport
        original = request
        status = Locked(Status(currentRequest: request))
        super.init()
    }

    override var taskIdentifier: Int { identifier }

    override var originalRequest: URLRequest? { original }

    override var currentRequest: URLRequest? { status.withLock { $0.currentRequest } }

    override var response: URLResponse? { status.withLock { $0.response } }

    override var error: (any Error)? { status.withLock { $0.error } }

    override var state: URLSessionTask.State { status.withLock { $0.state } }

    override var taskDescription: String? {
        get { status.withLock { $0.description } }
        set { status.withLock { $0.description = newValue } }
    }

    /// 0 to 1; decides who goes first when a host's connections are all in use.
    override var priority: Float {
        get { status.withLock { $0.priority } }
        set {
            let exchange = status.withLock { status -> CurlExchange? in
                guard status.priority != newValue else { return nil }
                status.priority = newValue
                return status.exchange
            }
            if let exchange { transport.engine.send(.reprioritize(exchange, newValue)) }
        }
    }

    override func copy(with zone: NSZone? = nil) -> Any { self }

    /// Begins, the first time only.
    ///
    /// There is no suspending afterwards.
    override func resume() {
        let isFirst = status.withLock { status in
            guard status.state == .suspended else { return false }
            status.state = .running
            return true
        }
        guard isFirst else { return }
        CurlTransfer(task: self, transport: transport, request: original).start()
    }

    override func suspend() {}

    /// Ends the task, whose delegate receives `URLError.cancelled` if it had begun.
    override func cancel() {
        let exchange = status.withLock { status -> CurlExchange? in
            switch status.state {
            case .suspended: status.state = .completed
            case .running: status.state = .canceling
            default: return nil
            }
            return status.exchange
        }
        if let exchange { transport.engine.send(.cancel(exchange)) }
    }

    var isCancelled: Bool { state == .canceling }

    /// Notes what is sent now, so that a cancellation reaches it.
    ///
    /// - Returns: False when the task was cancelled before.
    func begin(_ exchange: CurlExchange, request: URLRequest) -> Bool {
        status.withLock { status in
            guard status.state == .running else { return false }
            status.exchange = exchange
            status.currentRequest = request
            return true
        }
    }

    func received(_ response: URLResponse) {
        status.withLock { $0.response = response }
    }

    func completed(_ error: (any Error)?) {
        status.withLock { status in
            status.state = .completed
            status.error = error
            status.exchange = nil
        }
    }
}
#endif
