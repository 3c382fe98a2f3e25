import Foundation
import KingfisherGTK

/// A window on the display that shows one widget for the length of a test.
@MainActor
final class TestWindow {
    private let window: UnsafeMutablePointer<GtkWindow>

    init(showing view: GTKView, width: Int = 120, height: Int = 90) {
        let widget: UnsafeMutablePointer<GtkWidget> = gtk_window_new()
        window = cgtk4_window(widget)
        gtk_window_set_default_size(window, gint(width), gint(height))
        gtk_window_set_child(window, view.widget)
        gtk_window_present(window)
    }

    /// Waits until the child was drawn at least once.
    func wasDrawn(_ view: GTKView) async {
        await withCheckedContinuation { continuation in
            let box = Unmanaged.passRetained(OneShot(continuation)).toOpaque()
            gtk_widget_add_tick_callback(
                view.widget,
                { widget, clock, data in
                    // The first tick comes before the first drawing, so the second tells.
                    guard gdk_frame_clock_get_frame_counter(clock) > 0, let data else { return 1 }
                    Unmanaged<OneShot>.fromOpaque(data).takeUnretainedValue().resume()
                    return 0
                }, box, { data in data.map { Unmanaged<OneShot>.fromOpaque($0).release() } })
        }
    }

    func close() { gtk_window_destroy(window) }
}

private final class OneShot: Sendable {
    private let continuation: CheckedContinuation<Void, Never>

    init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }

    func resume() { continuation.resume() }
}
