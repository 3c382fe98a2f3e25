import Foundation
import Kingfisher

@testable import RasterIO

/// What is fuzzed: the decoder of a format, or a parser that several decoders share.
enum FuzzTarget: String, CaseIterable {
    case jpeg, png, apng, gif, webp, heic, avif, tiff, bmp, ico, jxl, svg
    case exif, icc, blurhash, thumbhash

    /// Small, so that an input that takes long is a finding and not just a large picture.
    private static let limits = DecodeLimits(maxPixels: 1 << 20, maxFrames: 64)

    /// Runs one input.
    ///
    /// - Returns: 0, or -1 for an input that this target has no use for, which libFuzzer then does not
    ///   keep.
    func run(_ data: Data) -> CInt {
        switch self {
        case .exif: data.withUnsafeBytes { _ = EXIFOrientation.orientation(in: $0) }
        case .icc: FuzzTarget.convertColors(by: data)
        case .blurhash: FuzzTarget.decodeBlurHash(data)
        case .thumbhash: _ = try? ThumbHash.decode(data)
        default: return decodePicture(data)
        }
        return 0
    }

    private func decodePicture(_ data: Data) -> CInt {
        let name = self == .apng ? "png" : rawValue
        guard ImageCodecRegistry.codec(recognizing: data)?.format.name == name else { return -1 }
        let data = name == "png" ? PNGChecksums.repaired(data) : data
        let limits = FuzzTarget.limits
        _ = try? ImageDecoder.header(of: data)
        if self != .apng {
            check(try? ImageDecoder.decode(data, limits: limits))
            check(try? ImageDecoder.decode(data, maxPixelSize: 7, limits: limits))
            let tolerant = DecodeRequest(limits: limits, allowsIncomplete: true)
            check(try? ImageDecoder.decode(data, request: tolerant))
        }
        guard let source = try? ImageDecoder.animation(in: data, limits: limits) else { return 0 }
        // Backwards, so that frames are found again from earlier ones too.
        for index in stride(from: source.frameCount - 1, through: 0, by: -1) {
            check(try? source.frame(at: index, maxPixelSize: index.isMultiple(of: 2) ? 9 : nil))
        }
        return 0
    }

    /// Reads every byte, so that the sanitizer sees a bitmap that is not all there.
    private func check(_ bitmap: Bitmap?) {
        guard let bitmap else { return }
        precondition(bitmap.width * bitmap.height <= FuzzTarget.limits.maxPixels)
        bitmap.withUnsafeBytes { bytes in
            var sum: UInt8 = 0
            for byte in bytes { sum ^= byte }
            FuzzTarget.sink = sum
        }
    }

    // Only ever written, by libFuzzer's one thread, so that reading pixels is not optimized away.
    nonisolated(unsafe) private static var sink: UInt8 = 0

    private static func convertColors(by profile: Data) {
        _ = ColorProfile.name(of: profile)
        for input in [ColorInput.rgb, .gray, .cmyk(inverted: true)] {
            convert([UInt8](0...255), by: profile, input: input)
            convert((0..<256).map { UInt16($0) * 257 }, by: profile, input: input)
        }
    }

    private static func convert<Sample: ColorSample>(
        _ samples: [Sample], by profile: Data, input: ColorInput
    ) {
        let transform = ColorTransform<Sample>.toSRGB(profile: profile, input: input)
        var pixels = samples
        pixels.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            transform?.apply(to: start, count: buffer.count / 4)
        }
    }

    /// The first bytes say how large the picture is to be, the others are the hash.
    private static func decodeBlurHash(_ data: Data) {
        guard data.count > 2 else { return }
        let bytes = [UInt8](data)
        _ = try? BlurHash.decode(
            String(decoding: bytes[2...], as: UTF8.self), width: Int(bytes[0]) - 2,
            height: Int(bytes[1]) - 2)
    }
}
