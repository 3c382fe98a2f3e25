import CLCMS
import CRasterIO
import Foundation

/// The way from simple RGB profiles to sRGB: a curve for each colour, a matrix, a curve.
///
/// Most profiles of cameras and screens are of this kind, and tables make it several times as fast
/// as a general colour engine.
struct MatrixShaper: Sendable {
    /// Linear light of the 256 values of red, green and blue; 1.0 is 16384.
    private let linear: [Int32]
    /// Rows of the matrix to linear sRGB; 1.0 is 8192.
    private let matrix: [Int32]

    /// Builds the tables; nil for profiles of another kind.
    init?(_ profile: ColorProfile) {
        let handle = profile.handle
        guard cmsIsMatrixShaper(handle) != 0,
            let curves = MatrixShaper.curves(of: handle),
            let colorants = MatrixShaper.colorants(of: handle)
        else { return nil }
        let matrix = MatrixShaper.multiply(MatrixShaper.linearSRGBFromXYZ, colorants)
        // Larger rows would overflow the sum of three products; no real profile has them.
        guard [0, 3, 6].allSatisfy({ MatrixShaper.magnitude(of: matrix[$0..<$0 + 3]) < 15 }) else {
            return nil
        }
        self.matrix = matrix.map { Int32(($0 * 8_192).rounded()) }
        linear = curves.flatMap { curve in
            (0..<256).map { value in
                let light = cmsEvalToneCurveFloat(curve, Float(value) / 255)
                return light.isNaN ? 0 : Int32((min(max(light, 0), 1) * 16_384).rounded())
            }
        }
    }

    /// Converts BGRA of straight alpha in place.
    func apply(to pixels: UnsafeMutablePointer<UInt8>, count: Int) {
        crasterio_apply_matrix_shaper(pixels, count, linear, matrix, MatrixShaper.encoded)
    }

    /// sRGB of linear light from 0 to 16384.
    private static let encoded: [UInt8] = (0...16_384).map {
        UInt8((SRGBCurve.encode(Double($0) / 16_384) * 255).rounded())
    }

    /// From CIE XYZ at D50 to linear sRGB: the inverse of the colorants of the sRGB profile
    /// (ICC.1, annex F; values after Lindbloom, Bradford-adapted).
    private static let linearSRGBFromXYZ: [Double] = [
        3.1338561, -1.6168667, -0.4906146,
        -0.9787684, 1.9161415, 0.0334540,
        0.0719453, -0.2289914, 1.4052427,
    ]

    private static func curves(of handle: cmsHPROFILE) -> [OpaquePointer]? {
        let tags = [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag]
        let curves = tags.compactMap { tag in
            cmsReadTag(handle, tag).map { OpaquePointer($0) }
        }
        return curves.count == 3 ? curves : nil
    }

    /// The matrix whose columns are the colorants.
    private static func colorants(of handle: cmsHPROFILE) -> [Double]? {
        let tags = [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag]
        let columns = tags.compactMap { tag in
            cmsReadTag(handle, tag).map { $0.assumingMemoryBound(to: cmsCIEXYZ.self).pointee }
        }
        guard columns.count == 3 else { return nil }
        return columns.map(\.X) + columns.map(\.Y) + columns.map(\.Z)
    }

    private static func magnitude(of row: ArraySlice<Double>) -> Double {
        row.reduce(0) { $0 + abs($1) }
    }

    private static func multiply(_ a: [Double], _ b: [Double]) -> [Double] {
        (0..<9).map { index in
            let (row, column) = (index / 3, index % 3)
            return (0..<3).reduce(0) { $0 + a[row * 3 + $1] * b[$1 * 3 + column] }
        }
    }
}
