public import Foundation
import Locking
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The download of one URL, shared by everyone who asked for it.
public class SessionDataTask: @unchecked Sendable {
    /// Tells the callers of one download apart: 0 for the first, then 1 and so on.
    public typealias CancelToken = Int

    private struct State {
        var transfer: URLSessionDataTask
        var resumption: Resumption?
        var subscribers = SubscriberList()
        var data = Data()
        var started = false
        var metrics: NetworkMetrics?
        var decision = ResponseDecision()
        var resumedByteCount = 0
        /// Bytes of a resumed body in all, as far as they are known.
        var resumedTotal: Int64?
        var announcedByteCount = 0
        var requestedAt: Date?
        var respondedAt: Date?

        mutating func append(_ received: Data) {
            // A body that comes in one piece is never copied.
            guard
                !data.isEmpty || received.count < announcedByteCount || received.startIndex != 0
            else {
                data = received
                return
            }
            if data.isEmpty { data.reserveCapacity(announcedByteCount) }
            data.append(received)
        }
    }

    /// Where the download goes to, before redirects.
    public let originalURL: URL?
    /// The transfer underneath.
    ///
    /// On Linux, where libcurl does the work, a subclass that answers `priority`,
    /// `originalRequest`, `currentRequest`, `response`, `state`, `taskIdentifier` and `cancel()`. When a
    /// server does not continue an interrupted body as it was asked to, another one takes its place.
    public var task: URLSessionDataTask { state.withLock { $0.transfer } }

    // Unchecked class: all that changes stands behind this lock.
    private let state: Locked<State>
    private let owner: WeakReference<DownloadSession>

    /// What the server is asked with, so that it need not send what its callers have.
    let condition: RequestCondition?

    convenience init(task: URLSessionDataTask) {
        self.init(task: task, owner: nil, resumption: nil)
    }

    init(
        task: URLSessionDataTask, owner: DownloadSession?, resumption: Resumption?,
        condition: RequestCondition? = nil
    ) {
        state = Locked(State(transfer: task, resumption: resumption))
        self.condition = condition
        self.owner = WeakReference(owner)
        originalURL = task.originalRequest?.url
    }

    /// The bytes received so far, as an independent copy made at each call.
    public var mutableData: Data {
        let shared = sharedData
        return shared.withUnsafeBytes { Data($0) }
    }

    /// Times and sizes of the transfer; nil until it has ended well.
    public internal(set) var metrics: NetworkMetrics? {
        get { state.withLock { $0.metrics } }
        set { state.withLock { $0.metrics = newValue } }
    }

    /// The bytes received so far without a copy; later bytes do not show in it.
    var sharedData: Data { state.withLock { $0.data } }

    var mutableDataCount: Int { state.withLock { $0.data.count } }

    /// When the transfer was asked to begin; nil while it waits.
    var requestedAt: Date? { state.withLock { $0.requestedAt } }

    /// When the head of the response came; nil before.
    var respondedAt: Date? { state.withLock { $0.respondedAt } }

    /// Whether the transfer was asked to begin.
    var started: Bool { state.withLock { $0.started } }

    /// Whether the transfer still goes on, or can.
    var isOpen: Bool { state.withLock { $0.subscribers.phase == .open } }

    /// Bytes of the body that an earlier transfer brought.
    var resumedByteCount: Int { state.withLock { $0.resumedByteCount } }

    /// Bytes of the whole body as announced, or −1.
    var expectedByteCount: Int64 {
        task.response.map(expectedByteCount) ?? -1
    }

    /// Bytes of the whole body as a response announces it, or −1.
    func expectedByteCount(of response: URLResponse) -> Int64 {
        let (resumedByteCount, resumedTotal) = state.withLock {
            ($0.resumedByteCount, $0.resumedTotal)
        }
        if let resumedTotal { return resumedTotal }
        let expected = response.expectedContentLength
        guard expected >= 0 else { return -1 }
        let (total, overflows) = expected.addingReportingOverflow(Int64(resumedByteCount))
        return overflows ? -1 : total
    }

    var containsCallbacks: Bool { state.withLock { !$0.subscribers.isEmpty } }

    /// Joins the download.
    ///
    /// - Returns: The caller's token, or nil when the download is over.
    func addCallback(_ callback: TaskCallback) -> CancelToken? {
        state.withLock { $0.subscribers.add(callback) }
    }

    /// Begins the transfer, the first time only, and only if somebody still waits or ever can.
    func resume() {
        let begins = state.withLock { state in
            guard !state.started else { return false }
            state.started = true
            state.requestedAt = Date()
            return state.subscribers.phase == .open
        }
        if begins { task.resume() }
    }

    /// Adds bytes.
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - transfer: Where they come from; nothing is added when another one has taken its place. Nil
    ///     for the present one.
    func didReceiveData(_ data: Data, from transfer: URLSessionTask? = nil) {
        state.withLock { state in
            if transfer == nil || transfer === state.transfer { state.append(data) }
        }
    }

    /// Has room made for a body of an announced length once its first bytes come.
    func expectByteCount(_ count: Int) {
        state.withLock { $0.announcedByteCount = count }
    }

    /// Marks the download as over and takes all callers out.
    @discardableResult
    func completeAndRemoveAllCallbacks() -> [TaskCallback] {
        state.withLock { $0.subscribers.completeAll() }
    }
}

// MARK: - Continuing an interrupted body

extension SessionDataTask {
    /// What an earlier transfer brought, if this one asks for the rest only, and how to ask for all.
    struct Resumption {
        let partial: PartialBody
        let request: URLRequest
    }

    var resumption: Resumption? { state.withLock { $0.resumption } }

    /// Puts what an earlier transfer brought in front of what comes now.
    ///
    /// - Parameters:
    ///   - partial: The bytes.
    ///   - total: Bytes of the whole body, or nil.
    func resume(from partial: PartialBody, total: Int64?) {
        state.withLock { state in
            // FoundationNetworking may have delivered bytes before the response was decided on.
            state.data = partial.data + state.data
            state.resumedByteCount = partial.data.count
            state.resumedTotal = total
        }
    }

    /// Whether the rest that came is not all of it.
    var lacksBytes: Bool {
        state.withLock { state in
            state.resumedTotal.map { $0 != Int64(state.data.count) } ?? false
        }
    }

    /// What a later transfer can continue: what came of the body, or what was there before as long as no
    /// answer has made it useless.
    var unfinishedBody: PartialBody? {
        let state = state.withLock { $0 }
        if let partial = state.resumption?.partial, state.resumedByteCount > 0 {
            return partial.continued(with: state.data, total: state.resumedTotal)
        }
        if let response = state.transfer.response as? HTTPURLResponse, response.statusCode == 200 {
            let expected = expectedByteCount(of: response)
            return PartialBody(state.data, of: response, expected: expected)
        }
        return state.resumption?.partial
    }

    /// Goes on with a transfer of the whole body.
    ///
    /// - Returns: The transfer before; nil when nobody waits any more, and nothing has changed.
    func startOver(with transfer: URLSessionDataTask) -> URLSessionDataTask? {
        state.withLock { state in
            guard state.subscribers.phase == .open else { return nil }
            defer { state.transfer = transfer }
            state.resumption = nil
            state.data = Data()
            state.decision = ResponseDecision()
            state.requestedAt = Date()
            state.respondedAt = nil
            return state.transfer
        }
    }
}

// MARK: - Cancelling

extension SessionDataTask {
    /// Ends one caller's share with a cancellation error.
    func cancel(token: CancelToken) {
        switch state.withLock({ $0.subscribers.cancel(token) }) {
        case .unknown:
            break
        case .removed(let callback):
            callback.completeOnceStarted(.failure(cancellation(token)))
        case .removedLast(let callback, let tellsFinish):
            stop(error: cancellation(token), tellsFinish: tellsFinish)
            callback.completeOnceStarted(.failure(cancellation(token)))
        }
    }

    /// Ends every caller's share with a cancellation error.
    func forceCancel() {
        guard owner.value != nil else {
            // Outside a downloader nothing is transferred, so the task stays usable.
            for (token, callback) in state.withLock({ $0.subscribers.removeAll() }) {
                callback.completeOnceStarted(.failure(cancellation(token)))
            }
            return
        }
        end { cancellation($0) }
    }

    /// Ends the download for everybody at once.
    ///
    /// - Parameter error: Makes the error for the caller with a token.
    func end(error: (CancelToken) -> KingfisherError) {
        let (removed, stops, tellsFinish) = state.withLock { $0.subscribers.cancelAll() }
        if stops { stop(error: error(removed.last?.0 ?? 0), tellsFinish: tellsFinish) }
        for (token, callback) in removed {
            callback.completeOnceStarted(.failure(error(token)))
        }
    }

    private func stop(error: KingfisherError, tellsFinish: Bool) {
        guard let owner = owner.value else {
            task.cancel()
            return
        }
        owner.keepPartialBody(of: self)
        owner.forget(self)
        owner.transport.cancel(task)
        if tellsFinish { owner.tellFinish(of: self, response: nil, error: error) }
    }

    private func cancellation(_ token: CancelToken) -> KingfisherError {
        .requestError(reason: .taskCancelled(task: self, token: token))
    }
}

// MARK: - What the session does with it

extension SessionDataTask {
    /// All callers in the order they joined.
    var subscribers: [(token: CancelToken, callback: TaskCallback)] {
        state.withLock { $0.subscribers.inOrder() }
    }

    /// What wants to hear of received bytes, in the order of joining.
    var sideEffects: [any DataReceivingSideEffect] {
        state.withLock { $0.subscribers.sideEffects }
    }

    /// Whether a side effect's caller has cancelled.
    func isSilenced(_ effect: any DataReceivingSideEffect) -> Bool {
        state.withLock { $0.subscribers.isSilenced(effect) }
    }

    /// Takes one caller out to complete it; nil when it cancelled meanwhile.
    func take(_ token: CancelToken) -> TaskCallback? {
        state.withLock { $0.subscribers.take(token) }
    }

    /// The images that have to be made, with those who wait for each.
    func imagesToMake() -> [(key: ImageKey, callers: [TaskCallback])] {
        state.withLock { $0.subscribers.imagesToMake() }
    }

    /// Who waits for an image, in the order of joining.
    func waiting(for key: ImageKey) -> [(token: CancelToken, callback: TaskCallback)] {
        state.withLock { $0.subscribers.waiting(for: key) }
    }

    /// Whether an image has to be made; when nobody waits for it, nobody can join for it any more.
    func isWanted(_ key: ImageKey) -> Bool {
        state.withLock { $0.subscribers.isWanted(key) }
    }

    /// Ends the time in which an image can be joined, unless somebody waits who is not ready.
    func endMaking(_ key: ImageKey, ifReady tokens: Set<CancelToken>?) -> [CancelToken]? {
        state.withLock { $0.subscribers.endMaking(key, ifReady: tokens) }
    }

    /// Notes that the response is being decided on.
    func beginDecision() {
        state.withLock { state in
            state.decision.begin()
            state.respondedAt = state.respondedAt ?? Date()
        }
    }

    /// Notes that the response was decided on.
    ///
    /// - Returns: The end of the transfer, if it came meanwhile.
    func endDecision() -> ResponseDecision.End? {
        state.withLock { $0.decision.end() }
    }

    /// Whether the end of a transfer counts now; otherwise it is kept for ``endDecision()``.
    ///
    /// Of a transfer whose place another one has taken, it does not count.
    func mayEnd(_ end: ResponseDecision.End, of transfer: URLSessionTask) -> Bool {
        state.withLock { $0.transfer === transfer && $0.decision.mayEnd(end) }
    }

    /// Closes the download to newcomers, the first time only.
    func beginCompletion() -> Bool {
        state.withLock { $0.subscribers.beginCompletion() }
    }

    /// Closes the download to newcomers but for those who want the images of others, the first time
    /// only.
    func beginMaking() -> Bool {
        state.withLock { $0.subscribers.beginMaking() }
    }

    /// Runs `announce` if somebody still waits; afterwards runs `finish` if nobody does any more.
    func announce(_ announce: () -> Void, finish: (KingfisherError) -> Void) {
        guard state.withLock({ $0.subscribers.beginAnnouncement() }) else { return }
        announce()
        if state.withLock({ $0.subscribers.endAnnouncement() }) { finish(cancellation(0)) }
    }
}
