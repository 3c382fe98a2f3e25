public import Foundation

/// Makes a small image of a large one without decoding all of it.
///
/// Of the size only the larger side counts: the longer side of the result has at most
/// `max(width, height) * scaleFactor` pixels, the other follows the shape of the image. Nothing is
/// enlarged, and a size that is not above zero stands for full size. Use it with
/// `.scaleFactor(_:)`, and with `.cacheOriginalImage` where other sizes will follow.
public struct DownsamplingImageProcessor: ImageProcessor {
    /// The wanted size in points.
    public let size: CGSize
    /// Names the processor and its parameters.
    public let identifier: String

    /// Creates a processor.
    ///
    /// - Parameter size: The wanted size in points, of which only the larger side counts.
    public init(size: CGSize) {
        self.size = size
        identifier =
            "com.onevcat.Kingfisher.DownsamplingImageProcessor(\(IdentifierText.size(size)))"
    }

    /// The reduced image, upright and still, at the scale of the request; nil for no image.
    public func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        switch item {
        case .image(let image):
            try? image.kf.downsampled(to: size, scale: options.scaleFactor)
        case .data(let data):
            options.decoding {
                KingfisherWrapper.downsampledImage(
                    data: data, to: size, scale: options.scaleFactor,
                    limits: options.decodeLimits ?? .default)
            }
        }
    }
}
