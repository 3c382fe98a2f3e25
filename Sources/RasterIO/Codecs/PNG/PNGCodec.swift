import Foundation
import Raster

/// PNG: decoding through libpng, encoding with our filters and libdeflate.
///
/// Decodes every colour type and depth, interlaced or not. Samples of 16 bits are rounded to 8. A
/// missing IEND is tolerated; missing or damaged pixel data is an error.
struct PNGCodec: BuiltInCodec {
    let format = EncodedImageFormat.png

    func recognizes(_ prefix: UnsafeRawBufferPointer) -> Bool {
        prefix.starts(with: PNGChunks.signature)
    }

    func header(of data: Data) throws -> ImageHeader {
        try data.withUnsafeBytes { bytes in
            let chunks = try PNGChunks(bytes)
            return ImageHeader(
                format: .png, storedWidth: chunks.width, storedHeight: chunks.height,
                orientation: chunks.orientation,
                frameCount: frameCount(chunks, bytes),
                bitsPerComponent: chunks.bitDepth, hasAlpha: chunks.hasAlpha,
                colorProfileName: chunks.profile.flatMap { ColorProfile.name(of: $0) })
        }
    }

    func frameCount(of data: Data) throws -> Int {
        try data.withUnsafeBytes { bytes in frameCount(try PNGChunks(bytes), bytes) }
    }

    private func frameCount(_ chunks: PNGChunks, _ bytes: UnsafeRawBufferPointer) -> Int {
        APNGStructure(bytes, chunks: chunks, for: .count)?.list.count ?? 1
    }

    func decode(_ data: Data, request: DecodeRequest) throws -> Bitmap {
        try data.withUnsafeBytes { bytes in
            let chunks = try PNGChunks(bytes)
            try request.limits.check(width: chunks.width, height: chunks.height)
            let target = request.targetSize(width: chunks.width, height: chunks.height)
            let colors = PNGColors(chunks)
            let isWhole = target.width == chunks.width && target.height == chunks.height
            // The fast way needs all of the picture in memory; larger ones are reduced row by row.
            let isFast = isWhole || chunks.width * chunks.height <= PNGCodec.smallPicture
            if isFast, let bitmap = try PNGFastReader.decode(chunks, transform: colors.plain) {
                let reduced = try bitmap.resampled(width: target.width, height: target.height)
                return try reduced.upright(from: chunks.orientation.bitmapOrientation)
            }
            let reader = try PNGReader(bytes, colors: colors)
            // Half a file is no stand-in for the picture.
            reader.encoded = request.allowsIncomplete ? nil : data
            return try reader.bitmap(
                size: target, orientation: chunks.orientation,
                allowsIncomplete: request.allowsIncomplete)
        }
    }

    /// Pixels that are decoded whole even if few are wanted: 16 MB.
    private static let smallPicture = 4 << 20

    func animation(in data: Data, limits: DecodeLimits) throws -> (any AnimatedImageSource)? {
        try data.withUnsafeBytes { bytes in
            let chunks = try PNGChunks(bytes)
            let demand = FrameDemand.all(limit: limits.maxFrames)
            guard let structure = APNGStructure(bytes, chunks: chunks, for: demand)
            else { return nil }
            return try CompositedAnimation(
                APNGFrameDecoder(
                    data: data, chunks: chunks, structure: structure,
                    colors: PNGColors(chunks)), limits: limits)
        }
    }

    let canEncode = true
    let canDecodeAnimations = true
    let canEncodeAnimations = true

    func encode(
        _ frames: [TimedBitmap], loopCount: Int, options: ImageEncodingOptions
    ) throws -> Data {
        try APNGWriter.encode(frames, loopCount: loopCount)
    }

    func encode(_ bitmap: Bitmap, options: ImageEncodingOptions) throws -> Data {
        try PNGWriter.encode(bitmap)
    }
}
