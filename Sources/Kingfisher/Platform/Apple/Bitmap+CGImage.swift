#if canImport(CoreGraphics)
import CoreGraphics
import Foundation
import Raster

extension Bitmap {
    /// How Core Graphics names the layout of our pixels: alpha first in numbers of 32 bits whose lowest
    /// byte comes first, which stands in memory as blue, green, red, alpha.
    private static func layout(isOpaque: Bool) -> UInt32 {
        let alpha: CGImageAlphaInfo = isOpaque ? .noneSkipFirst : .premultipliedFirst
        return CGBitmapInfo.byteOrder32Little.rawValue | alpha.rawValue
    }

    /// The pixels of an image of Core Graphics, converted to sRGB and 8 bits.
    ///
    /// - Parameter image: The image.
    /// - Returns: A new bitmap of the same size.
    /// - Throws: `RasterError`, also when Core Graphics has no memory.
    static func drawn(_ image: CGImage) throws -> Bitmap {
        let (width, height) = (image.width, image.height)
        let isOpaque = [.none, .noneSkipFirst, .noneSkipLast].contains(image.alphaInfo)
        return try Bitmap(width: width, height: height, isOpaque: isOpaque) { bytes, bytesPerRow in
            guard let space = CGColorSpace(name: CGColorSpace.sRGB),
                let context = CGContext(
                    data: bytes.baseAddress, width: width, height: height, bitsPerComponent: 8,
                    bytesPerRow: bytesPerRow, space: space,
                    bitmapInfo: layout(isOpaque: isOpaque))
            else { throw RasterError.outOfMemory(bytes: bytes.count) }
            context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
            guard isOpaque else { return }
            // Core Graphics leaves the byte that it skips as it was.
            for offset in stride(from: 3, to: bytes.count, by: Bitmap.bytesPerPixel) {
                bytes[offset] = 255
            }
        }
    }

    /// The pixels as an image of Core Graphics; nil when it has no memory.
    var coreImage: CGImage? {
        let data = withUnsafeBytes { Data($0) }
        guard let provider = CGDataProvider(data: data as CFData),
            let space = CGColorSpace(name: CGColorSpace.sRGB)
        else { return nil }
        return CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: bitsPerPixel,
            bytesPerRow: bytesPerRow, space: space,
            bitmapInfo: CGBitmapInfo(rawValue: Bitmap.layout(isOpaque: isOpaque)),
            provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    }
}
#endif
