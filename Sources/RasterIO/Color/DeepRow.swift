import CRasterIO
import Foundation
import Raster

/// A row of samples of more than 8 bits on its way to a bitmap.
///
/// A decoder writes BGRA of 16 bits into ``samples``; colours are then converted to sRGB, multiplied
/// by alpha and rounded, in this order, so that dark tones of linear light keep all of their steps.
/// Belongs to one thread at a time.
final class DeepRow {
    /// What the alpha of a file means for its colours.
    enum Alpha {
        /// There is none: every pixel becomes opaque.
        case none
        /// Colours are not multiplied by it.
        case straight
        /// Colours are multiplied by it.
        case premultiplied
    }

    /// Four values for each pixel.
    let samples: UnsafeMutablePointer<UInt16>
    private let alpha: Alpha
    private let transform: ColorTransform<UInt16>?

    /// Makes a row of `width` pixels, all zero.
    ///
    /// - Throws: `RasterError` without memory.
    init(width: Int, alpha: Alpha, transform: ColorTransform<UInt16>?) throws {
        let pixelSize = 4 * MemoryLayout<UInt16>.size
        guard let memory = calloc(width, pixelSize) else {
            throw RasterError.outOfMemory(
                bytes: width.multipliedReportingOverflow(by: pixelSize).partialValue)
        }
        samples = memory.bindMemory(to: UInt16.self, capacity: width * 4)
        self.alpha = alpha
        self.transform = transform
    }

    deinit { free(samples) }

    /// Turns the first `count` pixels into premultiplied BGRA of 8 bits; ``samples`` are of no use then.
    func finish(_ count: Int, into output: UnsafeMutablePointer<UInt8>) {
        if let transform {
            // A profile describes colours that are not multiplied by alpha.
            if alpha == .premultiplied { crasterio_deep_unpremultiply(samples, count) }
            transform.apply(to: samples, count: count)
        }
        switch alpha {
        case .none:
            crasterio_deep_narrow(samples, count, output)
            crasterio_set_opaque(output, count)
        case .premultiplied where transform == nil:
            crasterio_deep_narrow(samples, count, output)
            crasterio_clamp_to_alpha(output, count)
        case .straight, .premultiplied:
            crasterio_deep_narrow_multiplied(samples, count, output)
        }
    }
}
