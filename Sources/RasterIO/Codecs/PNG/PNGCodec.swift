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
                frameCount: max(1, chunks.animation?.frameCount ?? 1),
                bitsPerComponent: chunks.bitDepth, hasAlpha: chunks.hasAlpha,
                colorProfileName: chunks.profile.flatMap { ColorProfile.name(of: $0) })
        }
    }

    func decode(_ data: Data, request: DecodeRequest) throws -> Bitmap {
        try data.withUnsafeBytes { bytes in
            let chunks = try PNGChunks(bytes)
            try request.limits.check(width: chunks.width, height: chunks.height)
            let target = request.targetSize(width: chunks.width, height: chunks.height)
            let transform = chunks.profile.flatMap {
                ColorTransform.toSRGB(profile: $0, input: chunks.colorType & 2 == 0 ? .gray : .rgb)
            }
            let isWhole = target.width == chunks.width && target.height == chunks.height
            if isWhole, let bitmap = try PNGFastReader.decode(chunks, transform: transform) {
                return try bitmap.upright(from: chunks.orientation.bitmapOrientation)
            }
            let reader = try PNGReader(bytes, transform: transform)
            try reader.start(gamma: chunks.foreignGamma)
            return try reader.bitmap(size: target, orientation: chunks.orientation)
        }
    }

    let canEncode = true

    func encode(_ bitmap: Bitmap, options: ImageEncodingOptions) throws -> Data {
        try PNGWriter.encode(bitmap)
    }
}
