#if !os(watchOS)
import Foundation

/// A processor that only applies a filter.
///
/// Named after Core Image, which filters are made of on Apple's platforms; on Linux they are made
/// of functions on bitmaps.
public protocol CIImageProcessor: ImageProcessor {
    /// The filter.
    var filter: Filter { get }
}

extension CIImageProcessor {
    /// The filtered image, at its own scale; nil for data that is no image.
    ///
    /// Where the filter gives no picture the image comes back as it was.
    public func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        switch item {
        case .image(let image): image.kf.apply(filter)
        case .data:
            DefaultImageProcessor.default.process(item: item, options: options)?.kf.apply(filter)
        }
    }
}
#endif
