import Dispatch
import Foundation
import Locking
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Hands the events of one request to those who observe it, one at a time and in order.
///
/// Where two threads post at the same time, the second leaves its event to the first.
final class RequestEvents: ImageEventSink {
    /// An event, and what happens once all observers know of it.
    private struct Notice {
        let event: ImageEvent
        let then: (@Sendable () -> Void)?
    }

    private struct State {
        var waiting: [Notice] = []
        var isDelivering = false
        var isCompleted = false
        var awaitsFirstBytes = false

        mutating func take(_ kind: ImageEvent.Kind) {
            switch kind {
            case .completed: isCompleted = true
            case .loadBegan: awaitsFirstBytes = true
            default: break
            }
        }
    }

    private static let lastNumber = Locked<UInt64>(0)

    private let observers: [any ImageEventObserver]
    private let source: Source
    private let number: UInt64
    private let start = DispatchTime.now().uptimeNanoseconds
    private let state = Locked(State())

    init(_ observers: [any ImageEventObserver], of source: Source) {
        self.observers = observers
        self.source = source
        number = Self.lastNumber.withLock { number in
            number += 1
            return number
        }
    }

    func post(_ kind: ImageEvent.Kind) { post(kind, then: nil) }

    /// Posts an event that something follows.
    ///
    /// - Parameters:
    ///   - kind: What happened.
    ///   - then: Called exactly once after all observers know of the event, by the thread that told
    ///     them; at once if the event comes too late to be told.
    func post(_ kind: ImageEvent.Kind, then: (@Sendable () -> Void)?) {
        let (isTold, delivers) = state.withLock { state in
            guard !state.isCompleted || kind.mayFollowCompletion else {
                return (false, false)
            }
            state.take(kind)
            // The clock is read under the lock, so that times never go backwards.
            let elapsed = DispatchTime.now().uptimeNanoseconds - start
            let event = ImageEvent(
                requestNumber: number, source: source,
                time: TimeInterval(elapsed) / 1_000_000_000, kind: kind)
            state.waiting.append(Notice(event: event, then: then))
            defer { state.isDelivering = true }
            return (true, !state.isDelivering)
        }
        if !isTold { then?() }
        guard delivers else { return }
        while let notice = next() {
            for observer in observers {
                observer.observe(notice.event)
            }
            notice.then?()
        }
    }

    private func next() -> Notice? {
        state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.isDelivering = false
            return nil
        }
    }
}

extension RequestEvents: DataReceivingSideEffect {
    /// Always true: what happens is told of whether or not anybody still wants the image.
    var onShouldApply: () -> Bool {
        get { { true } }
        set { _ = newValue }
    }

    func onDataReceived(_ session: URLSession, task: SessionDataTask, data: Data) {
        let isFirst = state.withLock { state in
            defer { state.awaitsFirstBytes = false }
            return state.awaitsFirstBytes
        }
        if isFirst { post(.firstBytesArrived(byteCount: data.count)) }
    }
}

extension ImageEvent.Kind {
    fileprivate var mayFollowCompletion: Bool {
        if case .storingEnded = self { return true }
        return false
    }
}
