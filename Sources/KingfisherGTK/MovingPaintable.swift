import CGTK4

/// A `GdkPaintable` that shows the frames of an animation, one after the other.
///
/// A step makes widgets draw anew, without a new layout: all frames have the size of the first.
@MainActor
struct MovingPaintable {
    /// The paintable; owned by whoever references it.
    let pointer: OpaquePointer

    /// Takes what a widget shows, if it is such a paintable.
    init?(_ paintable: OpaquePointer?) {
        guard let paintable, isMoving(paintable) else { return nil }
        pointer = paintable
    }

    private init(made pointer: OpaquePointer) { self.pointer = pointer }

    /// Makes a paintable that shows a frame.
    ///
    /// - Parameters:
    ///   - frame: The paintable of a frame.
    ///   - body: Uses the paintable, and references it to keep it.
    static func withNew(_ frame: OpaquePointer, _ body: (MovingPaintable) -> Void) {
        guard let object = g_object_new_with_properties(movingPaintableType, 0, nil, nil) else {
            return
        }
        defer { g_object_unref(object) }
        let paintable = MovingPaintable(made: OpaquePointer(object))
        paintable.set(frame)
        body(paintable)
    }

    /// Shows another frame.
    func show(_ frame: OpaquePointer) {
        set(frame)
        gdk_paintable_invalidate_contents(pointer)
    }

    private func set(_ frame: OpaquePointer) {
        let frame = UnsafeMutableRawPointer(frame)
        g_object_set_data_full(object(pointer), frameKey, g_object_ref(frame), g_object_unref)
    }
}

/// Where a paintable keeps the one of the frame that it shows.
private let frameKey = "kingfisher-frame"

/// The class, which has no members of its own, with the interface.
private let movingPaintableType: GType = {
    var base = GTypeQuery()
    g_type_query(g_object_get_type(), &base)
    var info = GTypeInfo()
    info.class_size = guint16(base.class_size)
    info.instance_size = guint16(base.instance_size)
    let type = g_type_register_static(
        g_object_get_type(), "KingfisherMovingPaintable", &info, G_TYPE_FLAG_FINAL)
    var interface = GInterfaceInfo()
    interface.interface_init = { interface, _ in
        guard let interface else { return }
        fill(interface.assumingMemoryBound(to: GdkPaintableInterface.self))
    }
    g_type_add_interface_static(type, gdk_paintable_get_type(), &interface)
    return type
}()

private func fill(_ interface: UnsafeMutablePointer<GdkPaintableInterface>) {
    interface.pointee.snapshot = { paintable, snapshot, width, height in
        guard let frame = frame(of: paintable) else { return }
        gdk_paintable_snapshot(frame, snapshot, width, height)
    }
    interface.pointee.get_current_image = { paintable in
        guard let frame = frame(of: paintable) else { return gdk_paintable_new_empty(0, 0) }
        return gdk_paintable_get_current_image(frame)
    }
    interface.pointee.get_flags = { _ in GDK_PAINTABLE_STATIC_SIZE }
    interface.pointee.get_intrinsic_width = { paintable in
        frame(of: paintable).map(gdk_paintable_get_intrinsic_width) ?? 0
    }
    interface.pointee.get_intrinsic_height = { paintable in
        frame(of: paintable).map(gdk_paintable_get_intrinsic_height) ?? 0
    }
    interface.pointee.get_intrinsic_aspect_ratio = { paintable in
        frame(of: paintable).map(gdk_paintable_get_intrinsic_aspect_ratio) ?? 0
    }
}

private func isMoving(_ paintable: OpaquePointer) -> Bool {
    g_type_check_instance_is_a(
        UnsafeMutableRawPointer(paintable).assumingMemoryBound(to: GTypeInstance.self),
        movingPaintableType) != 0
}

private func object(_ paintable: OpaquePointer) -> UnsafeMutablePointer<GObject> {
    cgtk4_object(UnsafeMutableRawPointer(paintable))
}

private func frame(of paintable: OpaquePointer?) -> OpaquePointer? {
    paintable.flatMap { g_object_get_data(object($0), frameKey) }.map { OpaquePointer($0) }
}
