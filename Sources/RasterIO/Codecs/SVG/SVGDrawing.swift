#if SVG
import CRSVG
import Foundation
import Raster

/// One SVG drawing in librsvg.
final class SVGDrawing {
    private let handle: UnsafeMutablePointer<RsvgHandle>
    /// Size in pixels: that of the drawing, or of its view box, or 512 a side.
    private(set) var size = (width: 512, height: 512)

    /// Reads a drawing.
    ///
    /// Throws ``ImageDecodingError``.
    init(_ data: Data) throws {
        var error: UnsafeMutablePointer<GError>?
        let handle = data.withUnsafeBytes { bytes in
            rsvg_handle_new_from_data(
                bytes.bindMemory(to: UInt8.self).baseAddress, gsize(bytes.count), &error)
        }
        guard let handle else { throw SVGDrawing.failure(error) }
        self.handle = handle
        var (width, height) = (0.0, 0.0)
        if rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height) == 0 {
            var hasViewBox: gboolean = 0
            var viewBox = RsvgRectangle()
            rsvg_handle_get_intrinsic_dimensions(handle, nil, nil, nil, nil, &hasViewBox, &viewBox)
            if hasViewBox != 0 { (width, height) = (viewBox.width, viewBox.height) }
        }
        if width >= 1, height >= 1, width < Double(Int32.max), height < Double(Int32.max) {
            size = (Int(width.rounded(.up)), Int(height.rounded(.up)))
        }
    }

    deinit { CRSVG_unref(handle) }

    /// Draws into a bitmap.
    ///
    /// Throws ``ImageDecodingError`` or `RasterError`.
    func draw(width: Int, height: Int) throws -> Bitmap {
        guard max(width, height) <= 32_767 else {
            throw ImageDecodingError.unsupported(format: .svg, reason: "a side above 32767 pixels")
        }
        return try Bitmap(width: width, height: height) { output, bytesPerRow in
            // Cairo's ARGB32 is premultiplied and in the order of the processor: our BGRA.
            let surface = cairo_image_surface_create_for_data(
                output.bindMemory(to: UInt8.self).baseAddress, CAIRO_FORMAT_ARGB32,
                Int32(width), Int32(height), Int32(bytesPerRow))
            defer { cairo_surface_destroy(surface) }
            let context = cairo_create(surface)
            defer { cairo_destroy(context) }
            var viewport = RsvgRectangle(x: 0, y: 0, width: Double(width), height: Double(height))
            var error: UnsafeMutablePointer<GError>?
            guard rsvg_handle_render_document(handle, context, &viewport, &error) != 0 else {
                throw SVGDrawing.failure(error)
            }
            cairo_surface_flush(surface)
        }
    }

    private static func failure(_ error: UnsafeMutablePointer<GError>?) -> ImageDecodingError {
        defer { g_error_free(error) }
        let reason = (error?.pointee.message).map { String(cString: $0) }
        return .corrupt(format: .svg, reason: reason ?? "not a drawing")
    }
}
#endif
