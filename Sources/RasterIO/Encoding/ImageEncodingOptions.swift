/// How a picture is encoded.
public struct ImageEncodingOptions: Hashable, Sendable {
    /// Quality of lossy formats, 0 (smallest) to 1 (best).
    ///
    /// Default 0.9. Values outside are clamped, and a value that is not a number counts as the
    /// default.
    public var quality: Double {
        didSet { quality = ImageEncodingOptions.clamped(quality) }
    }
    /// Whether formats that can do both encode without loss.
    ///
    /// Default false.
    public var lossless: Bool

    /// Creates options.
    ///
    /// - Parameters:
    ///   - quality: Quality of lossy formats, 0…1.
    ///   - lossless: Whether formats that can do both encode without loss.
    public init(quality: Double = 0.9, lossless: Bool = false) {
        self.quality = ImageEncodingOptions.clamped(quality)
        self.lossless = lossless
    }

    private static func clamped(_ quality: Double) -> Double {
        quality.isNaN ? 0.9 : min(max(quality, 0), 1)
    }
}
