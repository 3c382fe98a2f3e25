import CGTK4
import Foundation
import Kingfisher

/// Steps through the frames of an animated image, at the pace of a widget's frame clock.
///
/// Costs nothing while paused. Time that passes meanwhile does not count, and a stall is caught up with
/// by skipping frames, by one second at the most.
@MainActor
final class FramePlayer {
    private static let longestStep: TimeInterval = 1

    private let frames: [RasterImage]
    private let rhythm: FrameRhythm
    private let widget: UnsafeMutablePointer<GtkWidget>
    private let show: @MainActor (OpaquePointer?) -> Void

    /// Frames that were seen before, so that each is uploaded to the graphics card once.
    private var paintables: [Int: OpaquePointer] = [:]
    private var elapsed: TimeInterval = 0
    private var lastTick: TimeInterval?
    private var seen = 0
    private var callback: guint = 0

    /// Creates a player that is paused at the first frame, or nil for a still image.
    ///
    /// - Parameters:
    ///   - image: The image. Only frames that are all there are played.
    ///   - widget: Gives the pace. Must outlive the player.
    ///   - show: Shows the paintable of a frame.
    init?(
        _ image: RasterImage, pacedBy widget: UnsafeMutablePointer<GtkWidget>,
        show: @escaping @MainActor (OpaquePointer?) -> Void
    ) {
        guard
            let frames = image.images,
            let rhythm = FrameRhythm(durations: image.kf.preloadedDurations ?? [])
        else { return nil }
        self.frames = frames
        self.rhythm = rhythm
        self.widget = widget
        self.show = show
    }

    isolated deinit {
        pause()
        for paintable in paintables.values { g_object_unref(UnsafeMutableRawPointer(paintable)) }
    }

    func play() {
        guard callback == 0 else { return }
        lastTick = nil
        callback = gtk_widget_add_tick_callback(
            widget, frameClockTicked, Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    func pause() {
        guard callback != 0 else { return }
        gtk_widget_remove_tick_callback(widget, callback)
        callback = 0
    }

    /// Takes the time of a frame of the display into account, in seconds of any origin.
    func tick(at time: TimeInterval) {
        if let lastTick { elapsed += min(max(time - lastTick, 0), Self.longestStep) }
        lastTick = time
        let frame = rhythm.frame(after: elapsed)
        guard frame != seen else { return }
        seen = frame
        show(paintable(of: frame))
    }

    private func paintable(of frame: Int) -> OpaquePointer? {
        if let known = paintables[frame] { return known }
        let made = ImagePaintable.make(from: frames[frame])
        paintables[frame] = made
        return made
    }
}

private func frameClockTicked(
    widget: UnsafeMutablePointer<GtkWidget>?, clock: OpaquePointer?, data: gpointer?
) -> gboolean {
    let time = TimeInterval(gdk_frame_clock_get_frame_time(clock)) / 1_000_000
    // GTK calls back on the thread that runs it, which is the main thread; see ``MainLoop``.
    nonisolated(unsafe) let data = data
    MainActor.assumeIsolated {
        guard let data else { return }
        Unmanaged<FramePlayer>.fromOpaque(data).takeUnretainedValue().tick(at: time)
    }
    return 1  // G_SOURCE_CONTINUE, a macro that Swift does not import.
}
