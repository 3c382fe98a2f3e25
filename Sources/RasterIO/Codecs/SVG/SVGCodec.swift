#if SVG
import Foundation
import Raster

/// SVG drawn by librsvg, at the size asked for: a small result is drawn small, not reduced.
///
/// Drawings cannot load anything: neither files nor addresses outside the data. Limits bound the memory
/// of the result, but not the time: filters and repeated elements can keep librsvg busy for minutes, and
/// it cannot be interrupted.
struct SVGCodec: BuiltInCodec {
    let format = EncodedImageFormat.svg
    let trait: String? = "SVG"

    func recognizes(_ prefix: UnsafeRawBufferPointer) -> Bool {
        let start = String(decoding: prefix, as: UTF8.self).drop {
            $0.isWhitespace || $0 == "\u{FEFF}"
        }
        return ["<svg", "<?xml", "<!--", "<!DOCTYPE svg"].contains { start.hasPrefix($0) }
    }

    func header(of data: Data) throws -> ImageHeader {
        let size = try SVGDrawing(data).size
        return ImageHeader(
            format: .svg, storedWidth: size.width, storedHeight: size.height, hasAlpha: true)
    }

    func decode(_ data: Data, request: DecodeRequest) throws -> Bitmap {
        let drawing = try SVGDrawing(data)
        let target = request.targetSize(width: drawing.size.width, height: drawing.size.height)
        // What is drawn counts, not what the drawing says of itself.
        try request.limits.check(width: target.width, height: target.height)
        return try drawing.draw(width: target.width, height: target.height)
    }
}
#endif
