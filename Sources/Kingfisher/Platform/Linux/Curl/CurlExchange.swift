#if os(Linux)
import CCurl
import Foundation
import FoundationNetworking
import Locking

/// One request and its response over libcurl.
///
/// The engine's thread gathers events while libcurl works and delivers them together, so that a
/// reader wakes once for a short response. The reader says with ``consumed(_:)`` that bytes were
/// taken, so that a fast server cannot fill the memory of a slow reader.
// Unchecked: the parts below the mark belong to the engine's thread; the rest is immutable or locked.
final class CurlExchange: @unchecked Sendable {
    enum Event: Sendable {
        case head(ResponseHead)
        case body(Data)
        /// The last event.
        case end(Result<CurlMeasurements, CurlFailure>)
    }

    private struct Mailbox {
        var events: [Event] = []
        var reader: CheckedContinuation<[Event], Never>?
        var onFirst: (@Sendable (CurlExchange) -> Void)?
        var waitingBytes = 0
        var isPaused = false
    }

    /// Bytes waiting for the reader at which the server is made to wait, and to go on again.
    private static let highWater = 4 << 20
    private static let lowWater = 1 << 20
    /// Bytes that one body event has at most; libcurl itself hands over 16 kB at a time.
    private static let chunkLimit = 256 << 10
    /// Provisional heads, each a sign of life, that a server may send.
    private static let provisionalLimit = 100
    /// Seconds that the rest of an unwanted body has to come.
    private static let drainTime: TimeInterval = 1

    let request: CurlRequest
    /// When the whole task has to be over, in the engine's time; nil for no limit.
    let totalDeadline: TimeInterval?
    let totalTimeout: TimeInterval

    private let mailbox = Locked(Mailbox())

    // MARK: Engine's thread only

    /// Set while libcurl works on it.
    var easy: CurlEasy?
    /// Whether it counts as running for its origin.
    var isRunning = false
    /// Its place among those that wait for their origin; nil once it may run.
    var ticket: HostQueue<CurlExchange>.Ticket?
    private(set) var isEnded = false
    private(set) var lastActivity: TimeInterval = 0
    /// Whether it has a connection; before that, libcurl may have it wait for one.
    private(set) var isSending = false
    private var drainDeadline: TimeInterval?
    private var provisionalHeads = 0
    private var unread: UnreadExchanges?
    private var pending: [Event] = []
    private var body = Data()
    private var bytesToCome = 0
    private var head = ResponseHead()
    private var hasSentHead = false

    init(_ request: CurlRequest, totalDeadline: TimeInterval?, totalTimeout: TimeInterval) {
        self.request = request
        self.totalDeadline = totalDeadline
        self.totalTimeout = totalTimeout
    }

    // MARK: Reader

    /// Runs a block once, when the first events are there.
    ///
    /// To be called before the exchange starts.
    func whenReady(_ block: @escaping @Sendable (CurlExchange) -> Void) {
        mailbox.withLock { $0.onFirst = block }
    }

    /// The events since the last call, as soon as there are any.
    func nextEvents() async -> [Event] {
        await withCheckedContinuation { continuation in
            let events = mailbox.withLock { mailbox -> [Event]? in
                guard !mailbox.events.isEmpty else {
                    mailbox.reader = continuation
                    return nil
                }
                defer { mailbox.events = [] }
                return mailbox.events
            }
            if let events { continuation.resume(returning: events) }
        }
    }

    /// Says that bytes of a body event were taken.
    ///
    /// - Returns: Whether the engine has to let the exchange go on.
    func consumed(_ count: Int) -> Bool {
        mailbox.withLock { mailbox in
            mailbox.waitingBytes -= count
            guard mailbox.isPaused, mailbox.waitingBytes <= Self.lowWater else { return false }
            mailbox.isPaused = false
            return true
        }
    }
}

/// The exchanges with events that no reader was told of yet.
///
/// Used on the engine's thread only.
final class UnreadExchanges {
    var exchanges: [CurlExchange] = []

    func deliverAll() {
        for exchange in exchanges {
            exchange.deliver()
        }
        exchanges.removeAll(keepingCapacity: true)
    }
}

// MARK: - Engine's thread only

extension CurlExchange {
    /// Prepares libcurl's handle for this exchange.
    func prepare(
        _ easy: CurlEasy, certificateFile: String?, share: UnsafeMutableRawPointer?,
        unread: UnreadExchanges
    ) {
        self.easy = easy
        self.unread = unread
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
        easy.whenSending(context: Unmanaged.passUnretained(self).toOpaque()) {
            context, _, _, _, _ in
            CurlExchange.from(context)?.beginSending()
            return 0
        }
    }

    private func beginSending() {
        isSending = true
        touch()
    }

    /// Gives the rest of a body that nobody wants a moment, so that the connection can be kept.
    func beginDraining() {
        drainDeadline = CurlEngine.now + Self.drainTime
    }

    /// Counts another exchange's activity as its own: it waits for the same server to be free.
    func takePart(in activity: TimeInterval) {
        lastActivity = max(lastActivity, activity)
    }

    /// When the exchange is overdue if nothing comes until then.
    var deadline: TimeInterval {
        let idle = isRunning ? request.idleTimeout.map { lastActivity + $0 } : nil
        return min(totalDeadline ?? .infinity, idle ?? .infinity, drainDeadline ?? .infinity)
    }

    /// Why the exchange has to end at `now`, or nil.
    func overdue(at now: TimeInterval) -> CurlFailure.Cause? {
        if let totalDeadline, totalDeadline <= now { return .total(totalTimeout) }
        if let drainDeadline, drainDeadline <= now { return .cancelled }
        // A reader that takes its time is not the server's fault.
        if mailbox.withLock({ $0.isPaused }) { touch() }
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
        endChunk()
        pending.append(.end(result))
        unread = nil
        deliver()
    }

    /// Hands the gathered events to the reader.
    func deliver() {
        endChunk()
        guard !pending.isEmpty else { return }
        let events = pending
        pending = []
        let (reader, onFirst) = mailbox.withLock { mailbox in
            let waiting = (mailbox.reader, mailbox.onFirst)
            if mailbox.reader == nil { mailbox.events += events }
            mailbox.reader = nil
            mailbox.onFirst = nil
            return waiting
        }
        reader?.resume(returning: events)
        onFirst?(self)
    }

    static func from(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
        context.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
    }

    private func receiveHead(_ bytes: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
        touch()
        let line = UnsafeRawBufferPointer(start: bytes, count: count)
        // A login makes libcurl ask twice; only the last head is the response's, and it is sent
        // with the first bytes of a body or at the end.
        guard head.take(line) == .end else { return count }
        guard !head.isProvisional else {
            provisionalHeads += 1
            return provisionalHeads <= Self.provisionalLimit ? count : 0
        }
        if request.login == nil { sendHead() }
        return count
    }

    private func receiveBody(_ bytes: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
        touch()
        let mustWait = mailbox.withLock { mailbox in
            mailbox.isPaused = mailbox.waitingBytes > Self.highWater
            if !mailbox.isPaused { mailbox.waitingBytes += count }
            return mailbox.isPaused
        }
        guard !mustWait else { return Int(CURL_WRITEFUNC_PAUSE) }
        sendHead()
        awaitReading()
        if body.isEmpty { body = Data(capacity: max(count, min(bytesToCome, Self.chunkLimit))) }
        UnsafeRawPointer(bytes).withMemoryRebound(to: UInt8.self, capacity: count) {
            body.append($0, count: count)
        }
        bytesToCome -= count
        if body.count >= Self.chunkLimit { endChunk() }
        return count
    }

    private func sendHead() {
        guard !hasSentHead else { return }
        hasSentHead = true
        // A hint only, used to gather a body of known length without moving it.
        bytesToCome = head.value("content-length").flatMap { Int($0) } ?? 0
        awaitReading()
        pending.append(.head(head))
    }

    private func endChunk() {
        guard !body.isEmpty else { return }
        pending.append(.body(body))
        body = Data()
    }

    /// Has the events delivered once libcurl has done what it can.
    private func awaitReading() {
        if pending.isEmpty, body.isEmpty { unread?.exchanges.append(self) }
    }
}
#endif
