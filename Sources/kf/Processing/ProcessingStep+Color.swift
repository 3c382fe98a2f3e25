import Foundation
import Kingfisher

/// Reading the options that change the colours of a picture.
extension ProcessingStep {
    /// Reads the value of `--border`: `WIDTH[:COLOR[:R[@CORNERS]]]`.
    static func border(parsing text: String) throws(UsageError) -> ProcessingStep {
        let parts = try fields(text, atMost: 3, of: "border")
        return .border(
            width: try length(parts[0], of: "border", what: "width"),
            try parts.count > 1 ? color(parts[1], of: "border") : .black,
            try parts.count > 2 ? CornerRounding.parse(parts[2], of: "border") : .none)
    }

    /// Reads the value of `--blur`: a radius above 0.
    static func blur(parsing text: String) throws(UsageError) -> ProcessingStep {
        .blur(try length(text, of: "blur", what: "radius"))
    }

    /// Reads the value of `--overlay`: `COLOR[:FRACTION]`.
    static func overlay(parsing text: String) throws(UsageError) -> ProcessingStep {
        let parts = try fields(text, atMost: 2, of: "overlay")
        return .overlay(
            try color(parts[0], of: "overlay"),
            fraction: try parts.count > 1 ? unit(parts[1], of: "overlay", what: "fraction") : 0.5)
    }

    /// Reads the value of `--tint`: a colour.
    static func tint(parsing text: String) throws(UsageError) -> ProcessingStep {
        .tint(try color(text, of: "tint"))
    }

    /// Reads the value of `--color-controls`: `BRIGHTNESS,CONTRAST,SATURATION,EV`.
    static func colorControls(parsing text: String) throws(UsageError) -> ProcessingStep {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = fields.compactMap { ArgumentValue.signedNumber($0) }
        guard numbers.count == 4, fields.count == 4 else {
            throw UsageError(
                """
                --color-controls \(text): write four numbers, BRIGHTNESS,CONTRAST,SATURATION,EV; \
                0,1,1,0 changes nothing.
                """)
        }
        return .colorControls(
            brightness: numbers[0], contrast: numbers[1], saturation: numbers[2],
            exposure: numbers[3])
    }

    /// Reads the value of `--blend`: `MODE[:ALPHA[:BACKGROUND]]`.
    static func blend(parsing text: String) throws(UsageError) -> ProcessingStep {
        let parts = try fields(text, atMost: 3, of: "blend")
        let mode = try choice(parts[0], from: CGBlendMode.allCases, of: "blend")
        let (alpha, background) = try alphaAndBackground(parts, of: "blend")
        return .blend(mode, alpha: alpha, background: background)
    }

    /// Reads the value of `--composite`: `OPERATION[:ALPHA[:BACKGROUND]]`.
    static func composite(parsing text: String) throws(UsageError) -> ProcessingStep {
        let parts = try fields(text, atMost: 3, of: "composite")
        let operation = try choice(
            parts[0], from: NSCompositingOperation.allCases, of: "composite")
        let (alpha, background) = try alphaAndBackground(parts, of: "composite")
        return .composite(operation, alpha: alpha, background: background)
    }

    /// The name of a mode or operation on the command line: `colorDodge` is `color-dodge`.
    static func optionName(of value: some Any) -> String {
        "\(value)".reduce(into: "") { name, letter in
            name += letter.isUppercase ? "-" + letter.lowercased() : String(letter)
        }
    }

    private static func choice<Value>(
        _ text: Substring, from values: [Value], of option: String
    ) throws(UsageError) -> Value {
        if let value = values.first(where: { optionName(of: $0) == text }) { return value }
        let names = values.map(optionName).joined(separator: ", ")
        throw UsageError("--\(option) \(text): there are \(names).")
    }

    private static func alphaAndBackground(
        _ parts: [Substring], of option: String
    ) throws(UsageError) -> (Double, RasterColor?) {
        (
            try parts.count > 1 ? unit(parts[1], of: option, what: "alpha") : 1,
            try parts.count > 2 ? color(parts[2], of: option) : nil
        )
    }

    static func fields(
        _ text: String, atMost count: Int, of option: String
    ) throws(UsageError) -> [Substring] {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...count).contains(parts.count) else {
            throw UsageError("--\(option) \(text): at most \(count) values with ':' between them.")
        }
        return parts
    }

    static func color(
        _ text: some StringProtocol, of option: String
    ) throws(UsageError) -> RasterColor {
        guard let color = ArgumentValue.color(text) else {
            throw UsageError(
                "--\(option) \(text): a colour is a name such as red, or #RGB, #RRGGBB, #RRGGBBAA.")
        }
        return color
    }

    private static func unit(
        _ text: Substring, of option: String, what: String
    ) throws(UsageError) -> Double {
        guard let number = ArgumentValue.number(text), number <= 1 else {
            throw UsageError("--\(option): the \(what) \(text) must be a number from 0 to 1.")
        }
        return number
    }
}
