import Locking

@testable import Kingfisher

/// Keeps the events of requests.
final class EventRecorder: ImageEventObserver {
    private let recorded = Locked<[ImageEvent]>([])
    private let reaction: @Sendable (ImageEvent) -> Void

    /// Creates a recorder.
    ///
    /// - Parameter reaction: What is done with each event after it was recorded.
    init(reaction: @escaping @Sendable (ImageEvent) -> Void = { _ in }) {
        self.reaction = reaction
    }

    func observe(_ event: ImageEvent) {
        recorded.withLock { $0.append(event) }
        reaction(event)
    }

    var events: [ImageEvent] { recorded.withLock { $0 } }
    var names: [String] { events.map(\.kind.name) }
    var completionCount: Int { names.count { $0.hasPrefix("completed") } }
}

extension ImageEvent.Kind {
    /// The event in a few words, without what differs from run to run.
    var name: String {
        switch self {
        case .attemptBegan(let source): "attempt \(source.url?.path ?? source.cacheKey)"
        case .lookedUp(let cache, let type): "look-up \(cache) \(type)"
        case .readFromDisk: "read"
        case .decodingBegan: "decode"
        case .decodingEnded(let pixels): "decoded \(pixels ?? -1)"
        case .loadBegan: "load"
        case .firstBytesArrived: "first bytes"
        case .loadEnded(let bytes): "loaded \(bytes)"
        case .confirmedByServer(let cache): "confirmed \(cache)"
        case .processingBegan: "process"
        case .processingEnded(let pixels): "processed \(pixels ?? -1)"
        case .storingBegan: "store"
        case .storingEnded(let cache, let succeeded): "stored \(cache) \(succeeded)"
        case .attemptFailed(let error): "failed \(error.errorCode)"
        case .completed(.success): "completed"
        case .completed(.failure(let error)): "completed \(error.errorCode)"
        }
    }
}
