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
        /// The transfer is over. Only those join whose image is being made for others anyway; those
        /// waiting can still cancel.
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
    /// What is made of the data, from the end of the transfer until it is delivered.
    private var making: Set<ImageKey> = []
    /// The side effects of those who cancelled, whose last calls may still be on their way.
    private var silenced: [ObjectIdentifier: WeakReference<AnyObject>] = [:]

    var isEmpty: Bool { callbacks.isEmpty }

    /// Adds somebody.
    ///
    /// - Returns: A token, or nil when the download can no longer be joined.
    mutating func add(_ callback: Callback) -> Token? {
        guard isJoinable(by: callback) else { return nil }
        defer { nextToken += 1 }
        callbacks[nextToken] = callback
        return nextToken
    }

    private func isJoinable(by callback: Callback) -> Bool {
        switch phase {
        case .open: true
        case .completing: !making.isEmpty && making.contains(callback.key)
        case .closed: false
        }
    }

    /// Removes somebody; removing the last one closes the download to newcomers.
    mutating func cancel(_ token: Token) -> Cancellation {
        guard let callback = callbacks.removeValue(forKey: token) else { return .unknown }
        silence(callback)
        guard callbacks.isEmpty, phase == .open else { return .removed(callback) }
        return .removedLast(callback, tellsFinish: close())
    }

    /// Removes everybody; while the transfer runs this closes the download.
    ///
    /// - Returns: Who waited, in the order of joining, whether the transfer has to stop, and whether
    ///   its end has to be told.
    mutating func cancelAll() -> (removed: [(Token, Callback)], stops: Bool, tellsFinish: Bool) {
        let stops = phase == .open
        callbacks.values.forEach { silence($0) }
        return (removeAll(), stops, stops ? close() : false)
    }

    private mutating func silence(_ callback: Callback) {
        for effect in callback.options.onDataReceived ?? [] {
            silenced[ObjectIdentifier(effect)] = WeakReference(effect)
        }
    }

    /// Whether a side effect's caller has cancelled.
    func isSilenced(_ effect: any DataReceivingSideEffect) -> Bool {
        silenced[ObjectIdentifier(effect)]?.value === effect
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

    /// Ends the time in which everyone can join; those who want the images of others still can.
    ///
    /// - Returns: Whether this call did; false when it was over already.
    mutating func beginMaking() -> Bool {
        guard beginCompletion() else { return false }
        making = Set(callbacks.values.map(\.key))
        return true
    }

    /// Who waits for an image, in the order of joining.
    func waiting(for key: ImageKey) -> [(Token, Callback)] {
        inOrder().filter { $0.1.key == key }
    }

    /// The images that have to be made, with those who wait for each; for others nobody can join any
    /// more.
    mutating func imagesToMake() -> [(key: ImageKey, callers: [Callback])] {
        var images: [(key: ImageKey, callers: [Callback])] = []
        var indexes: [ImageKey: Int] = [:]
        for (_, callback) in inOrder() {
            let key = callback.key
            if let index = indexes[key] {
                images[index].callers.append(callback)
            } else {
                indexes[key] = images.count
                images.append((key, [callback]))
            }
        }
        making.formIntersection(indexes.keys)
        return images
    }

    /// Whether an image has to be made; when nobody waits for it, nobody can join for it any more.
    mutating func isWanted(_ key: ImageKey) -> Bool {
        let isWanted = callbacks.values.contains { $0.key == key }
        if !isWanted { making.remove(key) }
        return isWanted
    }

    /// Ends the time in which an image can be joined.
    ///
    /// - Parameters:
    ///   - key: The image.
    ///   - tokens: Those who are ready; with somebody else waiting nothing ends. Nil ends it anyway.
    /// - Returns: Who waits for it, or nil when nothing ended.
    mutating func endMaking(_ key: ImageKey, ifReady tokens: Set<Token>?) -> [Token]? {
        let waiting = waiting(for: key).map(\.0)
        if let tokens, !tokens.isSuperset(of: waiting) { return nil }
        making.remove(key)
        return waiting
    }

    /// Takes somebody out to complete them; nil when they cancelled meanwhile.
    mutating func take(_ token: Token) -> Callback? {
        callbacks.removeValue(forKey: token)
    }

    /// What wants to hear of received bytes, in the order of joining.
    var sideEffects: [any DataReceivingSideEffect] {
        // Nobody watches most downloads, and this is asked for each chunk.
        guard callbacks.values.contains(where: { $0.options.onDataReceived != nil }) else {
            return []
        }
        return callbacks.filter { $0.value.options.onDataReceived?.isEmpty == false }
            .sorted { $0.key < $1.key }
            .flatMap { $0.value.options.onDataReceived ?? [] }
    }

    /// Everybody in the order of joining.
    func inOrder() -> [(Token, Callback)] {
        if callbacks.count == 1, let only = callbacks.first { return [(only.key, only.value)] }
        return callbacks.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// Marks the download as over and takes everybody out.
    mutating func completeAll() -> [Callback] {
        phase = .closed
        making = []
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
