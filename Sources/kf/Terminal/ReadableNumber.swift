import Foundation

/// Numbers as people read them.
enum ReadableNumber {
    /// Bytes with a decimal unit: `812 B`, `81.0 kB`, `3.4 MB`.
    static func bytes(_ count: Int) -> String {
        guard count >= 1_000 else { return "\(count) B" }
        var value = Double(count) / 1_000
        var unit = "kB"
        for larger in ["MB", "GB", "TB"] where value >= 999.95 {
            value /= 1_000
            unit = larger
        }
        return "\(fixed(value, digits: 1)) \(unit)"
    }

    /// Seconds: `0.4 ms`, `12 ms`, `1.25 s`.
    static func seconds(_ seconds: Double) -> String {
        let milliseconds = seconds * 1_000
        if milliseconds < 9.95 { return "\(fixed(milliseconds, digits: 1)) ms" }
        if milliseconds < 999.5 { return "\(fixed(milliseconds, digits: 0)) ms" }
        return "\(fixed(seconds, digits: 2)) s"
    }

    private static func fixed(_ value: Double, digits: Int) -> String {
        String(format: "%.\(digits)f", value)
    }
}
