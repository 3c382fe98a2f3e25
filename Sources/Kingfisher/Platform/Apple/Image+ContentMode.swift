#if os(iOS) || os(tvOS) || os(visionOS)
import UIKit

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The image resized as a view would show it.
    ///
    /// - Parameters:
    ///   - size: Size of the view in points.
    ///   - contentMode: How the view places images; all but the two that keep the aspect stretch.
    /// - Returns: As ``resize(to:for:)``.
    func resize(to size: CGSize, for contentMode: UIView.ContentMode) -> KFCrossPlatformImage {
        switch contentMode {
        case .scaleAspectFit: resize(to: size, for: ContentMode.aspectFit)
        case .scaleAspectFill: resize(to: size, for: ContentMode.aspectFill)
        default: resize(to: size)
        }
    }
}
#endif
