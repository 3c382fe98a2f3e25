import CLCMS
import CRasterIO
import Foundation
import Locking

/// Turns pixels of an ICC profile into sRGB.
///
/// Safe to use from any thread.
// Unchecked: lcms transforms made without a cache are read only when used.
final class ColorTransform: @unchecked Sendable {
    /// The pixels that come in; BGRA of straight alpha with 255 for CMYK goes out.
    enum Input: Hashable {
        /// Four bytes of ink, perhaps inverted as Adobe stores them.
        case cmyk(inverted: Bool)
        /// BGRA whose colours are equal.
        case gray
        /// BGRA.
        case rgb

        fileprivate var model: ColorProfile.Model {
            switch self {
            case .cmyk: .cmyk
            case .gray: .gray
            case .rgb: .rgb
            }
        }
    }

    private enum Method {
        case shaper(MatrixShaper)
        case curve([UInt8])
        case engine(cmsHTRANSFORM, setsAlpha: Bool)
    }

    private let method: Method

    private init(_ method: Method) {
        self.method = method
    }

    deinit {
        if case .engine(let transform, _) = method { cmsDeleteTransform(transform) }
    }

    /// Converts pixels in place.
    func apply(to pixels: UnsafeMutablePointer<UInt8>, count: Int) {
        switch method {
        case .shaper(let shaper): shaper.apply(to: pixels, count: count)
        case .curve(let table): crasterio_apply_table(pixels, count, table)
        case .engine(let transform, let setsAlpha):
            cmsDoTransform(transform, pixels, pixels, UInt32(clamping: count))
            if setsAlpha { crasterio_set_opaque(pixels, count) }
        }
    }
}

extension ColorTransform {
    private struct Key: Hashable {
        let profile: [UInt8]
        let input: Input
    }

    /// Transforms made so far; nil stands for "nothing to do".
    ///
    /// Small, since few profiles are in use.
    private static let known = Locked<[Key: ColorTransform?]>([:])
    private static let capacity = 32
    /// Largest profile that is kept; anybody can send a new one of megabytes with every picture.
    private static let largestKept = 1 << 20

    /// The transform for a profile.
    ///
    /// - Parameters:
    ///   - profile: The bytes of an ICC profile.
    ///   - input: The kind of pixels.
    /// - Returns: The transform; nil when the pixels are sRGB already, or the profile is damaged or
    ///   does not describe such pixels, which then count as sRGB.
    static func toSRGB(profile: some ContiguousBytes, input: Input) -> ColorTransform? {
        let key = Key(profile: profile.withUnsafeBytes(Array.init), input: input)
        if let transform = known.withLock({ $0[key] }) { return transform }
        let transform = ColorProfile(key.profile, model: input.model).flatMap {
            make($0, input: input)
        }
        guard key.profile.count <= largestKept else { return transform }
        known.withLock { known in
            if known.count >= capacity { known.removeAll() }
            known[key] = .some(transform)
        }
        return transform
    }

    /// The transform for a profile that is not cached; nil when there is nothing to do.
    static func make(_ profile: ColorProfile, input: Input) -> ColorTransform? {
        switch input {
        case .rgb:
            let shaper = MatrixShaper(profile).map { ColorTransform(.shaper($0)) }
            guard let transform = shaper ?? engine(profile, from: CLCMS_BGRA_8, setsAlpha: false)
            else { return nil }
            return transform.changesNothing ? nil : transform
        case .gray:
            return grayCurve(of: profile)
        case .cmyk(let inverted):
            let format = inverted ? CLCMS_CMYK_8_INVERTED : CLCMS_CMYK_8
            return engine(profile, from: format, setsAlpha: true)
        }
    }

    private static func engine(
        _ profile: ColorProfile, from format: UInt32, setsAlpha: Bool
    ) -> ColorTransform? {
        guard let sRGB = cmsCreate_sRGBProfile() else { return nil }
        defer { cmsCloseProfile(sRGB) }
        // Without its cache of one pixel, a transform can be used by several threads.
        let transform = cmsCreateTransform(
            profile.handle, format, sRGB, CLCMS_BGRA_8, UInt32(INTENT_PERCEPTUAL),
            UInt32(cmsFLAGS_NOCACHE))
        return transform.map { ColorTransform(.engine($0, setsAlpha: setsAlpha)) }
    }

    /// The 256 results for a profile of greys; nil when they are what goes in.
    private static func grayCurve(of profile: ColorProfile) -> ColorTransform? {
        guard let curve = cmsReadTag(profile.handle, cmsSigGrayTRCTag) else { return nil }
        let table = (0..<256).map { value in
            let light = Double(cmsEvalToneCurveFloat(OpaquePointer(curve), Float(value) / 255))
            return UInt8((255 * SRGBCurve.encode(min(max(light, 0), 1))).rounded())
        }
        let isIdentity = table.enumerated().allSatisfy { abs($0 - Int($1)) <= 1 }
        return isIdentity ? nil : ColorTransform(.curve(table))
    }

    /// Whether no colour of a coarse grid moves by more than one step: an sRGB profile.
    private var changesNothing: Bool {
        let steps: [UInt8] = [0, 32, 64, 96, 128, 160, 192, 224, 255]
        var pixels: [UInt8] = []
        for blue in steps {
            for green in steps {
                for red in steps { pixels += [blue, green, red, 255] }
            }
        }
        let before = pixels
        pixels.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return }
            apply(to: start, count: buffer.count / 4)
        }
        return zip(before, pixels).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
    }
}
