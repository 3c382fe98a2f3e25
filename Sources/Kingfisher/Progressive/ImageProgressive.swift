public import Foundation

/// How a progressive JPEG is shown while it is downloaded.
///
/// Given by ``KingfisherOptionsInfoItem/progressiveJPEG(_:)``. Each scan that is complete makes an
/// image through the request's processor, on the request's processing queue. Views show it; it is never
/// cached. Baseline JPEG and other formats make no such images.
public struct ImageProgressive: Sendable {
    /// What becomes of an image that is not complete yet.
    public enum UpdatingStrategy {
        /// The view shows it.
        case `default`
        /// The view goes on showing what it shows.
        case keepCurrent
        /// The view shows another image, or nothing for nil.
        case replace(KFCrossPlatformImage?)
    }

    /// Whether early scans are blurred, which hides their blocks.
    ///
    /// Default true. The first image is blurred most, and none from the sixth scan on.
    public var isBlur: Bool

    /// Whether of several scans that arrived only the latest makes an image.
    ///
    /// Default true.
    public var isFastestScan: Bool

    /// The least time between the end of one image and the start of the next, in seconds.
    ///
    /// Default 0.
    public var scanInterval: TimeInterval

    /// Asked on the main queue before an image is shown.
    ///
    /// Copies of the value share it. Without a view to show the image it is called all the same, and
    /// its answer means nothing.
    public let onImageUpdated = Delegate<KFCrossPlatformImage, UpdatingStrategy>()

    /// Shows the latest scan, early ones blurred, as soon as it is there.
    public init() {
        self.init(isBlur: true, isFastestScan: true, scanInterval: 0)
    }

    /// Says how scans are shown.
    ///
    /// - Parameters:
    ///   - isBlur: Whether early scans are blurred.
    ///   - isFastestScan: Whether of several scans that arrived only the latest makes an image.
    ///   - scanInterval: The least time between two images, in seconds.
    public init(isBlur: Bool, isFastestScan: Bool, scanInterval: TimeInterval) {
        self.isBlur = isBlur
        self.isFastestScan = isFastestScan
        self.scanInterval = scanInterval
    }
}
