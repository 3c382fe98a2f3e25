import Kingfisher

extension ArgumentValue {
    /// A colour by name or as `#RGB`, `#RRGGBB` or `#RRGGBBAA`.
    static func color(_ text: some StringProtocol) -> RasterColor? {
        guard text.hasPrefix("#") else { return names[text.lowercased()] }
        var digits = text.dropFirst().compactMap(\.hexDigitValue)
        guard digits.count == text.count - 1, [3, 6, 8].contains(digits.count) else { return nil }
        if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
        if digits.count == 6 { digits += [15, 15] }
        let parts = stride(from: 0, to: 8, by: 2).map { index in
            Double(digits[index] * 16 + digits[index + 1]) / 255
        }
        return RasterColor(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
    }

    private static let names: [String: RasterColor] = [
        "black": .black, "white": .white, "gray": .gray, "grey": .gray, "red": .red,
        "green": .green, "blue": .blue, "cyan": .cyan, "yellow": .yellow, "magenta": .magenta,
        "orange": .orange, "purple": .purple, "brown": .brown, "clear": .clear,
    ]
}
