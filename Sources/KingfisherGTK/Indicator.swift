public import Foundation

/// Shows that an image view is loading.
///
/// Started and stopped once for each load, so calls of overlapping loads interleave.
@MainActor
public protocol Indicator: Sendable {
    /// Called when a load begins, to show ``view``.
    func startAnimatingView()

    /// Called when a load ends, to hide ``view``.
    func stopAnimatingView()

    /// How far from the centre of the image view ``view`` stands, in points. Default zero.
    var centerOffset: CGPoint { get }

    /// What is shown on top of the image view.
    var view: IndicatorView { get }

    /// How large ``view`` is. Default ``IndicatorSizeStrategy/full``.
    func sizeStrategy(in imageView: KFCrossPlatformImageView) -> IndicatorSizeStrategy
}

extension Indicator {
    /// Zero: in the middle.
    public var centerOffset: CGPoint { .zero }

    /// As large as the image view.
    public func sizeStrategy(in imageView: KFCrossPlatformImageView) -> IndicatorSizeStrategy {
        .full
    }
}

/// The indicators that an image view can have.
public enum IndicatorType {
    /// No indicator.
    case none
    /// A spinner.
    case activity
    /// An image, given as encoded data. Data that cannot be decoded makes no indicator.
    case image(imageData: Data)
    /// An indicator of one's own.
    case custom(indicator: any Indicator)
}

/// The size of an indicator's view.
public enum IndicatorSizeStrategy {
    /// Its own size.
    case intrinsicSize
    /// The size of the image view.
    case full
    /// A fixed size in points.
    case size(CGSize)
}
