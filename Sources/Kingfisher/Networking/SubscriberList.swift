/// Who waits for one download, and how far it is.
///
/// Decides without acting: its owner asks under a lock and acts outside.
struct SubscriberList {
    typealias Token = SessionDataTask.CancelToken
    typealias Callback = SessionDataTask.TaskCallback

    /// How far the download is.
    enum Phase {
        /// Anyone may join.
        case open
        /// The transfer is over; nobody joins any more, but those waiting can still cancel.
        case completing
        /// Nobody waits any more and nobody ever will.
        case closed
    }

    /// What became of the announcement that the download begins.
    private enum Announcement {
        case none
        case running
        case done
    }

    /// What a cancellation leads to.
    enum Cancellation {
        /// Nobody with that token waits.
        case unknown
        /// One left, the download goes on.
        case removed(Callback)
        /// The last one left; the transfer has to stop, and its end be told where true.
        case removedLast(Callback, tellsFinish: Bool)
    }

    private(set) var phase = Phase.open
    private var nextToken = 0
    private var callbacks: [Token: Callback] = [:]
    private var announcement = Announcement.none
    private var owesFinish = false

    var isEmpty: Bool { callbacks.isEmpty }

    /// Adds somebody.
    ///
    /// - Returns: A token, or nil when the download can no longer be joined.
    mutating func add(_ callback: Callback) -> Token? {
        guard phase == .open else { return nil }
        defer { nextToken += 1 }
        callbacks[nextToken] = callback
        return nextToken
    }

    /// Removes somebody; removing the last one closes the download to newcomers.
    mutating func cancel(_ token: Token) -> Cancellation {
        guard let callback = callbacks.removeValue(forKey: token) else { return .unknown }
        guard callbacks.isEmpty, phase == .open else { return .removed(callback) }
        return .removedLast(callback, tellsFinish: close())
    }

    /// Removes everybody; while the transfer runs this closes the download.
    ///
    /// - Returns: Who waited, in the order of joining, whether the transfer has to stop, and whether
    ///   its end has to be told.
    mutating func cancelAll() -> (removed: [(Token, Callback)], stops: Bool, tellsFinish: Bool) {
        let stops = phase == .open
        return (removeAll(), stops, stops ? close() : false)
    }

    /// Removes everybody without ending anything.
    mutating func removeAll() -> [(Token, Callback)] {
        defer { callbacks = [:] }
        return inOrder()
    }

    /// Ends the time in which the download can be joined.
    ///
    /// - Returns: Whether this call did; false when it was over already.
    mutating func beginCompletion() -> Bool {
        guard phase == .open else { return false }
        phase = .completing
        return true
    }

    /// Takes somebody out to complete them; nil when they cancelled meanwhile.
    mutating func take(_ token: Token) -> Callback? {
        callbacks.removeValue(forKey: token)
    }

    func contains(_ token: Token) -> Bool { callbacks[token] != nil }

    /// What wants to hear of received bytes, in the order of joining.
    var sideEffects: [any DataReceivingSideEffect] {
        callbacks.filter { $0.value.options.onDataReceived?.isEmpty == false }
            .sorted { $0.key < $1.key }
            .flatMap { $0.value.options.onDataReceived ?? [] }
    }

    /// Everybody in the order of joining.
    func inOrder() -> [(Token, Callback)] {
        callbacks.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Marks the download as over and takes everybody out.
    mutating func completeAll() -> [Callback] {
        phase = .closed
        return removeAll().map(\.1)
    }

    /// Asks to announce the beginning.
    ///
    /// - Returns: Whether to announce it; false when nobody waits any more.
    mutating func beginAnnouncement() -> Bool {
        guard phase == .open, announcement == .none else { return false }
        announcement = .running
        return true
    }

    /// Reports that the beginning was announced.
    ///
    /// - Returns: Whether the end came meanwhile and has to be told now.
    mutating func endAnnouncement() -> Bool {
        announcement = .done
        defer { owesFinish = false }
        return owesFinish
    }

    /// Closes the download.
    ///
    /// - Returns: Whether to tell its end now. Not before its beginning was announced.
    private mutating func close() -> Bool {
        phase = .closed
        if announcement == .running { owesFinish = true }
        return announcement == .done
    }
}
