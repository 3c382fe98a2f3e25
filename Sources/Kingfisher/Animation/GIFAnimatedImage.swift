public import Foundation
#if canImport(ImageIO)
public import ImageIO
#endif

/// The frames of an animation, decoded all at once, and the rule for how long each is shown.
public class GIFAnimatedImage {
    /// The frames in order.
    let images: [KFCrossPlatformImage]
    /// Seconds that one loop takes; without end for a single frame.
    let duration: TimeInterval
    /// Seconds that each frame is shown.
    let durations: [TimeInterval]

    /// Decodes the frames of a source, with ``ImageCreatingOptions/onlyFirstFrame`` just the first.
    ///
    /// Ends before the first frame that cannot be decoded, and fails when that is the first of all.
    init?(from source: any ImageFrameSource, options: ImageCreatingOptions) {
        var images: [KFCrossPlatformImage] = []
        for index in 0..<(options.onlyFirstFrame ? 1 : source.frameCount) {
            guard let frame = source.frame(at: index) else { break }
            images.append(.init(bitmap: frame, scale: options.scale))
        }
        guard !images.isEmpty else { return nil }
        self.images = images
        durations = images.indices.map(source.duration)
        duration = options.onlyFirstFrame ? 0 : source.loopDuration(of: images.count)
    }

    /// Seconds for frames that do not say how long they are shown, or hardly any time at all.
    ///
    /// Files with such times are made to be slowed down like this: every browser does.
    static let defaultFrameDuration: TimeInterval = 0.1

    /// The time that a frame is really shown for.
    ///
    /// - Parameter seconds: The time in the file.
    /// - Returns: The same time above 11 milliseconds, else a tenth of a second.
    static func shownDuration(_ seconds: TimeInterval) -> TimeInterval {
        seconds > 0.011 && seconds.isFinite ? seconds : defaultFrameDuration
    }

    /// How long a GIF frame with these properties is shown.
    ///
    /// - Parameter gifInfo: The GIF properties of a frame; looked at are `UnclampedDelayTime` and
    ///   then `DelayTime`, in seconds.
    /// - Returns: Seconds; 0.1 without properties or for times up to 11 milliseconds.
    public static func getFrameDuration(from gifInfo: [String: Any]?) -> TimeInterval {
        let delay = gifInfo?["UnclampedDelayTime"] ?? gifInfo?["DelayTime"]
        guard let seconds = (delay as? NSNumber)?.doubleValue ?? delay as? Double else {
            return defaultFrameDuration
        }
        return shownDuration(seconds)
    }

    /// How long a frame of an image source is shown.
    ///
    /// - Parameters:
    ///   - imageSource: The source.
    ///   - index: Which frame.
    /// - Returns: Seconds; 0 when there is no such frame.
    public static func getFrameDuration(
        from imageSource: CGImageSource, at index: Int
    ) -> TimeInterval {
        PlatformImageSource.duration(of: imageSource, at: index).map(shownDuration) ?? 0
    }
}
