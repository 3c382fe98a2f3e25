#if WebP
import CWebP
import Foundation
import Raster

/// WebP through libwebp: lossy and lossless, with alpha, still and animated.
struct WebPCodec: BuiltInCodec {
    let format = EncodedImageFormat.webp
    let trait: String? = "WebP"

    func recognizes(_ prefix: UnsafeRawBufferPointer) -> Bool {
        let reader = ByteReader(bytes: prefix)
        return reader.has(Array("RIFF".utf8), at: 0) && reader.has(Array("WEBP".utf8), at: 8)
    }

    func header(of data: Data) throws -> ImageHeader {
        try data.withUnsafeBytes { bytes in
            let structure = WebPStructure(bytes, for: .count)
            let features = try WebPReader.features(bytes)
            let isAnimation = structure.list.count > 0
            return ImageHeader(
                format: .webp, storedWidth: Int(features.width), storedHeight: Int(features.height),
                orientation: isAnimation ? .up : structure.orientation,
                frameCount: max(1, structure.list.count),
                hasAlpha: features.has_alpha != 0,
                colorProfileName: profile(structure, bytes).flatMap { ColorProfile.name(of: $0) })
        }
    }

    func frameCount(of data: Data) throws -> Int {
        data.withUnsafeBytes { max(1, WebPStructure($0, for: .count).list.count) }
    }

    func decode(_ data: Data, request: DecodeRequest) throws -> Bitmap {
        if let source = try animation(in: data, for: .first, limits: request.limits) {
            return try source.frame(at: 0, maxPixelSize: request.maxPixelSize)
        }
        return try data.withUnsafeBytes { bytes in
            let structure = WebPStructure(bytes, for: .count)
            let features = try WebPReader.features(bytes)
            let (width, height) = (Int(features.width), Int(features.height))
            try request.limits.check(width: width, height: height)
            guard features.has_animation == 0 else {
                throw ImageDecodingError.truncated(format: .webp, rows: 0, height: height)
            }
            let bitmap = try WebPReader.decode(
                bytes, features: features, size: request.targetSize(width: width, height: height),
                transform: transform(structure, bytes))
            return try bitmap.upright(from: structure.orientation.bitmapOrientation)
        }
    }

    func animation(in data: Data, limits: DecodeLimits) throws -> (any AnimatedImageSource)? {
        try animation(in: data, for: .all(limit: limits.maxFrames), limits: limits)
    }

    private func animation(
        in data: Data, for demand: FrameDemand, limits: DecodeLimits
    ) throws -> (any AnimatedImageSource)? {
        try data.withUnsafeBytes { bytes in
            let structure = WebPStructure(bytes, for: demand)
            guard structure.isAnimated,
                let decoder = WebPFrameDecoder(
                    data: data, structure: structure, transform: transform(structure, bytes))
            else { return nil }
            return try CompositedAnimation(decoder, limits: limits)
        }
    }

    private func profile(
        _ structure: WebPStructure, _ bytes: UnsafeRawBufferPointer
    ) -> UnsafeRawBufferPointer? {
        structure.profile.flatMap {
            ByteReader(bytes: bytes).slice(at: $0.lowerBound, length: $0.count)
        }
    }

    private func transform(
        _ structure: WebPStructure, _ bytes: UnsafeRawBufferPointer
    ) -> ColorTransform<UInt8>? {
        profile(structure, bytes).flatMap { ColorTransform.toSRGB(profile: $0, input: .rgb) }
    }

    let canEncode = true
    let canDecodeAnimations = true
    let canEncodeAnimations = true

    func encode(_ bitmap: Bitmap, options: ImageEncodingOptions) throws -> Data {
        try WebPWriter.encode(bitmap, options: options)
    }

    func encode(
        _ frames: [TimedBitmap], loopCount: Int, options: ImageEncodingOptions
    ) throws -> Data {
        try WebPWriter.encode(frames, loopCount: loopCount, options: options)
    }
}
#endif
