import CLCMS
import Foundation

/// An ICC profile that lcms has understood.
///
/// Used by one thread at a time.
final class ColorProfile {
    /// The kinds of pixels that profiles describe here.
    enum Model: Hashable {
        case gray, rgb, cmyk
    }

    /// Most bytes of a profile: the largest in use are printer profiles of a few megabytes.
    static let maxBytes = 16 << 20

    // Unchecked: lcms guards what its contexts share, and this one is never changed.
    /// Where profiles from outside get memory; nil where lcms could not make it.
    nonisolated(unsafe) private static let context = CLCMS_createContext()

    /// The profile; valid as long as this object lives.
    let handle: cmsHPROFILE

    /// Opens a profile; nil when it is damaged or describes other pixels.
    init?(_ bytes: some ContiguousBytes, model: Model) {
        guard let context = ColorProfile.context else { return nil }
        let handle = bytes.withUnsafeBytes { bytes in
            bytes.count <= ColorProfile.maxBytes
                ? cmsOpenProfileFromMemTHR(
                    context, bytes.baseAddress, UInt32(clamping: bytes.count)) : nil
        }
        guard let handle else { return nil }
        self.handle = handle
        guard cmsGetColorSpace(handle) == model.signature else { return nil }
    }

    /// A profile of RGB primaries; nil for points that are none.
    ///
    /// `gamma` is the exponent from stored values to light, nil for the tone curve of sRGB.
    init?(primaries: cmsCIExyYTRIPLE, whitePoint: cmsCIExyY, gamma: Double? = nil) {
        // ITU-T and IEC 61966-2-1: y = ((x + 0.055) / 1.055)^2.4 above 0.04045, else x / 12.92.
        let parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
        guard
            let curve = gamma.map({ cmsBuildGamma(nil, $0) })
                ?? cmsBuildParametricToneCurve(nil, 4, parameters)
        else { return nil }
        defer { cmsFreeToneCurve(curve) }
        var (primaries, whitePoint) = (primaries, whitePoint)
        var curves: [OpaquePointer?] = [curve, curve, curve]
        guard let handle = cmsCreateRGBProfile(&whitePoint, &primaries, &curves) else { return nil }
        self.handle = handle
    }

    deinit { cmsCloseProfile(handle) }

    /// The description in English, nil when there is none.
    var name: String? {
        var text = [CChar](repeating: 0, count: 256)
        let length = cmsGetProfileInfoASCII(
            handle, cmsInfoDescription, "en", "US", &text, UInt32(text.count - 1))
        return length > 1 ? text.text : nil
    }

    /// The name of a profile of any kind, nil when it has none.
    static func name(of bytes: some ContiguousBytes) -> String? {
        for model in [Model.rgb, .gray, .cmyk] {
            if let profile = ColorProfile(bytes, model: model) { return profile.name }
        }
        return nil
    }
}

extension ColorProfile.Model {
    fileprivate var signature: cmsColorSpaceSignature {
        switch self {
        case .gray: cmsSigGrayData
        case .rgb: cmsSigRgbData
        case .cmyk: cmsSigCmykData
        }
    }
}
