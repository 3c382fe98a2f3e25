import Foundation
import KingfisherGTK
import Locking

/// Counts how often watched widgets were freed.
final class WidgetWatch: Sendable {
    private struct State {
        var count = 0
        var onMain = true
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())

    var count: Int { state.withLock { $0.count } }
    var freedOnMainThread: Bool { state.withLock { $0.onMain } }

    func watch(_ widget: UnsafeMutablePointer<GtkWidget>) {
        let object = cgtk4_object(widget)
        g_object_weak_ref(
            object,
            { data, _ in
                guard let data else { return }
                Unmanaged<WidgetWatch>.fromOpaque(data).takeRetainedValue().record()
            }, Unmanaged.passRetained(self).toOpaque())
    }

    /// Waits until one was freed.
    func wasFreed() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if state.count == 0 { state.waiter = continuation }
                return state.count > 0
            }
            if isDone { continuation.resume() }
        }
    }

    private func record() {
        let waiter = state.withLock { state in
            state.count += 1
            state.onMain = state.onMain && Thread.isMainThread
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }
}
