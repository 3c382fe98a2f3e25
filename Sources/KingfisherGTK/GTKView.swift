public import CGTK4

/// A GTK widget as a Swift object with identity.
///
/// Object and widget live and die together: as long as either Swift or GTK holds one, both are
/// there, so state kept in a subclass is never lost while the widget is on screen. The object can be
/// found again from its widget with ``view(of:)``.
@MainActor
open class GTKView {
    /// The widget.
    ///
    /// Valid for the life of this object.
    public let widget: UnsafeMutablePointer<GtkWidget>

    /// Whether GTK has destroyed the widget.
    ///
    /// It must not be changed any more then.
    public private(set) var isDestroyed = false

    /// Whether GTK holds the widget, and so a reference of this object to itself exists.
    private var isHeldByGTK = false
    private var destroyHandler: gulong = 0

    /// Takes a new, floating widget, or shares one that GTK holds already.
    ///
    /// Attaches ``MainLoop``, since a view without a main queue would never show a loaded image.
    ///
    /// - Parameter widget: A widget that no other `GTKView` stands for.
    public init(widget: UnsafeMutablePointer<GtkWidget>) {
        MainLoop.attachDispatch()
        self.widget = widget
        let object = cgtk4_object(widget)
        let this = Unmanaged.passUnretained(self).toOpaque()
        g_object_ref_sink(object)
        g_object_set_data(object, viewKey, this)
        destroyHandler = cgtk4_connect(object, "destroy", widgetWasDestroyed, this)
        // A toggle reference tells when it becomes the last one, and when it is joined again.
        g_object_add_toggle_ref(
            object, toggleReference, this)
        g_object_unref(object)
    }

    isolated deinit {
        let object = cgtk4_object(widget)
        cgtk4_disconnect(object, destroyHandler)
        g_object_set_data(object, viewKey, nil)
        g_object_remove_toggle_ref(
            object, toggleReference,
            Unmanaged.passUnretained(self).toOpaque())
    }

    /// The view that stands for a widget, if there is one.
    public static func view(of widget: UnsafeMutablePointer<GtkWidget>) -> GTKView? {
        let object = cgtk4_object(widget)
        return g_object_get_data(object, viewKey).map {
            Unmanaged<GTKView>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// Whether the widget takes no part in layout and drawing.
    ///
    /// Default false.
    public var isHidden: Bool {
        get { gtk_widget_get_visible(widget) == 0 }
        set { gtk_widget_set_visible(widget, newValue ? 0 : 1) }
    }

    /// The view that stands for the parent widget, if there is one.
    public var superview: GTKView? {
        gtk_widget_get_parent(widget).flatMap(GTKView.view(of:))
    }

    /// Called once when GTK destroys the widget, before the object goes.
    open func widgetDidDestroy() {}

    fileprivate func markDestroyed() {
        isDestroyed = true
        widgetDidDestroy()
    }

    /// Keeps the object alive while GTK holds the widget, and no longer.
    fileprivate func setHeldByGTK(_ isHeld: Bool) {
        guard isHeld != isHeldByGTK else { return }
        isHeldByGTK = isHeld
        if isHeld {
            _ = Unmanaged.passRetained(self)
        } else {
            Unmanaged.passUnretained(self).release()
        }
    }
}

/// Where a widget keeps the address of its view.
private let viewKey = "kingfisher-view"

private func toggleReference(
    data: gpointer?, object: UnsafeMutablePointer<GObject>?, isLast: gboolean
) {
    withView(data) { $0.setHeldByGTK(isLast == 0) }
}

private func widgetWasDestroyed(object: gpointer, data: gpointer?) {
    withView(data) { $0.markDestroyed() }
}

/// Calls `body` with the view whose address a GTK callback was given.
private func withView(_ data: gpointer?, _ body: @MainActor (GTKView) -> Void) {
    // GTK calls back on the thread that runs it, which is the main thread; see ``MainLoop``.
    nonisolated(unsafe) let data = data
    MainActor.assumeIsolated {
        guard let data else { return }
        body(Unmanaged<GTKView>.fromOpaque(data).takeUnretainedValue())
    }
}
