import Foundation

/// A blurred picture in 20 to 30 characters, to be shown until the real one is there.
///
/// Format: https://github.com/woltapp/blurhash/blob/master/Algorithm.md. Transparency is not kept;
/// ``ThumbHash`` keeps it.
public enum BlurHash {
    /// Longest side of the picture that a hash is computed from; larger ones are reduced first.
    private static let workingSize = 100

    /// The hash of a picture.
    ///
    /// Transparent parts count as white.
    ///
    /// - Parameters:
    ///   - bitmap: The picture.
    ///   - componentsX: Details along x, 1…9. Default 4.
    ///   - componentsY: Details along y, 1…9. Default 3.
    /// - Returns: The text, 4 + 2 · componentsX · componentsY characters.
    /// - Throws: ``PlaceholderHashError/componentsOutOfRange(x:y:)``, or `RasterError` when there is
    ///   no memory.
    public static func encode(
        _ bitmap: Bitmap, componentsX: Int = 4, componentsY: Int = 3
    ) throws -> String {
        guard (1...9).contains(componentsX), (1...9).contains(componentsY) else {
            throw PlaceholderHashError.componentsOutOfRange(x: componentsX, y: componentsY)
        }
        let small = try bitmap.reduced(maxPixelSize: workingSize)
            .blended(.sourceOver, background: .white)
        var factors = factors(of: small, countX: componentsX, countY: componentsY)
        let average = factors.removeFirst()
        var text = Base83.encode(componentsX - 1 + (componentsY - 1) * 9, digits: 1)
        let largest = factors.flatMap(\.components).map { abs($0) }.max() ?? 0
        let quantized = factors.isEmpty ? 0 : min(max(Int(largest * 166 - 0.5), 0), 82)
        let scale = Double(quantized + 1) / 166
        text += Base83.encode(quantized, digits: 1)
        text += Base83.encode(average.encodedAverage, digits: 4)
        for factor in factors {
            text += Base83.encode(factor.encodedDetail(scale: scale), digits: 2)
        }
        return text
    }

    /// The picture of a hash.
    ///
    /// - Parameters:
    ///   - hash: The text.
    ///   - width: Width of the result in pixels. 32 is plenty; let a view enlarge it.
    ///   - height: Height of the result in pixels.
    ///   - punch: Factor of the contrast. Default 1.
    /// - Returns: An opaque picture.
    /// - Throws: ``PlaceholderHashError/malformedBlurHash``, or `RasterError` for sizes that cannot be.
    public static func decode(
        _ hash: String, width: Int, height: Int, punch: Double = 1
    ) throws -> Bitmap {
        let digits = try Base83.digits(of: hash)
        guard let header = digits.first, digits.count >= 6 else {
            throw PlaceholderHashError.malformedBlurHash
        }
        let (countX, countY) = (header % 9 + 1, header / 9 + 1)
        guard countY <= 9, digits.count == 4 + 2 * countX * countY else {
            throw PlaceholderHashError.malformedBlurHash
        }
        let scale = Double(digits[1] + 1) / 166 * punch
        var factors = [LinearColor(encodedAverage: Base83.value(digits[2..<6]))]
        for start in stride(from: 6, to: digits.count, by: 2) {
            let value = Base83.value(digits[start..<start + 2])
            factors.append(LinearColor(encodedDetail: value, scale: scale))
        }
        return try picture(of: factors, countX: countX, width: width, height: height)
    }

    private static func factors(of bitmap: Bitmap, countX: Int, countY: Int) -> [LinearColor] {
        let basisX = CosineBasis(length: bitmap.width, count: countX, offset: 0)
        let basisY = CosineBasis(length: bitmap.height, count: countY, offset: 0)
        var factors = [LinearColor](repeating: LinearColor(), count: countX * countY)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let color = bitmap.pixel(x: x, y: y).map(LinearColor.init) ?? LinearColor()
                for j in 0..<countY {
                    for i in 0..<countX {
                        factors[j * countX + i].add(color, weight: basisX[x, i] * basisY[y, j])
                    }
                }
            }
        }
        let area = Double(bitmap.width * bitmap.height)
        return factors.enumerated().map { $1.scaled(($0 == 0 ? 1 : 2) / area) }
    }

    private static func picture(
        of factors: [LinearColor], countX: Int, width: Int, height: Int
    ) throws -> Bitmap {
        let output = try PixelBuffer(width: width, height: height, zeroed: false)
        let countY = factors.count / countX
        let basisX = CosineBasis(length: width, count: countX, offset: 0)
        let basisY = CosineBasis(length: height, count: countY, offset: 0)
        for y in 0..<height {
            let row = output.row(y)
            for x in 0..<width {
                var color = LinearColor()
                for (index, factor) in factors.enumerated() {
                    let weight = basisX[x, index % countX] * basisY[y, index / countX]
                    color.add(factor, weight: weight)
                }
                row[4 * x] = LinearColor.byte(color.blue)
                row[4 * x + 1] = LinearColor.byte(color.green)
                row[4 * x + 2] = LinearColor.byte(color.red)
                row[4 * x + 3] = 255
            }
        }
        return output.freeze(isOpaque: true)
    }
}

/// A colour, or the amount of one frequency, in linear light.
private struct LinearColor {
    var red = 0.0
    var green = 0.0
    var blue = 0.0

    var components: [Double] { [red, green, blue] }

    init() {}

    init(_ pixel: Pixel) {
        red = SRGBCurve.linear(Double(pixel.red) / 255)
        green = SRGBCurve.linear(Double(pixel.green) / 255)
        blue = SRGBCurve.linear(Double(pixel.blue) / 255)
    }

    init(encodedAverage value: Int) {
        red = SRGBCurve.linear(Double(value >> 16 & 255) / 255)
        green = SRGBCurve.linear(Double(value >> 8 & 255) / 255)
        blue = SRGBCurve.linear(Double(value & 255) / 255)
    }

    init(encodedDetail value: Int, scale: Double) {
        func component(_ digit: Int) -> Double {
            let share = Double(digit % 19 - 9) / 9
            return share * abs(share) * scale
        }
        red = component(value / 361)
        green = component(value / 19)
        blue = component(value)
    }

    var encodedAverage: Int {
        components.reduce(0) { $0 << 8 | Int(Self.byte($1)) }
    }

    func encodedDetail(scale: Double) -> Int {
        components.reduce(0) { sum, component in
            let share = component / scale
            let root = abs(share).squareRoot() * (share < 0 ? -1 : 1)
            return sum * 19 + min(max(Int((root * 9 + 9.5).rounded(.down)), 0), 18)
        }
    }

    mutating func add(_ other: LinearColor, weight: Double) {
        red += other.red * weight
        green += other.green * weight
        blue += other.blue * weight
    }

    func scaled(_ factor: Double) -> LinearColor {
        var result = LinearColor()
        result.add(self, weight: factor)
        return result
    }

    /// The encoded byte of a component, clamped.
    static func byte(_ light: Double) -> UInt8 {
        guard light > 0 else { return 0 }
        return UInt8((SRGBCurve.encoded(min(light, 1)) * 255).rounded())
    }
}
