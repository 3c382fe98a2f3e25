import CLCMS

/// The way from simple RGB profiles to sRGB: a curve for each colour, a matrix, a curve.
///
/// Most profiles of cameras and screens are of this kind, and tables make it several times as fast
/// as a general colour engine.
struct MatrixShaper<Sample: ColorSample>: Sendable {
    /// Linear light of all values of red, then of green and of blue; 1.0 is `Sample.fullLight`.
    let linear: [Sample.Light]
    /// Rows of the matrix to linear sRGB; 1.0 is `Sample.fullWeight`.
    let matrix: [Int32]

    /// Builds the tables; nil for profiles of another kind.
    init?(_ profile: ColorProfile) {
        let handle = profile.handle
        guard cmsIsMatrixShaper(handle) != 0,
            let curves = MatrixShaper.curves(of: handle),
            let colorants = MatrixShaper.colorants(of: handle)
        else { return nil }
        let matrix = MatrixShaper.multiply(linearSRGBFromXYZ, colorants)
        // Larger rows would overflow the sum of three products; no real profile has them.
        guard [0, 3, 6].allSatisfy({ MatrixShaper.magnitude(of: matrix[$0..<$0 + 3]) < 15 }) else {
            return nil
        }
        self.matrix = matrix.map { Int32(($0 * Double(Sample.fullWeight)).rounded()) }
        linear = MatrixShaper.linear(curves)
    }

    private static func linear(_ curves: [OpaquePointer]) -> [Sample.Light] {
        var tables: [OpaquePointer: [Sample.Light]] = [:]
        return curves.flatMap { curve in
            // Mostly one curve stands for all three.
            if let table = tables[curve] { return table }
            let table = (0...Int(Sample.max)).map { value in
                let light = cmsEvalToneCurveFloat(curve, Float(value) / Float(Sample.max))
                guard !light.isNaN else { return Sample.Light(0) }
                return Sample.Light((min(max(light, 0), 1) * Float(Sample.fullLight)).rounded())
            }
            tables[curve] = table
            return table
        }
    }

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

/// From CIE XYZ at D50 to linear sRGB: the inverse of the colorants of the sRGB profile (ICC.1,
/// annex F; values after Lindbloom, Bradford-adapted).
private let linearSRGBFromXYZ: [Double] = [
    3.1338561, -1.6168667, -0.4906146,
    -0.9787684, 1.9161415, 0.0334540,
    0.0719453, -0.2289914, 1.4052427,
]
