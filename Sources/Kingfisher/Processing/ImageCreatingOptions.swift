public import Foundation

/// How an image is made from encoded bytes.
public struct ImageCreatingOptions: Equatable, Sendable {
    /// Pixels for each point.
    ///
    /// Default 1.
    public var scale: CGFloat
    /// Seconds that one loop of an animation takes.
    ///
    /// Default 0, which takes the times of the frames, like any value not above 0.
    public var duration: TimeInterval
    /// Whether all frames of an animation are decoded at once.
    ///
    /// Default false.
    public var preloadAll: Bool
    /// Whether only the first frame of an animation is decoded.
    ///
    /// Default false. Wins over ``preloadAll``.
    public var onlyFirstFrame: Bool
    /// How much the image may ask for; nil takes the default limits.
    ///
    /// Decides whether there is an image, not what it looks like, so it does not count in comparisons.
    var decodeLimits: DecodeLimits?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - scale: Pixels for each point.
    ///   - duration: Seconds that one loop takes; 0 takes the times of the frames.
    ///   - preloadAll: Whether all frames are decoded at once.
    ///   - onlyFirstFrame: Whether only the first frame is decoded.
    public init(
        scale: CGFloat = 1.0, duration: TimeInterval = 0.0, preloadAll: Bool = false,
        onlyFirstFrame: Bool = false
    ) {
        self.scale = scale
        self.duration = duration
        self.preloadAll = preloadAll
        self.onlyFirstFrame = onlyFirstFrame
    }

    /// Whether both make the same image of the same data.
    public static func == (left: ImageCreatingOptions, right: ImageCreatingOptions) -> Bool {
        left.scale == right.scale && left.duration == right.duration
            && left.preloadAll == right.preloadAll && left.onlyFirstFrame == right.onlyFirstFrame
    }
}

extension KingfisherParsedOptionsInfo {
    /// How a request makes images of data.
    var imageCreatingOptions: ImageCreatingOptions {
        var options = ImageCreatingOptions(
            scale: scaleFactor, preloadAll: preloadAllAnimationData,
            onlyFirstFrame: onlyLoadFirstFrame)
        options.decodeLimits = decodeLimits
        return options
    }
}
