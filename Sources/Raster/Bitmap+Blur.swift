import CRaster
import Foundation

/// How often, and with what window, a picture is averaged to look blurred with a radius.
///
/// Three passes of a box come close to a Gaussian; the window is the one that the specification of
/// SVG 1.1 gives for feGaussianBlur, made odd so that nothing moves.
package struct BoxBlur: Hashable, Sendable {
    /// Side of the averaged square in pixels; odd.
    package let window: Int
    /// How often the picture is averaged, 0 for no blur.
    package let passes: Int

    /// Plans a blur.
    ///
    /// - Parameter radius: In pixels. Radii not above 0, or not a number, do not blur; those beyond
    ///   four million count as four million.
    package init(radius: Double) {
        guard radius > 0 else {
            window = 1
            passes = 0
            return
        }
        let size = min(max(radius, 2), 4_000_000)
        let side = (CGFloat(size) * 3 * (2 * CGFloat.pi).squareRoot() / 4 + 0.5).rounded(.down)
        window = Int(side.isEven ? side + 1 : side)
        passes = radius < 0.5 ? 1 : radius < 1.5 ? 2 : 3
    }
}

extension CGFloat {
    /// Whether nothing remains of a division by two; false for what is not finite.
    package var isEven: Bool { truncatingRemainder(dividingBy: 2) == 0 }
}

extension Bitmap {
    /// This picture blurred; pixels at the edge go on beyond it.
    ///
    /// Costs the same time for every radius.
    ///
    /// - Parameter blur: Window and passes.
    /// - Returns: A new bitmap, or this one when there is nothing to blur.
    /// - Throws: ``RasterError/outOfMemory(bytes:)`` when the system gives no memory.
    package func blurred(_ blur: BoxBlur) throws -> Bitmap {
        guard blur.passes > 0, blur.window > 1 else { return self }
        let output = try PixelBuffer(width: width, height: height, zeroed: false)
        let strips = try BlurStrips(rows: max(width, height), blur: blur)
        withUnsafeBytes { bytes in
            guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
            for top in stride(from: 0, to: height, by: BlurStrips.width) {
                strips.blurRows(
                    of: base + top * bytesPerRow, into: output.row(top), stride: bytesPerRow,
                    count: min(BlurStrips.width, height - top), width: width)
            }
        }
        // Rows are padded to whole strips, so that the last one is complete as well.
        for left in stride(from: 0, to: bytesPerRow, by: Int(CRASTER_STRIP_BYTES)) {
            strips.blurColumns(output.row(0) + left, stride: bytesPerRow, rows: height)
        }
        return output.freeze(isOpaque: isOpaque)
    }
}

/// Two strips of 16 pixels width between which passes go back and forth; they fit into a cache.
private struct BlurStrips: ~Copyable {
    static let width = Int(CRASTER_STRIP_BYTES) / Bitmap.bytesPerPixel
    private static let stripStride = Int(CRASTER_STRIP_BYTES)

    private let first: PixelBuffer
    private let second: PixelBuffer
    private let radius: Int
    private let passes: Int

    init(rows: Int, blur: BoxBlur) throws {
        let first = try PixelBuffer(width: Self.width, height: rows, zeroed: false)
        let second = try PixelBuffer(width: Self.width, height: rows, zeroed: false)
        self.first = first
        self.second = second
        radius = blur.window / 2
        passes = blur.passes
    }

    /// Blurs up to 16 rows along x: turned into columns, averaged, and turned back.
    func blurRows(
        of source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>, stride: Int,
        count: Int, width: Int
    ) {
        CRaster_gatherColumns(source, stride, count, width, first.row(0))
        let strip = averaged(passes, from: first.row(0), to: second.row(0), rows: width)
        CRaster_scatterColumns(strip, count, width, target, stride)
    }

    /// Blurs a strip of an image along y, in place.
    func blurColumns(_ strip: UnsafeMutablePointer<UInt8>, stride: Int, rows: Int) {
        CRaster_boxColumns(strip, stride, first.row(0), Self.stripStride, rows, radius)
        // All passes but the first and the last stay in the strips.
        let result = averaged(
            max(passes - 2, 0), from: first.row(0), to: second.row(0), rows: rows)
        guard passes == 1 else {
            CRaster_boxColumns(result, Self.stripStride, strip, stride, rows, radius)
            return
        }
        for y in 0..<rows {
            (strip + y * stride).update(
                from: result + y * Self.stripStride, count: Self.stripStride)
        }
    }

    private func averaged(
        _ count: Int, from: UnsafeMutablePointer<UInt8>, to: UnsafeMutablePointer<UInt8>, rows: Int
    ) -> UnsafeMutablePointer<UInt8> {
        var (source, target) = (from, to)
        for _ in 0..<count {
            CRaster_boxColumns(
                source, Self.stripStride, target, Self.stripStride, rows, radius)
            swap(&source, &target)
        }
        return source
    }
}
