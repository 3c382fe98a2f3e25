#if canImport(CoreGraphics)
public import CoreGraphics

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The image with its pixels decoded by drawing them into a context.
    ///
    /// - Parameter context: What to draw into, from its origin, as large as the image is in points. What
    ///   it holds then becomes the result.
    /// - Returns: An image with the scale and orientation of this one; the image itself when it is
    ///   animated, has no pixels, or the context gives none.
    public func decoded(on context: CGContext) -> KFCrossPlatformImage {
        guard !hasFrames, !isAnimated, let pixels = cgImage else { return base }
        let size = CGSize(
            width: CGFloat(pixels.width) / scale, height: CGFloat(pixels.height) / scale)
        context.draw(pixels, in: CGRect(origin: .zero, size: size))
        guard let decoded = context.makeImage() else { return base }
        return Self.image(cgImage: decoded, scale: scale, refImage: base)
    }
}
#endif
