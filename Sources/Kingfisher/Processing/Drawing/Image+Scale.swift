public import Foundation

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The same pixels at another scale, so that the size in points changes.
    ///
    /// - Parameter scale: Pixels for each point.
    /// - Returns: The image itself when it has that scale or no pixels; else a new still image with
    ///   the same orientation.
    public func scaled(to scale: CGFloat) -> KFCrossPlatformImage {
        guard scale != self.scale else { return base }
        return (try? rewrapped(scale: scale)) ?? base
    }

    /// The image turned upright.
    ///
    /// The size in points stays. The image itself where it is upright, animated or without pixels.
    public var normalized: KFCrossPlatformImage {
        guard !hasFrames, base.bitmapOrientation != .up else { return base }
        return (try? redrawn { $0 }) ?? base
    }
}
