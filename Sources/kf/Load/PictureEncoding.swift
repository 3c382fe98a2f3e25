import Foundation
import Kingfisher

/// Encodes a picture the way a command line wants it, animations as animations.
struct PictureEncoding: Sendable {
    /// The format to write.
    let format: EncodedImageFormat
    let options: ImageEncodingOptions
    /// Whether the picture is as it was loaded; processors make stills of animations.
    let isUnprocessed: Bool

    /// Encodes a picture.
    ///
    /// An animation stays one where the format holds animations: in its own format the very bytes that
    /// were loaded, in another one frame by frame with the same times and repetitions.
    ///
    /// - Throws: What decoding frames or encoding throws.
    func data(of loaded: Loader.Loaded, bitmap: Bitmap) throws -> Data {
        if let original = animation(of: loaded) {
            if loaded.format == format { return original }
            if let source = try ImageDecoder.animation(in: original), source.frameCount > 1 {
                return try ImageEncoder.encode(
                    try Self.frames(of: source), as: format, loopCount: source.loopCount,
                    options: options)
            }
        }
        return try ImageEncoder.encode(bitmap, as: format, options: options)
    }

    /// The bytes of an animation that is to be kept; nil for everything else.
    private func animation(of loaded: Loader.Loaded) -> Data? {
        guard isUnprocessed, loaded.image.kf.imageFrameCount ?? 1 > 1,
            ImageCodecRegistry.encoder(for: format)?.canEncodeAnimations == true
        else { return nil }
        return loaded.image.kf.frameSource?.data
    }

    private static func frames(of source: any AnimatedImageSource) throws -> [TimedBitmap] {
        try (0..<source.frameCount).map { index in
            TimedBitmap(
                bitmap: try source.frame(at: index, maxPixelSize: nil),
                duration: source.duration(at: index) ?? 0)
        }
    }
}
