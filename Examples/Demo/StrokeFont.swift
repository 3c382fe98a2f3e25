import Kingfisher

/// Capital letters drawn with strokes, so that captions need no font library.
enum StrokeFont {
    /// Strokes of each letter: lines between points of a grid 8 wide and 12 high, in hexadecimal.
    private static let glyphs: [Character: String] = [
        "A": "0c 40 8c|18 78", "B": "0c 00 60 81 84 66 06|66 88 8a 6c 0c",
        "C": "82 60 20 02 0a 2c 6c 8a", "D": "0c 00 50 83 89 5c 0c", "E": "80 00 0c 8c|06 66",
        "F": "80 00 0c|06 66", "G": "82 60 20 02 0a 2c 6c 8a 87 57", "H": "00 0c|80 8c|06 86",
        "I": "40 4c", "J": "80 89 6c 2c 09", "K": "00 0c|80 06 8c", "L": "00 0c 8c",
        "M": "0c 00 47 80 8c", "N": "0c 00 8c 80", "O": "02 20 60 82 8a 6c 2c 0a 02",
        "P": "0c 00 60 82 85 67 07", "Q": "02 20 60 82 8a 6c 2c 0a 02|59 8c",
        "R": "0c 00 60 82 85 67 07|57 8c", "S": "82 60 20 02 04 26 66 88 8a 6c 2c 0a",
        "T": "00 80|40 4c", "U": "00 0a 2c 6c 8a 80", "V": "00 4c 80", "W": "00 2c 45 6c 80",
        "X": "00 8c|80 0c", "Y": "00 46 80|46 4c", "Z": "00 80 0c 8c",
        "0": "02 20 60 82 8a 6c 2c 0a 02", "1": "13 40 4c", "2": "02 20 60 82 84 0c 8c",
        "3": "01 20 60 82 84 66 36|66 88 8a 6c 2c 0b", "4": "6c 60 08 88",
        "5": "80 10 05 65 87 8a 6c 0c", "6": "70 30 05 0a 2c 6c 8a 87 65 25 07",
        "7": "00 80 3c", "8": "26 04 02 20 60 82 84 66 26 08 0a 2c 6c 8a 88 66",
        "9": "85 67 27 05 02 20 60 82 87 5c 1c", ".": "3c 4c", "-": "16 76", ":": "43 44|4a 4b",
        "×": "14 7b|74 1b", "/": "0d 8f|0c 80", "%": "0c 80|12 21|7a 6b", ",": "4b 3e",
    ]

    /// Width of a text in pixels.
    static func width(of text: String, height: Double) -> Double {
        guard !text.isEmpty else { return 0 }
        return Double(text.count) * advance(height) - gap(height)
    }

    /// Draws a text.
    ///
    /// - Parameters:
    ///   - text: Letters, digits and a few signs; lower case is drawn as capitals.
    ///   - canvas: What to draw on.
    ///   - x: Left end in pixels.
    ///   - y: Top of the letters in pixels.
    ///   - height: Height of the letters in pixels.
    ///   - colour: An opaque colour.
    static func draw(
        _ text: String, on canvas: inout Canvas, x: Double, y: Double, height: Double,
        colour: Pixel
    ) {
        for (index, letter) in text.uppercased().enumerated() {
            let left = x + Double(index) * advance(height)
            for stroke in strokes(of: letter) {
                for (start, end) in zip(stroke, stroke.dropFirst()) {
                    let unit = height / 12
                    line(
                        on: &canvas, from: (left + start.x * unit, y + start.y * unit),
                        to: (left + end.x * unit, y + end.y * unit),
                        radius: max(0.55, height * 0.055), colour: colour)
                }
            }
        }
    }

    private static func gap(_ height: Double) -> Double { height * 0.3 }
    private static func advance(_ height: Double) -> Double { height * 8 / 12 + gap(height) }

    private static func strokes(of letter: Character) -> [[(x: Double, y: Double)]] {
        (glyphs[letter] ?? "").split(separator: "|").map { stroke in
            stroke.split(separator: " ").compactMap { point in
                let digits = point.compactMap(\.hexDigitValue)
                return digits.count == 2 ? (Double(digits[0]), Double(digits[1])) : nil
            }
        }
    }

    /// Draws a round-ended line; coverage falls off over one pixel at its edge.
    private static func line(
        on canvas: inout Canvas, from start: (Double, Double), to end: (Double, Double),
        radius: Double, colour: Pixel
    ) {
        let reach = radius + 1
        let (dx, dy) = (end.0 - start.0, end.1 - start.1)
        let length = dx * dx + dy * dy
        for y in Int(min(start.1, end.1) - reach)...Int(max(start.1, end.1) + reach) {
            for x in Int(min(start.0, end.0) - reach)...Int(max(start.0, end.0) + reach) {
                let (px, py) = (Double(x) + 0.5 - start.0, Double(y) + 0.5 - start.1)
                let along = length > 0 ? min(1, max(0, (px * dx + py * dy) / length)) : 0
                let (ox, oy) = (px - along * dx, py - along * dy)
                let coverage = min(1, max(0, radius + 0.5 - (ox * ox + oy * oy).squareRoot()))
                if coverage > 0 { canvas.paint(colour.faded(by: coverage), x: x, y: y) }
            }
        }
    }
}

extension Pixel {
    /// The pixel at a part of its opacity, 0…1.
    fileprivate func faded(by factor: Double) -> Pixel {
        func part(_ value: UInt8) -> UInt8 {
            UInt8(clamping: Int((Double(value) * factor).rounded()))
        }
        return Pixel(red: part(red), green: part(green), blue: part(blue), alpha: part(alpha))
    }
}
