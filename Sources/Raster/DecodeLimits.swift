import Locking

/// How much an image may ask for before it is refused.
///
/// A few hundred bytes of file can claim billions of pixels. Decoders compare the header with these
/// limits before they allocate anything.
public struct DecodeLimits: Hashable, Sendable {
    /// Most pixels to decode, summed over all frames.
    ///
    /// Thin pictures take more memory than they have pixels, so a side below 16 counts as 16, and
    /// below 64 as 64 in a picture of one frame; up to four million pixels counted that way are
    /// always granted. Default 50,000,000 (200 MB of bitmap, a side of 781,250 pixels).
    public var maxPixels: Int
    /// Most frames of an animation.
    ///
    /// Default 10,000.
    public var maxFrames: Int
    /// Largest encoded input in bytes.
    ///
    /// Default 512 MiB.
    public var maxBytes: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - maxPixels: Most pixels to decode, summed over all frames.
    ///   - maxFrames: Most frames of an animation.
    ///   - maxBytes: Largest encoded input in bytes.
    public init(
        maxPixels: Int = 50_000_000, maxFrames: Int = 10_000, maxBytes: Int = 512 << 20
    ) {
        self.maxPixels = maxPixels
        self.maxFrames = maxFrames
        self.maxBytes = maxBytes
    }

    private static let shared = Locked(DecodeLimits())

    /// The limits that apply where none are given.
    ///
    /// Safe to read and set from any thread. A change is seen by decodes that start afterwards.
    public static var `default`: DecodeLimits {
        get { shared.withLock { $0 } }
        set { shared.withLock { $0 = newValue } }
    }
}
