import CGTK4
import Foundation
import Kingfisher

/// Makes what widgets draw from images.
enum ImagePaintable {
    /// A paintable that draws an image upright in its size in points.
    ///
    /// Pixels are never copied: an image of scale 1 that is stored upright is a plain texture, any
    /// other a texture under a transform.
    ///
    /// - Returns: A `GdkPaintable` that the caller owns a reference of, or nil for an empty image.
    static func make(from image: RasterImage) -> OpaquePointer? {
        guard let bitmap = image.cgImage else { return nil }
        let texture = Texture.make(from: bitmap)
        if image.scale == 1, image.imageOrientation == .up { return texture }
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        return transformed(texture, for: image, bitmap: bitmap)
    }

    private static func transformed(
        _ texture: OpaquePointer, for image: RasterImage, bitmap: Bitmap
    ) -> OpaquePointer? {
        let stored = graphene_size_t(
            width: Float(CGFloat(bitmap.width) / image.scale),
            height: Float(CGFloat(bitmap.height) / image.scale))
        var size = graphene_size_t(
            width: Float(image.size.width), height: Float(image.size.height))
        var bounds = graphene_rect_t(origin: graphene_point_t(x: 0, y: 0), size: stored)
        let snapshot = gtk_snapshot_new()
        turn(snapshot, image.imageOrientation, displayed: size)
        if image.imageOrientation.isMirrored {
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
