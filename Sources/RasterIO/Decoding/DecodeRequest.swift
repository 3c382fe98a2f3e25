public import Raster

/// What a codec is asked to produce.
public struct DecodeRequest: Hashable, Sendable {
    /// Longest displayed side of the result in pixels, nil for full size.
    ///
    /// Never enlarges.
    public var maxPixelSize: Int?
    /// How much the picture may ask for.
    public var limits: DecodeLimits
    /// Whether a picture whose data ends early is decoded as far as it goes.
    ///
    /// Default false.
    public var allowsIncomplete: Bool

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - maxPixelSize: Longest displayed side of the result in pixels, nil for full size.
    ///   - limits: How much the picture may ask for.
    ///   - allowsIncomplete: Whether a picture whose data ends early is decoded as far as it goes.
    public init(
        maxPixelSize: Int? = nil, limits: DecodeLimits = .default, allowsIncomplete: Bool = false
    ) {
        self.maxPixelSize = maxPixelSize
        self.limits = limits
        self.allowsIncomplete = allowsIncomplete
    }

    /// The size that a picture of `width` × `height` pixels is to be delivered in.
    ///
    /// The longer side is at most ``maxPixelSize``, the shorter one keeps the aspect and is at
    /// least 1. Without a maximum, or where it is not exceeded, the size itself.
    public func targetSize(width: Int, height: Int) -> (width: Int, height: Int) {
        let long = max(width, height)
        guard let maxPixelSize, maxPixelSize < long, long > 0 else { return (width, height) }
        let limit = max(1, maxPixelSize)
        let short = max(
            1, Int((Double(min(width, height)) * Double(limit) / Double(long)).rounded()))
        return width >= height ? (limit, short) : (short, limit)
    }
}
