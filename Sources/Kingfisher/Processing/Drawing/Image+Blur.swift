public import Foundation

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The image blurred, nearly like with a Gaussian.
    ///
    /// The time does not depend on the radius.
    ///
    /// - Parameter radius: In pixels; radii not above 0 do not blur.
    /// - Returns: A new still image with the same size, scale and orientation; the image itself
    ///   when it has no pixels.
    public func blurred(withRadius radius: CGFloat) -> KFCrossPlatformImage {
        (try? blurredImage(radius: radius)) ?? base
    }

    /// ``blurred(withRadius:)``, with its errors.
    func blurredImage(radius: CGFloat) throws -> KFCrossPlatformImage {
        try rewrapped { try $0.blurred(BoxBlur(radius: Double(radius))) }
    }
}
