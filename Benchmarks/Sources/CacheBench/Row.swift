import Foundation

/// One line of the report: what was measured, against what, and what is wanted.
struct Row: Codable {
    /// What is compared, for example `memory hit / locked dictionary`.
    let name: String
    /// The measured value: a ratio unless `unit` says otherwise.
    let value: Double
    /// What the value counts: `×` for ratios, else for example `ms`.
    let unit: String
    /// What is wanted, for example `< 3`; empty without a wish.
    let target: String
    /// Whether the wish is met.
    let isMet: Bool

    static func atMost(_ limit: Double, _ name: String, _ value: Double, unit: String = "×") -> Row
    {
        Row(
            name: name, value: value, unit: unit, target: "≤ \(limit.formatted)",
            isMet: value <= limit)
    }

    static func atLeast(_ limit: Double, _ name: String, _ value: Double, unit: String = "×") -> Row
    {
        Row(
            name: name, value: value, unit: unit, target: "≥ \(limit.formatted)",
            isMet: value >= limit)
    }

    static func note(_ name: String, _ value: Double, unit: String) -> Row {
        Row(name: name, value: value, unit: unit, target: "", isMet: true)
    }

    var line: String {
        let padded = name.padding(toLength: 64, withPad: " ", startingAt: 0)
        return padded + value.formatted.leftPadded(10) + " " + unit.leftPadded(2)
            + "  " + target.leftPadded(8) + (isMet ? "" : "  missed")
    }
}

extension Double {
    var formatted: String {
        self >= 100 ? String(format: "%.0f", self) : String(format: "%.2f", self)
    }
}

extension String {
    fileprivate func leftPadded(_ length: Int) -> String {
        String(repeating: " ", count: max(0, length - count)) + self
    }
}
