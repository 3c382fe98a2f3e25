import Foundation
import Raster

/// GIF, both versions, still and animated; giflib decodes the pixels.
///
/// Frames are complete canvases: disposal, transparency and sub-rectangles are resolved, and the
/// background is transparent. A picture whose later frames are cut off keeps the whole ones.
struct GIFCodec: BuiltInCodec {
    let format = EncodedImageFormat.gif

    func recognizes(_ prefix: UnsafeRawBufferPointer) -> Bool {
        prefix.starts(with: Array("GIF".utf8))
    }

    func header(of data: Data) throws -> ImageHeader {
        let structure = try data.withUnsafeBytes { try GIFStructure($0, for: .count) }
        let isOpaque = structure.list.frames.first.map {
            $0.placement.isOpaque
                && $0.placement.covers(width: structure.width, height: structure.height)
        }
        return ImageHeader(
            format: .gif, storedWidth: structure.width, storedHeight: structure.height,
            frameCount: structure.list.count, hasAlpha: isOpaque != true)
    }

    func decode(_ data: Data, request: DecodeRequest) throws -> Bitmap {
        try frames(in: data, for: .first, limits: request.limits)
            .frame(at: 0, maxPixelSize: request.maxPixelSize)
    }

    func animation(in data: Data, limits: DecodeLimits) throws -> (any AnimatedImageSource)? {
        try frames(in: data, for: .all(limit: limits.maxFrames), limits: limits)
    }

    let canEncode = true
    let canDecodeAnimations = true
    let canEncodeAnimations = true

    func encode(_ bitmap: Bitmap, options: ImageEncodingOptions) throws -> Data {
        try GIFWriter.encode([TimedBitmap(bitmap: bitmap, duration: 0)], loopCount: 1)
    }

    func encode(
        _ frames: [TimedBitmap], loopCount: Int, options: ImageEncodingOptions
    ) throws -> Data {
        try GIFWriter.encode(frames, loopCount: loopCount)
    }

    private func frames(
        in data: Data, for demand: FrameDemand, limits: DecodeLimits
    ) throws -> CompositedAnimation<GIFFrameDecoder> {
        let structure = try data.withUnsafeBytes { try GIFStructure($0, for: demand) }
        return try CompositedAnimation(
            GIFFrameDecoder(data: data, structure: structure), limits: limits)
    }
}
