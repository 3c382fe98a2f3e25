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
    /// JPEG, PNG that is not interlaced, and TIFF are, from their first row on: what is missing is
    /// grey in a JPEG, otherwise white, or transparent in pictures with alpha. Of a PNG the last few
    /// kilobytes that came may count as missing. For other formats it stays an error. Default false.
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
        guard let maxPixelSize else { return (width, height) }
        let size = PixelSize(width: width, height: height)
            .reduced(maxPixelSize: max(1, maxPixelSize))
        return (size.width, size.height)
    }
}
