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
        let structure = try data.withUnsafeBytes {
            try GIFStructure($0, maxFrames: .max - 1, kept: 1)
        }
        let isOpaque = structure.frames.first.map {
            $0.placement.isOpaque
                && $0.placement.covers(width: structure.width, height: structure.height)
        }
        return ImageHeader(
            format: .gif, storedWidth: structure.width, storedHeight: structure.height,
            frameCount: structure.frameCount, hasAlpha: isOpaque != true)
    }

    func decode(_ data: Data, request: DecodeRequest) throws -> Bitmap {
        let structure = try structure(of: data, maxFrames: 0)
        try checkFrames(of: structure, limits: request.limits)
        let source = CompositedAnimation(GIFFrameDecoder(data: data, structure: structure))
        return try source.frame(at: 0, maxPixelSize: request.maxPixelSize)
    }

    func animation(in data: Data, limits: DecodeLimits) throws -> (any AnimatedImageSource)? {
        let structure = try structure(of: data, maxFrames: limits.maxFrames)
        try limits.check(
            width: structure.width, height: structure.height, frames: structure.frames.count)
        try checkFrames(of: structure, limits: limits)
        return CompositedAnimation(GIFFrameDecoder(data: data, structure: structure))
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

    private func structure(of data: Data, maxFrames: Int) throws -> GIFStructure {
        try data.withUnsafeBytes { try GIFStructure($0, maxFrames: maxFrames) }
    }

    /// Frames may be larger than the canvas, so they are counted for themselves.
    private func checkFrames(of structure: GIFStructure, limits: DecodeLimits) throws {
        try limits.check(width: structure.width, height: structure.height)
        try limits.check(frames: structure.frames.map(\.placement))
    }
}
