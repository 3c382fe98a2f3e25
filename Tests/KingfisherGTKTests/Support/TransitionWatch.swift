import Foundation

@testable import KingfisherGTK

/// Counts the animated changes of a view.
@MainActor
final class TransitionWatch {
    private(set) var count = 0
    /// Called after a change has begun.
    var onBegin: (@MainActor () -> Void)?

    private let view: GTKImageView
    private var handler: gulong = 0

    init(_ view: GTKImageView) {
        self.view = view
        handler = cgtk4_connect_notify(
            view.canvas.widget, "notify::transition-running",
            { object, _, data in
                nonisolated(unsafe) let (object, data) = (object, data)
                MainActor.assumeIsolated {
                    guard gtk_stack_get_transition_running(OpaquePointer(object)) != 0, let data
                    else { return }
                    Unmanaged<TransitionWatch>.fromOpaque(data).takeUnretainedValue().record()
                }
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    isolated deinit { cgtk4_disconnect(view.canvas.widget, handler) }

    private func record() {
        count += 1
        guard let onBegin else { return }
        onIdle(onBegin)
    }
}
