import CGTK4
import Foundation
import Kingfisher

/// Makes what widgets draw from images.
enum ImagePaintable {
    /// A paintable that draws an image upright.
    ///
    /// Pixels are never copied: an image that is stored upright and drawn one to one is a plain texture,
    /// any other a texture under a transform.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - size: The size to draw it in, in points; nil for its own.
    /// - Returns: A `GdkPaintable` that the caller owns a reference of, or nil for an empty image.
    static func make(from image: RasterImage, in size: CGSize? = nil) -> OpaquePointer? {
        guard let bitmap = image.cgImage else { return nil }
        let texture = Texture.make(from: bitmap)
        let size = size ?? image.size
        let pixels = CGSize(width: bitmap.width, height: bitmap.height)
        if size == pixels, image.imageOrientation == .up { return texture }
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        return transformed(texture, turned: image.imageOrientation, displayed: size)
    }

    private static func transformed(
        _ texture: OpaquePointer, turned orientation: RasterImage.Orientation, displayed: CGSize
    ) -> OpaquePointer? {
        var size = graphene_size_t(width: Float(displayed.width), height: Float(displayed.height))
        let stored =
            orientation.swapsSides
            ? graphene_size_t(width: size.height, height: size.width) : size
        var bounds = graphene_rect_t(origin: graphene_point_t(x: 0, y: 0), size: stored)
        let snapshot = gtk_snapshot_new()
        turn(snapshot, orientation, displayed: size)
        if orientation.isMirrored {
            // Applied to the stored pixels before the turn.
            translate(snapshot, x: stored.width, y: 0)
            gtk_snapshot_scale(snapshot, -1, 1)
        }
        gtk_snapshot_append_texture(snapshot, texture, &bounds)
        return gtk_snapshot_free_to_paintable(snapshot, &size)
    }

    /// Turns what follows clockwise, and moves it back into the displayed rectangle.
    private static func turn(
        _ snapshot: OpaquePointer?, _ orientation: RasterImage.Orientation,
        displayed size: graphene_size_t
    ) {
        switch orientation {
        case .up, .upMirrored:
            break
        case .down, .downMirrored:
            translate(snapshot, x: size.width, y: size.height)
            gtk_snapshot_rotate(snapshot, 180)
        case .left, .leftMirrored:
            translate(snapshot, x: 0, y: size.height)
            gtk_snapshot_rotate(snapshot, -90)
        case .right, .rightMirrored:
            translate(snapshot, x: size.width, y: 0)
            gtk_snapshot_rotate(snapshot, 90)
        }
    }

    private static func translate(_ snapshot: OpaquePointer?, x: Float, y: Float) {
        var point = graphene_point_t(x: x, y: y)
        gtk_snapshot_translate(snapshot, &point)
    }
}

extension RasterImage.Orientation {
    fileprivate var isMirrored: Bool {
        switch self {
        case .up, .down, .left, .right: false
        case .upMirrored, .downMirrored, .leftMirrored, .rightMirrored: true
        }
    }
}
