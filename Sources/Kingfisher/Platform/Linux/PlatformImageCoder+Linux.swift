#if os(Linux)
import Foundation

/// Decoding and encoding with what the platform has.
enum PlatformImageCoder {
    /// An image of encoded bytes, or nil when they are none.
    static func image(
        data: Data, scale: CGFloat, limits: DecodeLimits
    ) -> KFCrossPlatformImage? {
        let bitmap = try? ImageDecoder.decode(data, limits: limits)
        return bitmap.map { RasterImage(cgImage: $0, scale: scale, orientation: .up) }
    }

    /// Upright pixels whose longer side has at most `maxPixelSize` pixels, nil for full size.
    static func bitmap(data: Data, maxPixelSize: Int?, limits: DecodeLimits) throws -> Bitmap {
        try ImageDecoder.decode(data, maxPixelSize: maxPixelSize, limits: limits)
    }

    /// The image as PNG, or nil when it has no pixels.
    static func png(_ image: KFCrossPlatformImage) -> Data? { image.pngData() }

    /// The image as JPEG, or nil when it has no pixels.
    static func jpeg(_ image: KFCrossPlatformImage, quality: CGFloat) -> Data? {
        image.jpegData(compressionQuality: quality)
    }

    /// Frames as GIF, or nil when there are none; a loop count of 0 is without end.
    static func gif(_ frames: [TimedFrame], loopCount: Int) -> Data? {
        try? ImageEncoder.encode(
            frames.map { TimedBitmap(bitmap: $0.image, duration: $0.duration) }, as: .gif,
            loopCount: loopCount)
    }

    /// A smaller picture in the format of the original, or as PNG where that cannot be written.
    static func thumbnail(of data: Data, maxPixelSize: Int) throws -> Data {
        typealias Failure = ThumbnailImageDataProvider.ThumbnailImageDataProviderError
        guard
            let format = try? ImageDecoder.header(of: data).format,
            let bitmap = try? ImageDecoder.decode(data, maxPixelSize: maxPixelSize)
        else { throw Failure.invalidThumbnail }
        let writable = [format, .png].first { ImageCodecRegistry.encoder(for: $0) != nil }
        guard let writable else { throw Failure.writeDataError }
        do {
            return try ImageEncoder.encode(bitmap, as: writable)
        } catch {
            throw Failure.finalizeDataError
        }
    }
}
#endif
