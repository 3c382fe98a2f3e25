import CGTK4
import Foundation
import Kingfisher

/// A clock that ticks with the frame clock of a widget.
///
/// GTK calls back for as long as it is not paused and the widget is on a display; paused, it costs
/// nothing. Run loops have no part in it, so their modes make no difference.
@MainActor
final class FrameClockLink: DisplayLinkCompatible {
    private let widget: UnsafeMutablePointer<GtkWidget>
    private let tick: @MainActor () -> Void
    private var rhythm = TickRhythm()
    private var callback: guint = 0
    private var isInvalid = false

    /// Creates a clock that is paused.
    ///
    /// - Parameters:
    ///   - widget: Gives the pace.
    ///   - tick: Called with each tick.
    init(pacedBy widget: UnsafeMutablePointer<GtkWidget>, tick: @escaping @MainActor () -> Void) {
        self.widget = widget
        self.tick = tick
        g_object_ref(UnsafeMutableRawPointer(widget))
    }

    isolated deinit {
        invalidate()
        g_object_unref(UnsafeMutableRawPointer(widget))
    }

    /// Those of the display.
    let preferredFramesPerSecond = 0

    var timestamp: TimeInterval { rhythm.timestamp }

    var duration: TimeInterval { rhythm.duration }

    var isPaused: Bool {
        get { callback == 0 }
        set {
            guard newValue != isPaused else { return }
            if newValue { pause() } else { resume() }
        }
    }

    func add(to runLoop: RunLoop, forMode mode: RunLoop.Mode) {}

    func remove(from runLoop: RunLoop, forMode mode: RunLoop.Mode) {}

    func invalidate() {
        isPaused = true
        isInvalid = true
    }

    private func resume() {
        guard !isInvalid else { return }
        rhythm = TickRhythm()
        callback = gtk_widget_add_tick_callback(
            widget, frameClockTicked, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    private func pause() {
        gtk_widget_remove_tick_callback(widget, callback)
        callback = 0
    }

    fileprivate func ticked(at time: Int64, refreshInterval: Int64) {
        rhythm.tick(at: time, refreshInterval: refreshInterval)
        tick()
    }
}

private func frameClockTicked(
    widget: UnsafeMutablePointer<GtkWidget>?, clock: OpaquePointer?, data: gpointer?
) -> gboolean {
    let time = gdk_frame_clock_get_frame_time(clock)
    var interval: gint64 = 0
    gdk_frame_clock_get_refresh_info(clock, time, &interval, nil)
    // GTK calls back on the thread that runs it, which is the main thread; see ``MainLoop``.
    nonisolated(unsafe) let data = data
    MainActor.assumeIsolated {
        guard let data else { return }
        // Held while it ticks, since who is told may be the end of it.
        let link = Unmanaged<FrameClockLink>.fromOpaque(data).takeUnretainedValue()
        link.ticked(at: Int64(time), refreshInterval: Int64(interval))
    }
    return 1  // G_SOURCE_CONTINUE, a macro that Swift does not import.
}
