import CLCMS
import Foundation
import Locking

/// Turns pixels of an ICC profile into sRGB: BGRA of straight alpha, which stays as it is.
///
/// Safe to use from any thread.
// Unchecked: lcms transforms made without a cache are read only when used.
final class ColorTransform<Sample: ColorSample>: @unchecked Sendable {
    private enum Method {
        case shaper(MatrixShaper<Sample>)
        case curve([Sample])
        case engine(cmsHTRANSFORM)
    }

    private let method: Method

    private init(_ method: Method) {
        self.method = method
    }

    deinit {
        if case .engine(let transform) = method { cmsDeleteTransform(transform) }
    }

    /// Converts pixels in place; of ink, the last sample is left for alpha.
    func apply(to pixels: UnsafeMutablePointer<Sample>, count: Int) {
        switch method {
        case .shaper(let shaper): Sample.apply(shaper, to: pixels, count: count)
        case .curve(let table): Sample.apply(table: table, to: pixels, count: count)
        case .engine(let transform):
            cmsDoTransform(transform, pixels, pixels, UInt32(clamping: count))
        }
    }
}

/// What transforms that were made are found by.
struct ColorTransformKey: Hashable {
    /// The bytes of a profile.
    let profile: [UInt8]
    /// The pixels that it describes.
    let input: ColorInput

    /// How many transforms are kept, since few profiles are in use.
    static let capacity = 32
    /// Largest profile that is kept; anybody can send a new one of megabytes with every picture.
    static let largestKept = 1 << 20
}

extension ColorTransform {
    /// The transform for a profile.
    ///
    /// - Parameters:
    ///   - profile: The bytes of an ICC profile.
    ///   - input: The kind of pixels.
    /// - Returns: The transform; nil when the pixels are sRGB already, or the profile is damaged or
    ///   does not describe such pixels, which then count as sRGB.
    static func toSRGB(profile: some ContiguousBytes, input: ColorInput) -> ColorTransform? {
        let key = ColorTransformKey(
            profile: profile.withUnsafeBytes(Array.init), input: input)
        if let transform = Sample.knownTransforms.withLock({ $0[key] }) { return transform }
        let transform = ColorProfile(key.profile, model: input.model).flatMap {
            make($0, input: input)
        }
        guard key.profile.count <= ColorTransformKey.largestKept else { return transform }
        Sample.knownTransforms.withLock { known in
            if known.count >= ColorTransformKey.capacity { known.removeAll() }
            known[key] = .some(transform)
        }
        return transform
    }

    /// The transform for a profile that is not cached; nil when there is nothing to do.
    static func make(_ profile: ColorProfile, input: ColorInput) -> ColorTransform? {
        switch input {
        case .rgb:
            let shaper = MatrixShaper(profile).map { ColorTransform(.shaper($0)) }
            guard let transform = shaper ?? engine(profile, input: input) else { return nil }
            return transform.changesNothing ? nil : transform
        case .gray:
            guard let tag = cmsReadTag(profile.handle, cmsSigGrayTRCTag) else { return nil }
            let tone = OpaquePointer(tag)
            return curve { Double(cmsEvalToneCurveFloat(tone, Float($0))) }
        case .cmyk:
            return engine(profile, input: input)
        }
    }

    private static func engine(_ profile: ColorProfile, input: ColorInput) -> ColorTransform? {
        guard let format = Sample.engineFormat(of: input),
            let output = Sample.engineFormat(of: .rgb), let sRGB = cmsCreate_sRGBProfile()
        else { return nil }
        defer { cmsCloseProfile(sRGB) }
        // Without its cache of one pixel, a transform can be used by several threads.
        let transform = cmsCreateTransform(
            profile.handle, format, sRGB, output, UInt32(INTENT_PERCEPTUAL),
            UInt32(cmsFLAGS_NOCACHE) | Sample.engineFlags(for: profile))
        return transform.map { ColorTransform(.engine($0)) }
    }

    /// The transform of each colour by itself; nil when that changes nothing.
    ///
    /// `light` is linear light, 0…1, of a stored value, 0…1.
    static func curve(_ light: (Double) -> Double) -> ColorTransform? {
        let table = (0...Int(Sample.max)).map { value in
            let light = light(Double(value) / Double(Sample.max))
            return Sample.nearest(SRGBCurve.encode(min(max(light, 0), 1)))
        }
        let isIdentity = table.enumerated().allSatisfy {
            abs($0 - Int($1)) <= Int(Sample.level)
        }
        return isIdentity ? nil : ColorTransform(.curve(table))
    }

    /// Whether no colour of a coarse grid moves by more than one of 256 levels: an sRGB profile.
    private var changesNothing: Bool {
        let steps = [0, 32, 64, 96, 128, 160, 192, 224, 255].map { Sample($0) * Sample.level }
        var pixels: [Sample] = []
        for blue in steps {
            for green in steps {
                for red in steps { pixels += [blue, green, red, Sample.max] }
            }
        }
        let before = pixels
        pixels.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            apply(to: start, count: buffer.count / 4)
        }
        return zip(before, pixels).allSatisfy { abs(Int($0) - Int($1)) <= Int(Sample.level) }
    }
}
