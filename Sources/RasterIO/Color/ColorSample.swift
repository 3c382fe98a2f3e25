import CLCMS
import CRasterIO
import Locking

/// A sample of a pixel on its way to sRGB: 8 bits, or 16 where a file has more.
protocol ColorSample: FixedWidthInteger, UnsignedInteger, Sendable {
    /// Linear light in the tables of a ``MatrixShaper``.
    associatedtype Light: FixedWidthInteger, Sendable

    /// What stands for a linear light of 1.0.
    static var fullLight: Int { get }
    /// What stands for 1.0 in the matrix of a ``MatrixShaper``.
    static var fullWeight: Int { get }
    /// sRGB of linear light from 0 to ``fullLight``.
    static var encodedLight: [Self] { get }
    /// Transforms made so far; nil stands for "nothing to do".
    static var knownTransforms: Locked<[ColorTransformKey: ColorTransform<Self>?]> { get }
    /// What lcms calls pixels; nil for those that are not converted.
    static func engineFormat(of input: ColorInput) -> UInt32?
    /// How lcms prepares the way from a profile.
    static func engineFlags(for profile: ColorProfile) -> UInt32
    /// Replaces the colours of BGRA by entries of a table, in place.
    static func apply(table: [Self], to pixels: UnsafeMutablePointer<Self>, count: Int)
    /// Converts BGRA of straight alpha in place.
    static func apply(
        _ shaper: MatrixShaper<Self>, to pixels: UnsafeMutablePointer<Self>, count: Int)
}

extension ColorSample {
    /// The distance between two of 256 levels.
    static var level: Self { max / 255 }

    /// The sample of a value, which is limited to 0…1.
    static func nearest(_ value: Double) -> Self {
        Self((Swift.min(Swift.max(value, 0), 1) * Double(max)).rounded())
    }

    /// The values of ``encodedLight``.
    fileprivate static func makeEncodedLight() -> [Self] {
        (0...fullLight).map { nearest(SRGBCurve.encode(Double($0) / Double(fullLight))) }
    }
}

extension UInt8: ColorSample {
    typealias Light = Int32

    static let fullLight = 16_384
    static let fullWeight = 8_192
    static let encodedLight = makeEncodedLight()
    static let knownTransforms = Locked<[ColorTransformKey: ColorTransform<UInt8>?]>([:])

    static func engineFormat(of input: ColorInput) -> UInt32? {
        switch input {
        case .cmyk(let inverted): inverted ? CLCMS_CMYK_8_INVERTED : CLCMS_CMYK_8
        case .gray, .rgb: CLCMS_BGRA_8
        }
    }

    static func engineFlags(for profile: ColorProfile) -> UInt32 { 0 }

    static func apply(table: [UInt8], to pixels: UnsafeMutablePointer<UInt8>, count: Int) {
        crasterio_apply_table(pixels, count, table)
    }

    static func apply(
        _ shaper: MatrixShaper<UInt8>, to pixels: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        crasterio_apply_matrix_shaper(pixels, count, shaper.linear, shaper.matrix, encodedLight)
    }
}

extension UInt16: ColorSample {
    typealias Light = UInt16

    static let fullLight = 65_535
    static let fullWeight = 1 << 20
    static let encodedLight = makeEncodedLight()
    static let knownTransforms = Locked<[ColorTransformKey: ColorTransform<UInt16>?]>([:])

    static func engineFormat(of input: ColorInput) -> UInt32? {
        // No decoder hands out deep ink.
        if case .cmyk = input { nil } else { CLCMS_BGRA_16 }
    }

    /// Every pixel takes the whole way, since linear light does not bear a table of 33 steps for each
    /// colour; not by a profile that may put any number of steps one after the other.
    static func engineFlags(for profile: ColorProfile) -> UInt32 {
        cmsIsTag(profile.handle, cmsSigDToB0Tag) == 0 ? UInt32(cmsFLAGS_NOOPTIMIZE) : 0
    }

    static func apply(table: [UInt16], to pixels: UnsafeMutablePointer<UInt16>, count: Int) {
        crasterio_deep_apply_table(pixels, count, table)
    }

    static func apply(
        _ shaper: MatrixShaper<UInt16>, to pixels: UnsafeMutablePointer<UInt16>, count: Int
    ) {
        crasterio_deep_apply_matrix_shaper(
            pixels, count, shaper.linear, shaper.matrix, encodedLight)
    }
}
