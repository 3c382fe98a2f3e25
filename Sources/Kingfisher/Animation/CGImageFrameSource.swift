import Foundation
#if canImport(ImageIO)
import ImageIO
#endif

/// The frames of an image source of the platform.
struct CGImageFrameSource: ImageFrameSource {
    let data: Data?
    /// The source that decodes the frames.
    let imageSource: CGImageSource
    private let limits: DecodeLimits

    /// Wraps a source; without `data` copies share it.
    init(data: Data?, imageSource: CGImageSource, limits: DecodeLimits = .default) {
        self.data = data
        self.imageSource = imageSource
        self.limits = limits
    }

    /// Opens data, still or animated; fails when it is no image or exceeds the limits.
    ///
    /// - Parameters:
    ///   - data: The encoded bytes of an image.
    ///   - limits: How much all frames together may ask for.
    ///   - firstFrameOnly: Whether the others are never asked for; then only the first one counts.
    init?(data: Data, limits: DecodeLimits = .default, firstFrameOnly: Bool = false) {
        let imageSource = PlatformImageSource.source(
            of: data, limits: limits, firstFrameOnly: firstFrameOnly)
        guard let imageSource else { return nil }
        self.init(data: data, imageSource: imageSource, limits: limits)
    }

    var frameCount: Int { PlatformImageSource.frameCount(of: imageSource) }

    func frame(at index: Int, maxSize: CGSize?) -> CGImage? {
        PlatformImageSource.frame(
            of: imageSource, at: index, maxPixelSize: maxSize.flatMap(Self.maxPixelSize))
    }

    func duration(at index: Int) -> TimeInterval {
        GIFAnimatedImage.getFrameDuration(from: imageSource, at: index)
    }

    func copy() -> CGImageFrameSource {
        data.flatMap { CGImageFrameSource(data: $0, limits: limits) } ?? self
    }

    /// The longer side in pixels, nil for a size that is no limit.
    private static func maxPixelSize(_ size: CGSize) -> Int? {
        let side = max(size.width, size.height)
        // Also false when the side is not a number.
        guard side > 0, side < CGFloat(Int32.max) else { return nil }
        return max(1, Int(side))
    }
}
