/// Which waiting image is decoded next, and when there is memory for it, as a value.
///
/// The newest request comes first: what a person looks at now was asked for after what they scrolled
/// past. An image is let in while the images in flight, those that were decoded and not yet
/// delivered, stay below a limit; one that exceeds the limit by itself is let in alone.
struct DecodeSchedule<Job: Sendable>: Sendable {
    struct Item: Sendable {
        /// Orders requests by time.
        let number: UInt64
        /// Bytes held while waiting.
        let encodedBytes: Int
        /// Bytes that the decoded image is thought to take.
        let decodedBytes: Int
        let job: Job
    }

    private let width: Int
    private var waiting: [Item] = []
    private var running = 0
    private var encodedBytes = 0
    private var bytesInFlight = 0

    /// The most bytes in flight.
    var limit: Int

    init(width: Int, limit: Int) {
        self.width = width
        self.limit = limit
    }

    /// Whether what was read already is enough to do; nothing more should be read then.
    var isFull: Bool { !waiting.isEmpty && encodedBytes >= room }

    /// Bytes below the limit.
    ///
    /// An image may be released before its decoding is noted as ended, so the count can be below 0
    /// for a moment.
    private var room: Int { limit - min(limit, max(0, bytesInFlight)) }

    mutating func submit(_ item: Item) -> [Item] {
        let index = waiting.lastIndex { $0.number < item.number }.map { $0 + 1 } ?? 0
        waiting.insert(item, at: index)
        encodedBytes += item.encodedBytes
        return start()
    }

    /// Notes that decoding ended; the image is in flight until ``release(_:)``.
    ///
    /// - Parameters:
    ///   - item: What was decoded.
    ///   - actualBytes: What the image really takes.
    /// - Returns: What to start now.
    mutating func finish(_ item: Item, actualBytes: Int) -> [Item] {
        running -= 1
        bytesInFlight += actualBytes - item.decodedBytes
        return start()
    }

    /// Notes that an image was delivered.
    mutating func release(_ bytes: Int) -> [Item] {
        bytesInFlight -= bytes
        return start()
    }

    mutating func start() -> [Item] {
        var started: [Item] = []
        while running < width, let newest = waiting.last,
            bytesInFlight <= 0 || newest.decodedBytes <= room
        {
            waiting.removeLast()
            running += 1
            encodedBytes -= newest.encodedBytes
            bytesInFlight += newest.decodedBytes
            started.append(newest)
        }
        return started
    }
}
