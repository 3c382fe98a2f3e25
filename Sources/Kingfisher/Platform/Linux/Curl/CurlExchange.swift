#if os(Linux)
import CCurl
import Foundation
import FoundationNetworking
import Locking

/// One request and its response over libcurl.
///
/// The engine's thread fills ``events``; whoever reads them says with ``consumed(_:)`` that bytes
/// were taken, so that a fast server cannot fill the memory of a slow reader.
// Unchecked: the parts below the mark belong to the engine's thread; the rest is immutable or locked.
final class CurlExchange: @unchecked Sendable {
    enum Event: Sendable {
        case head(ResponseHead)
        case body(Data)
        /// The last event.
        case end(Result<CurlMeasurements, CurlFailure>)
    }

    private struct Flow {
        var waiting = 0
        var isPaused = false
    }

    /// Bytes waiting for the reader at which the server is made to wait, and to go on again.
    private static let highWater = 4 << 20
    private static let lowWater = 1 << 20

    let request: CurlRequest
    let events: AsyncStream<Event>
    /// When the whole task has to be over, in the engine's time; nil for no limit.
    let totalDeadline: TimeInterval?
    let totalTimeout: TimeInterval

    private let continuation: AsyncStream<Event>.Continuation
    private let flow = Locked(Flow())

    // MARK: Engine's thread only

    /// Set while libcurl works on it.
    var easy: CurlEasy?
    /// Whether it counts as running for its origin.
    var isRunning = false
    private(set) var isEnded = false
    private(set) var lastActivity: TimeInterval = 0
    private var head = ResponseHead()
    private var hasSentHead = false

    init(_ request: CurlRequest, totalDeadline: TimeInterval?, totalTimeout: TimeInterval) {
        self.request = request
        self.totalDeadline = totalDeadline
        self.totalTimeout = totalTimeout
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Says that bytes of a body event were taken.
    ///
    /// - Returns: Whether the engine has to let the exchange go on.
    func consumed(_ count: Int) -> Bool {
        flow.withLock { flow in
            flow.waiting -= count
            guard flow.isPaused, flow.waiting <= Self.lowWater else { return false }
            flow.isPaused = false
            return true
        }
    }

    /// Prepares libcurl's handle for this exchange.
    func prepare(_ easy: CurlEasy, certificateFile: String?, share: UnsafeMutableRawPointer?) {
        self.easy = easy
        touch()
        easy.prepare(
            request, certificateFile: certificateFile, share: share,
            context: Unmanaged.passUnretained(self).toOpaque(),
            receiveHead: { bytes, size, count, context in
                CurlExchange.from(context)?.receiveHead(bytes, size * count) ?? 0
            },
            receiveBody: { bytes, size, count, context in
                CurlExchange.from(context)?.receiveBody(bytes, size * count) ?? 0
            })
    }

    /// When the exchange is overdue if nothing comes until then.
    var deadline: TimeInterval {
        let idle = isRunning ? request.idleTimeout.map { lastActivity + $0 } : nil
        return min(totalDeadline ?? .infinity, idle ?? .infinity)
    }

    /// Why the exchange has to end at `now`, or nil.
    func overdue(at now: TimeInterval) -> CurlFailure.Cause? {
        if let totalDeadline, totalDeadline <= now { return .total(totalTimeout) }
        // A reader that takes its time is not the server's fault.
        if flow.withLock({ $0.isPaused }) { touch() }
        guard deadline <= now, let timeout = request.idleTimeout else { return nil }
        return .idle(timeout)
    }

    /// Notes that the server gave a sign of life.
    func touch() { lastActivity = CurlEngine.now }

    /// Sends the last event.
    func end(_ result: Result<CurlMeasurements, CurlFailure>) {
        guard !isEnded else { return }
        isEnded = true
        if case .success = result { sendHead() }
        continuation.yield(.end(result))
        continuation.finish()
    }

    static func from(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
        context.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
    }

    private func receiveHead(_ bytes: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
        touch()
        let line = UnsafeRawBufferPointer(start: bytes, count: count)
        // A login makes libcurl ask twice; only the last head is the response's, and it is sent
        // with the first bytes of a body or at the end.
        if head.take(line) == .end, !head.isProvisional, request.login == nil { sendHead() }
        return count
    }

    private func receiveBody(_ bytes: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
        touch()
        let mustWait = flow.withLock { flow in
            flow.isPaused = flow.waiting > Self.highWater
            if !flow.isPaused { flow.waiting += count }
            return flow.isPaused
        }
        guard !mustWait else { return Int(CURL_WRITEFUNC_PAUSE) }
        sendHead()
        continuation.yield(.body(Data(bytes: bytes, count: count)))
        return count
    }

    private func sendHead() {
        guard !hasSentHead else { return }
        hasSentHead = true
        continuation.yield(.head(head))
    }
}
#endif
