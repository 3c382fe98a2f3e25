#if os(Linux)
public import Foundation

/// Pixels of a picture or a frame; a bitmap on Linux.
public typealias CGImage = Bitmap

/// An encoded image, still or animated, whose frames are decoded when asked for.
///
/// Stands where ImageIO's type of this name stands on Apple platforms. Safe to use from any thread.
public final class CGImageSource: Sendable {
    /// Number of frames, 1 for a still image.
    public let frameCount: Int
    private let data: Data
    private let animation: (any AnimatedImageSource)?
    private let limits: DecodeLimits

    /// Opens encoded bytes.
    ///
    /// Fails for data that is no image or exceeds the default limits.
    ///
    /// - Parameter data: The encoded bytes of an image.
    public convenience init?(data: Data) {
        self.init(data: data, limits: .default)
    }

    /// Opens encoded bytes; fails for data that is no image or exceeds the limits.
    ///
    /// - Parameters:
    ///   - data: The encoded bytes of an image.
    ///   - limits: How much all frames together may ask for.
    ///   - firstFrameOnly: Whether the others are never asked for; then only the first one counts.
    init?(data: Data, limits: DecodeLimits, firstFrameOnly: Bool = false) {
        do {
            animation =
                firstFrameOnly ? nil : try ImageDecoder.animation(in: data, limits: limits)
            frameCount = try animation?.frameCount ?? ImageDecoder.header(of: data).frameCount
        } catch {
            return nil
        }
        self.data = data
        self.limits = limits
    }

    /// How often the animation plays as the file says, 0 for without end or a still image.
    var loopCount: Int { animation?.loopCount ?? 0 }

    /// Seconds that a frame is shown as the file says; nil out of range, 0 for a still image.
    func duration(at index: Int) -> TimeInterval? {
        guard let animation else { return index == 0 ? 0 : nil }
        return animation.duration(at: index)
    }

    /// Decodes a frame; nil out of range or for damaged data.
    func frame(at index: Int, maxPixelSize: Int?) -> Bitmap? {
        guard let animation else {
            guard index == 0 else { return nil }
            return try? ImageDecoder.decode(data, maxPixelSize: maxPixelSize, limits: limits)
        }
        return try? animation.frame(at: index, maxPixelSize: maxPixelSize)
    }
}

/// Opens encoded bytes.
///
/// - Parameters:
///   - data: The encoded bytes of an image.
///   - options: For the likeness to ImageIO; not looked at.
/// - Returns: The source, or nil for data that is no image.
public func CGImageSourceCreateWithData(_ data: Data, _ options: [String: Any]?) -> CGImageSource? {
    CGImageSource(data: data)
}

/// What the frame code needs of an image source; each platform has its own.
enum PlatformImageSource {
    /// Opens data; nil when it is no image or exceeds the limits.
    static func source(
        of data: Data, limits: DecodeLimits, firstFrameOnly: Bool
    ) -> CGImageSource? {
        CGImageSource(data: data, limits: limits, firstFrameOnly: firstFrameOnly)
    }

    /// Whether data holds several frames in a format other than GIF.
    static func isAnimated(_ data: Data) -> Bool {
        (try? ImageDecoder.frameCount(of: data)) ?? 1 > 1
    }

    /// Number of frames.
    static func frameCount(of source: CGImageSource) -> Int { source.frameCount }

    /// Decodes a frame whose longer side has at most `maxPixelSize` pixels.
    static func frame(of source: CGImageSource, at index: Int, maxPixelSize: Int?) -> CGImage? {
        source.frame(at: index, maxPixelSize: maxPixelSize)
    }

    /// How often the animation plays as the file says, 0 for without end.
    static func loopCount(of source: CGImageSource) -> Int { source.loopCount }

    /// Seconds in the file; nil when there is no such frame.
    static func duration(of source: CGImageSource, at index: Int) -> TimeInterval? {
        source.duration(at: index)
    }
}
#endif
