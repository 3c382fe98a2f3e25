import CGTK4
import Foundation
import Kingfisher

/// Draws one image and animates the change to the next.
///
/// Two pictures in a stack: one is seen, the other is free for the next image. The stack brings the
/// animations, and obeys the user's setting to have none.
@MainActor
final class ImageCanvas {
    /// The stack, owned by the widget tree that it is put in.
    let widget: UnsafeMutablePointer<GtkWidget>

    private let stack: OpaquePointer
    /// The picture that is seen.
    private(set) var front: UnsafeMutablePointer<GtkWidget>
    private var back: UnsafeMutablePointer<GtkWidget>
    private var running: (@MainActor (_ finished: Bool) -> Void)?
    private var player: FramePlayer?
    private var handlers: [gulong] = []

    /// Called after the canvas was mapped or unmapped.
    var onAppearanceChange: (@MainActor () -> Void)?

    init() {
        widget = gtk_stack_new()
        stack = OpaquePointer(widget)
        front = gtk_picture_new()
        back = gtk_picture_new()
        // The size is that of the image that is seen, not of the larger one.
        gtk_stack_set_hhomogeneous(stack, 0)
        gtk_stack_set_vhomogeneous(stack, 0)
        gtk_stack_add_child(stack, front)
        gtk_stack_add_child(stack, back)
        let this = Unmanaged.passUnretained(self).toOpaque()
        handlers = [
            cgtk4_connect_notify(
                widget, "notify::transition-running", transitionRunningChanged, this),
            cgtk4_connect(widget, "map", widgetAppeared, this),
            cgtk4_connect(widget, "unmap", widgetDisappeared, this),
        ]
        g_object_ref_sink(widget)
    }

    isolated deinit {
        player?.pause()
        handlers.forEach { cgtk4_disconnect(widget, $0) }
        g_object_unref(widget)
    }

    /// Whether an animation is under way.
    var isChanging: Bool { running != nil }

    private var pictures: [OpaquePointer] { [OpaquePointer(front), OpaquePointer(back)] }

    func setContentFit(_ fit: GtkContentFit) {
        pictures.forEach { gtk_picture_set_content_fit($0, fit) }
    }

    func setAlternativeText(_ text: String?) {
        pictures.forEach { gtk_picture_set_alternative_text($0, text) }
    }

    /// Shows an image at once.
    ///
    /// A running transition ends unfinished.
    func show(_ image: RasterImage?) {
        let interrupted = running
        running = nil
        setPaintable(of: image, on: interrupted == nil ? front : back)
        if interrupted != nil { swap(with: GTK_STACK_TRANSITION_TYPE_NONE, milliseconds: 0) }
        play(image)
        interrupted?(false)
    }

    /// Changes from what is seen to an image.
    ///
    /// Without a display, with animations switched off or with no time to take, the image is shown at
    /// once.
    ///
    /// - Parameters:
    ///   - image: The image to show.
    ///   - type: How the stack changes between its children.
    ///   - duration: Seconds that the change takes.
    ///   - completion: Called once at the end; with false if something else was shown meanwhile.
    func change(
        to image: RasterImage?, with type: GtkStackTransitionType, duration: TimeInterval,
        completion: @escaping @MainActor (_ finished: Bool) -> Void
    ) {
        let milliseconds = guint(min(max(duration * 1000, 0), 3_600_000))
        guard milliseconds > 0, gtk_widget_get_mapped(widget) != 0 else {
            show(image)
            return completion(true)
        }
        let interrupted = running
        running = nil
        setPaintable(of: image, on: back)
        swap(with: type, milliseconds: milliseconds)
        play(image)
        interrupted?(false)
        guard gtk_stack_get_transition_running(stack) != 0 else { return completion(true) }
        running = completion
    }

    /// What is seen now, for ``keepShowing(_:)``.
    var paintable: OpaquePointer? { gtk_picture_get_paintable(OpaquePointer(front)) }

    /// Shows what is no image of the view: where a change starts from.
    func keepShowing(_ paintable: OpaquePointer?) {
        gtk_picture_set_paintable(OpaquePointer(front), paintable)
    }

    /// Shows a frame of the image, in the image's size.
    func show(frame: OpaquePointer) {
        if let moving = MovingPaintable(paintable) { return moving.show(frame) }
        MovingPaintable.withNew(frame) { keepShowing($0.pointer) }
    }

    private func swap(with type: GtkStackTransitionType, milliseconds: guint) {
        gtk_stack_set_transition_type(stack, type)
        gtk_stack_set_transition_duration(stack, milliseconds)
        gtk_stack_set_visible_child(stack, back)
        (front, back) = (back, front)
        if milliseconds == 0 { gtk_picture_set_paintable(OpaquePointer(back), nil) }
    }

    fileprivate func transitionEnded() {
        guard gtk_stack_get_transition_running(stack) == 0, let completion = running else { return }
        running = nil
        gtk_picture_set_paintable(OpaquePointer(back), nil)
        completion(true)
    }

    /// Lets an animated image move for as long as it is the one that is seen.
    private func play(_ image: RasterImage?) {
        player?.pause()
        player = image.flatMap {
            FramePlayer($0, pacedBy: widget) { [unowned self] in show(frame: $0) }
        }
        if gtk_widget_get_mapped(widget) != 0 { player?.play() }
    }

    fileprivate func appearanceChanged(isSeen: Bool) {
        if isSeen { player?.play() } else { player?.pause() }
        onAppearanceChange?()
    }

    private func setPaintable(of image: RasterImage?, on picture: UnsafeMutablePointer<GtkWidget>) {
        let paintable = image.flatMap { ImagePaintable.make(from: $0) }
        gtk_picture_set_paintable(OpaquePointer(picture), paintable)
        if let paintable { g_object_unref(UnsafeMutableRawPointer(paintable)) }
    }
}

private func transitionRunningChanged(
    object: gpointer, property: UnsafeMutablePointer<GParamSpec>, data: gpointer?
) {
    withCanvas(data) { $0.transitionEnded() }
}

private func widgetAppeared(object: gpointer, data: gpointer?) {
    withCanvas(data) { $0.appearanceChanged(isSeen: true) }
}

private func widgetDisappeared(object: gpointer, data: gpointer?) {
    withCanvas(data) { $0.appearanceChanged(isSeen: false) }
}

/// Calls `body` with the canvas whose address a GTK callback was given.
private func withCanvas(_ data: gpointer?, _ body: @MainActor (ImageCanvas) -> Void) {
    // GTK calls back on the thread that runs it, which is the main thread; see ``MainLoop``.
    nonisolated(unsafe) let data = data
    MainActor.assumeIsolated {
        guard let data else { return }
        body(Unmanaged<ImageCanvas>.fromOpaque(data).takeUnretainedValue())
    }
}
