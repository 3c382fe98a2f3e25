#if os(Linux)
import Foundation

/// What an image will take once decoded.
enum DecodedSize {
    /// More than any machine has, and few enough that sums do not overflow.
    private static let largest = 1 << 48

    /// Bytes of all frames that are decoded at once, from the header alone; 0 for what is no image.
    static func estimate(of data: Data, preloadsAll: Bool) -> Int {
        guard let header = try? ImageDecoder.header(of: data) else { return 0 }
        let frames = preloadsAll ? header.frameCount : 1
        let factors = [header.storedWidth, header.storedHeight, Bitmap.bytesPerPixel, frames]
        return factors.reduce(1) { product, factor in
            let (result, overflow) = product.multipliedReportingOverflow(by: max(0, factor))
            return overflow ? largest : min(result, largest)
        }
    }
}
#endif
