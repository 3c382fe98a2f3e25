import Foundation

/// The text of numbers and sizes in the identifiers of processors.
///
/// Identifiers are part of cache keys, thus the text has to be the same on every platform and in
/// every locale; descriptions of system types are not.
enum IdentifierText {
    /// The shortest text that reads back as the same number: `10.0`, `0.5`.
    static func number(_ value: CGFloat) -> String { Double(value).description }

    /// `(100.0, 50.5)`.
    static func size(_ size: CGSize) -> String { "(\(number(size.width)), \(number(size.height)))" }

    /// `(0.5, 1.0)`.
    static func point(_ point: CGPoint) -> String { "(\(number(point.x)), \(number(point.y)))" }
}

extension KFCrossPlatformColor {
    /// The components with two decimals each: `(1.00,0.00,0.00,1.00)`.
    ///
    /// They are those of extended sRGB, opacity last, and may lie outside 0…1.
    var rgbaDescription: String {
        let (r, g, b, a) = rgba
        let numbers = [r, g, b, a].map { Self.twoDecimals(Double($0)) }
        return "(\(numbers.joined(separator: ",")))"
    }

    private static func twoDecimals(_ value: Double) -> String {
        String(format: "%.2f", locale: Locale(identifier: "en_US_POSIX"), value)
    }

    /// The colour in terms of the pixel layer.
    var rasterColor: RasterColor {
        let (r, g, b, a) = rgba
        return RasterColor(red: r, green: g, blue: b, alpha: a)
    }
}
