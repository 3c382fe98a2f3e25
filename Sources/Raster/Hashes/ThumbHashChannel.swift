/// One channel of a ``ThumbHash`` as an average and the amounts of low frequencies.
struct ThumbHashChannel {
    let countX: Int
    let countY: Int
    /// The average.
    var average: Double
    /// Largest amount of a frequency.
    var scale: Double
    /// The amounts; those with many waves along both axes are left out.
    var details: [Double]

    /// Frequencies along x and y in the order in which they are stored.
    private static func frequencies(_ countX: Int, _ countY: Int) -> [(x: Int, y: Int)] {
        (0..<countY).flatMap { y in
            (0..<countX).filter { x in x * countY < countX * (countY - y) && (x, y) != (0, 0) }
                .map { ($0, y) }
        }
    }

    /// Number of details that are stored for a count of frequencies.
    static func detailCount(_ countX: Int, _ countY: Int) -> Int {
        frequencies(countX, countY).count
    }

    init(countX: Int, countY: Int, average: Double, scale: Double, details: [Double]) {
        self.countX = countX
        self.countY = countY
        self.average = average
        self.scale = scale
        self.details = details
    }

    /// Analyses a plane of values, row by row.
    init(_ plane: [Double], width: Int, height: Int, countX: Int, countY: Int) {
        let basisX = CosineBasis(length: width, count: countX, offset: 0.5)
        let basisY = CosineBasis(length: height, count: countY, offset: 0.5)
        func amount(_ frequency: (x: Int, y: Int)) -> Double {
            var sum = 0.0
            for y in 0..<height {
                for x in 0..<width {
                    sum += plane[y * width + x] * basisX[x, frequency.x] * basisY[y, frequency.y]
                }
            }
            return sum / Double(width * height)
        }
        self.countX = countX
        self.countY = countY
        average = amount((0, 0))
        details = Self.frequencies(countX, countY).map(amount)
        scale = details.map { abs($0) }.max() ?? 0
    }

    /// The values of a plane of any size.
    func plane(width: Int, height: Int) -> [Double] {
        let basisX = CosineBasis(length: width, count: countX, offset: 0.5)
        let basisY = CosineBasis(length: height, count: countY, offset: 0.5)
        let frequencies = Self.frequencies(countX, countY)
        return (0..<height).flatMap { y in
            (0..<width).map { x in
                zip(frequencies, details).reduce(average) { sum, term in
                    let (frequency, amount) = term
                    return sum + 2 * amount * basisX[x, frequency.x] * basisY[y, frequency.y]
                }
            }
        }
    }

    /// The details as numbers of four bits.
    var quantizedDetails: [UInt8] {
        // What is left of a uniform plane after rounding errors is not worth being enlarged.
        guard scale > 1e-9 else { return details.map { _ in 8 } }
        return details.map { UInt8(min(max((15 * (0.5 + 0.5 * $0 / scale)).rounded(), 0), 15)) }
    }
}

/// The channels that a ``ThumbHash`` is made of: luminance, yellow-blue, red-green, opacity.
struct ThumbHashPlanes {
    var l: [Double] = []
    var p: [Double] = []
    var q: [Double] = []
    var a: [Double] = []
    let hasAlpha: Bool

    init(_ bitmap: Bitmap) {
        let pixels = (0..<bitmap.height).flatMap { y in
            (0..<bitmap.width).compactMap { bitmap.pixel(x: $0, y: y) }
        }
        let alphaSum = pixels.reduce(0.0) { $0 + Double($1.alpha) / 255 }
        hasAlpha = pixels.contains { $0.alpha < 255 }
        // Transparent parts take the average colour, so that they do not show up as edges.
        func average(_ channel: KeyPath<Pixel, UInt8>) -> Double {
            let sum = pixels.reduce(0.0) { $0 + Double($1[keyPath: channel]) / 255 }
            return alphaSum > 0 ? sum / alphaSum : 0
        }
        let (red, green, blue) = (average(\.red), average(\.green), average(\.blue))
        for pixel in pixels {
            let alpha = Double(pixel.alpha) / 255
            let r = red * (1 - alpha) + Double(pixel.red) / 255
            let g = green * (1 - alpha) + Double(pixel.green) / 255
            let b = blue * (1 - alpha) + Double(pixel.blue) / 255
            l.append((r + g + b) / 3)
            p.append((r + g) / 2 - b)
            q.append(r - g)
            a.append(alpha)
        }
    }
}
