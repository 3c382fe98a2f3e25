import Foundation

/// Reading the options that change the shape of a picture.
extension ProcessingStep {
    /// Reads the value of `--downsample`: `WxH`.
    static func downsample(parsing text: String) throws(UsageError) -> ProcessingStep {
        .downsample(try size(text, of: "downsample", form: "WxH"))
    }

    /// Reads the value of `--resize`: `WxH` or `WxH:fit`, `WxH:fill`, `WxH:none`.
    static func resize(parsing text: String) throws(UsageError) -> ProcessingStep {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let size = try size(parts.first ?? "", of: "resize", form: "WxH[:fit|fill|none]")
        guard parts.count > 1 else { return .resize(size, .none) }
        guard let mode = ResizeMode(rawValue: String(parts[1])) else {
            throw UsageError("--resize \(text): the mode must be fit, fill or none.")
        }
        return .resize(size, mode)
    }

    /// Reads the value of `--crop`: `WxH` or `WxH@AX,AY`.
    static func crop(parsing text: String) throws(UsageError) -> ProcessingStep {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let size = try size(parts.first ?? "", of: "crop", form: "WxH[@AX,AY]")
        guard parts.count > 1 else { return .crop(size, anchor: CGPoint(x: 0.5, y: 0.5)) }
        guard let anchor = ArgumentValue.unitPoint(parts[1]) else {
            throw UsageError("--crop \(text): the anchor must be two numbers from 0 to 1: 0.5,0.5.")
        }
        return .crop(size, anchor: anchor)
    }

    /// Reads the value of `--round-corner`: `R[@CORNERS][:COLOR[:WxH]]`.
    static func roundCorner(parsing text: String) throws(UsageError) -> ProcessingStep {
        let parts = try fields(text, atMost: 3, of: "round-corner")
        return .roundCorner(
            try CornerRounding.parse(parts[0], of: "round-corner"),
            background: try parts.count > 1 ? color(parts[1], of: "round-corner") : nil,
            size: try parts.count > 2
                ? size(parts[2], of: "round-corner", form: "R[@CORNERS]:COLOR:WxH") : nil)
    }

    /// A length in points above 0.
    static func length(
        _ text: some StringProtocol, of option: String, what: String
    ) throws(UsageError) -> Double {
        guard let length = ArgumentValue.number(text), length > 0,
            length <= ArgumentValue.longestSide
        else {
            throw UsageError("--\(option) \(text): the \(what) must be a number above 0.")
        }
        return length
    }

    private static func size(
        _ text: some StringProtocol, of option: String, form: String
    ) throws(UsageError) -> CGSize {
        guard let size = ArgumentValue.size(text) else {
            throw UsageError(
                """
                --\(option) \(text): write the size as \(form) with both sides above 0 \
                and at most \(Int(ArgumentValue.longestSide)).
                """)
        }
        return size
    }
}
