import Foundation

@testable import KingfisherGTK

/// Watches what the picture of a view shows.
@MainActor
final class PaintableWatch {
    /// The colour of the first pixel of each new picture and each new frame.
    let colors: AsyncStream<UInt32>
    /// How many there were.
    private(set) var count = 0

    private let picture: UnsafeMutablePointer<GtkWidget>
    private let found: AsyncStream<UInt32>.Continuation
    private var pictureHandler: gulong = 0
    private var watched: OpaquePointer?
    private var watchedHandler: gulong = 0

    init(_ view: GTKImageView) {
        picture = view.canvas.front
        (colors, found) = AsyncStream.makeStream()
        g_object_ref(UnsafeMutableRawPointer(picture))
        pictureHandler = cgtk4_connect_notify(
            picture, "notify::paintable",
            { _, _, data in
                withWatch(data) {
                    $0.follow()
                    $0.record()
                }
            }, Unmanaged.passUnretained(self).toOpaque())
        follow()
    }

    isolated deinit {
        cgtk4_disconnect(picture, pictureHandler)
        unfollow()
        g_object_unref(UnsafeMutableRawPointer(picture))
    }

    private var paintable: OpaquePointer? { gtk_picture_get_paintable(OpaquePointer(picture)) }

    private func follow() {
        unfollow()
        guard let paintable else { return }
        g_object_ref(UnsafeMutableRawPointer(paintable))
        watched = paintable
        watchedHandler = cgtk4_connect(
            UnsafeMutableRawPointer(paintable), "invalidate-contents",
            { _, data in withWatch(data) { $0.record() } },
            Unmanaged.passUnretained(self).toOpaque())
    }

    private func unfollow() {
        guard let watched else { return }
        cgtk4_disconnect(UnsafeMutableRawPointer(watched), watchedHandler)
        g_object_unref(UnsafeMutableRawPointer(watched))
        self.watched = nil
    }

    private func record() {
        count += 1
        guard let paintable, let color = try? draw(paintable).first?.first else { return }
        found.yield(color)
    }
}

private func withWatch(_ data: gpointer?, _ body: @MainActor (PaintableWatch) -> Void) {
    nonisolated(unsafe) let data = data
    MainActor.assumeIsolated {
        guard let data else { return }
        body(Unmanaged<PaintableWatch>.fromOpaque(data).takeUnretainedValue())
    }
}
