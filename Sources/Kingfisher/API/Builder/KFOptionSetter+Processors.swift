public import Foundation

extension KFOptionSetter {
    /// Rounds the corners.
    ///
    /// See ``RoundCornerImageProcessor`` for the parameters.
    public func roundCorner(
        radius: Radius, targetSize: CGSize? = nil, roundingCorners: RectCorner = .all,
        backgroundColor: KFCrossPlatformColor? = nil
    ) -> Self {
        appendProcessor(
            RoundCornerImageProcessor(
                radius: radius, targetSize: targetSize, roundingCorners: roundingCorners,
                backgroundColor: backgroundColor))
    }

    /// Blurs the image.
    ///
    /// - Parameter radius: The radius in points.
    /// - Returns: The changed setter.
    public func blur(radius: CGFloat) -> Self {
        appendProcessor(BlurImageProcessor(blurRadius: radius))
    }

    /// Lays a colour over the image.
    ///
    /// - Parameters:
    ///   - color: The colour.
    ///   - fraction: How much of the image stays, 0 to 1. Default 0.5.
    /// - Returns: The changed setter.
    public func overlay(color: KFCrossPlatformColor, fraction: CGFloat = 0.5) -> Self {
        appendProcessor(OverlayImageProcessor(overlay: color, fraction: fraction))
    }

    /// Tints the image.
    ///
    /// - Parameter color: The colour.
    /// - Returns: The changed setter.
    public func tint(color: KFCrossPlatformColor) -> Self {
        appendProcessor(TintImageProcessor(tint: color))
    }

    /// Turns the image to black and white.
    public func blackWhite() -> Self {
        appendProcessor(BlackWhiteProcessor())
    }

    /// Cuts a rectangle out of the image.
    ///
    /// - Parameters:
    ///   - size: The size in points.
    ///   - anchor: Where the rectangle lies, 0 to 1 on each axis. Default the middle.
    /// - Returns: The changed setter.
    public func cropping(size: CGSize, anchor: CGPoint = .init(x: 0.5, y: 0.5)) -> Self {
        appendProcessor(CroppingImageProcessor(size: size, anchor: anchor))
    }

    /// Decodes the image no larger than needed.
    ///
    /// It takes the place of the default processor, since there is nothing to be gained from
    /// decoding in full first.
    ///
    /// - Parameter size: The size in points.
    /// - Returns: The changed setter.
    public func downsampling(size: CGSize) -> Self {
        let processor = DownsamplingImageProcessor(size: size)
        return options.processor == DefaultImageProcessor.default
            ? setProcessor(processor) : appendProcessor(processor)
    }

    /// Changes the size of the image.
    ///
    /// - Parameters:
    ///   - referenceSize: The size in points.
    ///   - mode: How the image fits into it. Default ``ContentMode/none``, which stretches.
    /// - Returns: The changed setter.
    public func resizing(referenceSize: CGSize, mode: ContentMode = .none) -> Self {
        appendProcessor(ResizingImageProcessor(referenceSize: referenceSize, mode: mode))
    }
}
