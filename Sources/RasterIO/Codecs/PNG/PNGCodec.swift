import Foundation
import Raster

/// PNG: decoding through libpng, encoding with our filters and libdeflate.
///
/// Decodes every colour type and depth, interlaced or not. Samples of 16 bits are rounded to 8. A
/// missing IEND is tolerated; missing or damaged pixel data is an error.
struct PNGCodec: ImageCodec {
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
            let reader = try PNGReader(bytes)
            if let profile = chunks.profile { reader.use(profile: profile) }
            try reader.start(gamma: chunks.foreignGamma)
            let target = request.targetSize(width: chunks.width, height: chunks.height)
            return try reader.bitmap(size: target, orientation: chunks.orientation)
        }
    }

    let canEncode = true

    func encode(_ bitmap: Bitmap, options: ImageEncodingOptions) throws -> Data {
        try PNGWriter.encode(bitmap)
    }
}
