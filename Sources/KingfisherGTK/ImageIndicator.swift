import Foundation
import Kingfisher

/// An image that is seen as long as at least one load is under way.
@MainActor
final class ImageIndicator: Indicator {
    let view: IndicatorView

    private var loads = OverlapCounter()

    /// Creates an indicator, or nil if the data cannot be decoded.
    ///
    /// - Parameter data: An encoded image.
    init?(imageData data: Data) {
        guard let image = RasterImage(data: data) else { return nil }
        let imageView = GTKImageView(image: image)
        imageView.contentFit = GTK_CONTENT_FIT_SCALE_DOWN
        view = imageView
    }

    func startAnimatingView() {
        if loads.begin() { view.isHidden = false }
    }

    func stopAnimatingView() {
        if loads.end() { view.isHidden = true }
    }
}
