import Foundation
import Raster

/// JPEG through libjpeg-turbo.
///
/// Decodes baseline and progressive files, grey, colour and CMYK, at reduced size where a smaller
/// picture is asked for, and applies the EXIF orientation. Damage inside the entropy-coded data is
/// concealed as browsers do; data that ends before the last row is an error.
struct JPEGCodec: BuiltInCodec {
    let format = EncodedImageFormat.jpeg

    func recognizes(_ prefix: UnsafeRawBufferPointer) -> Bool {
        prefix.starts(with: [0xFF, 0xD8, 0xFF])
    }

    func header(of data: Data) throws -> ImageHeader {
        try data.withUnsafeBytes { bytes in
            let segments = try JPEGSegments(bytes)
            return ImageHeader(
                format: .jpeg, storedWidth: segments.width, storedHeight: segments.height,
                orientation: segments.orientation, bitsPerComponent: segments.precision,
                colorProfileName: segments.profile.flatMap { ColorProfile.name(of: $0) })
        }
    }

    func decode(_ data: Data, request: DecodeRequest) throws -> Bitmap {
        try data.withUnsafeBytes { bytes in
            let segments = try JPEGSegments(bytes)
            let reader = try JPEGReader(bytes)
            let stored = reader.storedSize
            try request.limits.check(width: stored.width, height: stored.height)
            let target = request.targetSize(width: stored.width, height: stored.height)
            if let profile = segments.profile { reader.use(profile: profile) }
            try reader.start(atLeast: target, allowsIncomplete: request.allowsIncomplete)
            return try reader.bitmap(size: target, orientation: segments.orientation)
        }
    }

    let canEncode = true

    func encode(_ bitmap: Bitmap, options: ImageEncodingOptions) throws -> Data {
        try JPEGWriter.encode(bitmap, quality: options.quality)
    }
}
