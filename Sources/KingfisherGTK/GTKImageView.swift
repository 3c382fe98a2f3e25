public import CGTK4
public import Kingfisher

/// A view that shows one image: a `GtkPicture` with room for placeholders and indicators on top.
///
///     let view = GTKImageView()
///     gtk_box_append(box, view.widget)
///     view.kf.setImage(with: URL(string: "https://example.com/picture.jpg"))
///
/// The image is scaled into the widget as ``contentFit`` says. Its natural size is the image's size in
/// points.
@MainActor
open class GTKImageView: GTKView, KingfisherCompatible {
    /// What ``GTKView/widget`` is: a `GtkOverlay` around the picture.
    private let overlay: OpaquePointer
    /// Draws the image, and changes it with or without a transition.
    let canvas: ImageCanvas
    /// What is remembered of loads.
    let loading = ImageViewLoading()

    private var shownImage: RasterImage?

    /// The image that is shown.
    ///
    /// Setting it takes effect at once and ends a running transition.
    public var image: RasterImage? {
        get { shownImage }
        set {
            shownImage = newValue
            guard !isDestroyed else { return }
            canvas.show(newValue)
            imageDidChange()
        }
    }

    /// How the image fills a widget of another shape.
    ///
    /// Default `GTK_CONTENT_FIT_CONTAIN`: whole image,
    /// empty space beside it.
    public var contentFit: GtkContentFit = GTK_CONTENT_FIT_CONTAIN {
        didSet { canvas.setContentFit(contentFit) }
    }

    /// What assistive technologies read out for the image.
    ///
    /// Default nil.
    public var alternativeText: String? {
        didSet { canvas.setAlternativeText(alternativeText) }
    }

    /// Creates a view without an image.
    public init() {
        let widget: UnsafeMutablePointer<GtkWidget> = gtk_overlay_new()
        overlay = OpaquePointer(widget)
        canvas = ImageCanvas()
        gtk_overlay_set_child(overlay, canvas.widget)
        super.init(widget: widget)
    }

    /// Creates a view that shows an image.
    public convenience init(image: RasterImage?) {
        self.init()
        self.image = image
    }

    /// Whether the view decodes the frames of an animation while it plays.
    var decodesWhilePlaying: Bool { false }

    /// Called after ``image`` was set and its drawing has begun.
    func imageDidChange() {}
}

extension GTKImageView {
    /// Makes an image the view's image and draws it by other means.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - draw: Begins to draw it.
    func adopt(_ image: RasterImage, _ draw: () -> Void) {
        shownImage = image
        draw()
        imageDidChange()
    }

    /// The views on top of the image, lowest first.
    public var subviews: [GTKView] {
        Array(sequence(first: canvas.widget, next: { gtk_widget_get_next_sibling($0) }))
            .compactMap(GTKView.view(of:))
    }

    /// Puts a view on top of the image and all other subviews.
    ///
    /// The view's alignment says where: a view that fills, as is the default, covers the image.
    public func addSubview(_ view: GTKView) {
        guard !isDestroyed, view.superview !== self else { return }
        view.removeFromSuperview()
        gtk_overlay_add_overlay(overlay, view.widget)
    }

    /// Puts a view on top of the image, but under another subview if there is one.
    func addSubview(_ view: GTKView, below other: GTKView?) {
        addSubview(view)
        guard let other, other.superview === self else { return }
        gtk_widget_insert_before(view.widget, widget, other.widget)
    }

    func removeSubview(_ view: GTKView) {
        gtk_overlay_remove_overlay(overlay, view.widget)
    }
}

extension GTKView {
    /// Takes the view out of the ``GTKImageView`` it stands in.
    ///
    /// Does nothing elsewhere.
    public func removeFromSuperview() {
        (superview as? GTKImageView)?.removeSubview(self)
    }
}
