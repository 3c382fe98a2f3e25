import Kingfisher
import Locking

/// Keeps what is told of one request.
final class TraceRecorder: ImageEventObserver {
    private let recorded = Locked<[ImageEvent]>([])

    /// All events so far, in their order.
    var events: [ImageEvent] { recorded.withLock { $0 } }

    func observe(_ event: ImageEvent) {
        recorded.withLock { $0.append(event) }
    }
}
