#if canImport(ImageIO)
import Foundation
import ImageIO

/// What an image will take once decoded.
enum DecodedSize {
    /// Bytes of all frames that are decoded at once, from the header alone; 0 for what is no image.
    static func estimate(of data: Data, preloadsAll: Bool) -> Int {
        guard let source = CGImageSourceCreateWithData(data as CFData, nil),
            let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any],
            let width = properties[kCGImagePropertyPixelWidth] as? Int,
            let height = properties[kCGImagePropertyPixelHeight] as? Int
        else { return 0 }
        let frames = preloadsAll ? CGImageSourceGetCount(source) : 1
        return [width, height, 4, frames].reduce(1) { product, factor in
            let (result, overflow) = product.multipliedReportingOverflow(by: max(0, factor))
            return overflow ? 1 << 48 : min(result, 1 << 48)
        }
    }
}
#endif
