import KingfisherGTK
import Raster
import Testing

/// What a paintable draws on nothing at its natural size, as rows of `0xAARRGGBB`, premultiplied.
///
/// Goes through GSK's drawing to a Cairo surface, so that no display is needed.
@MainActor
func draw(_ paintable: OpaquePointer) throws -> [[UInt32]] {
    let width = Int(gdk_paintable_get_intrinsic_width(paintable))
    let height = Int(gdk_paintable_get_intrinsic_height(paintable))
    let snapshot = gtk_snapshot_new()
    gdk_paintable_snapshot(paintable, snapshot, Double(width), Double(height))
    let node = try #require(gtk_snapshot_free_to_node(snapshot))
    defer { gsk_render_node_unref(node) }
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, gint(width), gint(height))
    defer { cairo_surface_destroy(surface) }
    let context = cairo_create(surface)
    gsk_render_node_draw(node, context)
    cairo_destroy(context)
    cairo_surface_flush(surface)
    let data = try #require(cairo_image_surface_get_data(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    return (0..<height).map { y in
        (0..<width).map { x in
            UnsafeRawPointer(data).load(fromByteOffset: y * stride + x * 4, as: UInt32.self)
        }
    }
}
