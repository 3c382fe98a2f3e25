import CGTK4
public import Kingfisher

/// A button with an image and a background image for each of its states.
///
/// A state without an image of its own shows that of ``GTKControlState/normal``.
@MainActor
open class GTKButton: GTKView, KingfisherCompatible {
    /// The two places for images.
    enum Layer: Hashable {
        case image
        case background
    }

    private struct Slot: Hashable {
        let layer: Layer
        let state: GTKControlState
    }

    private let pictures: [Layer: OpaquePointer]
    private var images: [Slot: RasterImage] = [:]
    private var trackers: [Slot: ImageRequestTracker] = [:]
    private var stateHandler: gulong = 0

    /// Creates a button without images.
    ///
    /// - Parameter isToggle: Whether clicks switch between the normal and the selected state.
    ///   Default false.
    public init(isToggle: Bool = false) {
        let button: UnsafeMutablePointer<GtkWidget> =
            isToggle ? gtk_toggle_button_new() : gtk_button_new()
        let overlay: UnsafeMutablePointer<GtkWidget> = gtk_overlay_new()
        let background: UnsafeMutablePointer<GtkWidget> = gtk_picture_new()
        let image: UnsafeMutablePointer<GtkWidget> = gtk_picture_new()
        gtk_picture_set_content_fit(OpaquePointer(background), GTK_CONTENT_FIT_COVER)
        gtk_overlay_set_child(OpaquePointer(overlay), background)
        gtk_overlay_add_overlay(OpaquePointer(overlay), image)
        gtk_overlay_set_measure_overlay(OpaquePointer(overlay), image, 1)
        gtk_button_set_child(cgtk4_button(button), overlay)
        pictures = [.image: OpaquePointer(image), .background: OpaquePointer(background)]
        super.init(widget: button)
        stateHandler = cgtk4_connect_state(
            button, stateChanged, Unmanaged.passUnretained(self).toOpaque())
    }

    isolated deinit { cgtk4_disconnect(widget, stateHandler) }

    /// The state that the button is in.
    public var state: GTKControlState { GTKControlState(of: widget) }

    /// The image that is shown in a state.
    public func image(for state: GTKControlState) -> RasterImage? { image(on: .image, for: state) }

    /// Gives a state an image; nil takes it away.
    public func setImage(_ image: RasterImage?, for state: GTKControlState) {
        setImage(image, on: .image, for: state)
    }

    /// The background that is shown in a state.
    public func backgroundImage(for state: GTKControlState) -> RasterImage? {
        image(on: .background, for: state)
    }

    /// Gives a state a background; nil takes it away.
    public func setBackgroundImage(_ image: RasterImage?, for state: GTKControlState) {
        setImage(image, on: .background, for: state)
    }

    func image(on layer: Layer, for state: GTKControlState) -> RasterImage? {
        images[Slot(layer: layer, state: state)] ?? images[Slot(layer: layer, state: .normal)]
    }

    func setImage(_ image: RasterImage?, on layer: Layer, for state: GTKControlState) {
        images[Slot(layer: layer, state: state)] = image
        showImage(on: layer)
    }

    /// What is drawn on a layer now.
    func paintable(on layer: Layer) -> OpaquePointer? {
        pictures[layer].flatMap { gtk_picture_get_paintable($0) }
    }

    fileprivate func showImages() {
        pictures.keys.forEach(showImage(on:))
    }

    private func showImage(on layer: Layer) {
        guard !isDestroyed, let picture = pictures[layer] else { return }
        let paintable = image(on: layer, for: state).flatMap { ImagePaintable.make(from: $0) }
        gtk_picture_set_paintable(picture, paintable)
        if let paintable { g_object_unref(UnsafeMutableRawPointer(paintable)) }
    }
}

extension GTKButton {
    /// The book-keeping of the loads for one layer and state.
    func tracker(of layer: Layer, for state: GTKControlState) -> ImageRequestTracker {
        let slot = Slot(layer: layer, state: state)
        if let tracker = trackers[slot] { return tracker }
        let tracker = ImageRequestTracker()
        trackers[slot] = tracker
        return tracker
    }

    func cancelLoads(of layer: Layer) {
        // Taken first: a completion may start a load, which is not meant.
        let running = trackers.filter { $0.key.layer == layer }.values
        running.forEach { $0.cancel() }
    }
}

private func stateChanged(
    widget: UnsafeMutablePointer<GtkWidget>, previous: GtkStateFlags, data: gpointer?
) {
    // GTK calls back on the thread that runs it, which is the main thread; see ``MainLoop``.
    nonisolated(unsafe) let data = data
    MainActor.assumeIsolated {
        guard let data else { return }
        Unmanaged<GTKButton>.fromOpaque(data).takeUnretainedValue().showImages()
    }
}
