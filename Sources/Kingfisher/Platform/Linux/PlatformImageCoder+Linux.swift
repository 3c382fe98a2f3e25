#if os(Linux)
import Foundation

/// Decoding and encoding with what the platform has.
enum PlatformImageCoder {
    /// An image of encoded bytes, or nil when they are none.
    static func image(data: Data, scale: CGFloat) -> KFCrossPlatformImage? {
        RasterImage(data: data, scale: scale)
    }

    /// Upright pixels whose longer side has at most `maxPixelSize` pixels, nil for full size.
    static func bitmap(data: Data, maxPixelSize: Int?) throws -> Bitmap {
        try ImageDecoder.decode(data, maxPixelSize: maxPixelSize)
    }

    /// The image as PNG, or nil when it has no pixels.
    static func png(_ image: KFCrossPlatformImage) -> Data? { image.pngData() }

    /// The image as JPEG, or nil when it has no pixels.
    static func jpeg(_ image: KFCrossPlatformImage, quality: CGFloat) -> Data? {
        image.jpegData(compressionQuality: quality)
    }
}
#endif
