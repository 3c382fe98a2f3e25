import Foundation

/// Reads the values of options.
///
/// Each function gives nil for text that is not such a value.
enum ArgumentValue {
    /// A plain decimal number such as `12` or `0.5`: no sign, exponent, hexadecimal or infinity.
    static func number(_ text: some StringProtocol) -> Double? {
        let isDecimal = text.utf8.allSatisfy { $0 == 46 || (48...57).contains($0) }
        guard isDecimal, !text.isEmpty, let value = Double(String(text)), value.isFinite else {
            return nil
        }
        return value
    }

    /// A plain decimal number with an optional minus sign.
    static func signedNumber(_ text: some StringProtocol) -> Double? {
        text.hasPrefix("-") ? number(text.dropFirst()).map { -$0 } : number(text)
    }

    /// A whole number of at least 1, with an optional decimal suffix `k` or `M`: `50M` is 50,000,000.
    static func count(_ text: String) -> Int? {
        let (digits, factor): (Substring, Int) =
            switch text.last {
            case "k", "K": (text.dropLast(), 1_000)
            case "m", "M": (text.dropLast(), 1_000_000)
            default: (text[...], 1)
            }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }),
            let number = Int(digits)
        else { return nil }
        let (value, overflow) = number.multipliedReportingOverflow(by: factor)
        return overflow || value < 1 ? nil : value
    }

    /// Longest side that a size may name, in points; no decoder takes more.
    static let longestSide = 1_000_000.0

    /// A size such as `640x480`, both sides above 0 and at most ``longestSide``.
    static func size(_ text: some StringProtocol) -> CGSize? {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, let width = number(sides[0]), let height = number(sides[1]),
            width > 0, height > 0, width <= longestSide, height <= longestSide
        else { return nil }
        return CGSize(width: width, height: height)
    }

    /// A point such as `0.5,1`, both coordinates from 0 to 1.
    static func unitPoint(_ text: some StringProtocol) -> CGPoint? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let x = number(parts[0]), let y = number(parts[1]), x <= 1, y <= 1
        else { return nil }
        return CGPoint(x: x, y: y)
    }
}
