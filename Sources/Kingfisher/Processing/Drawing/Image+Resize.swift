public import Foundation

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The image stretched to a size.
    ///
    /// - Parameter size: The size in points.
    /// - Returns: A new upright, still image; the image itself when it has no pixels or the size is
    ///   not above zero or beyond `DecodeLimits.default`.
    public func resize(to size: CGSize) -> KFCrossPlatformImage {
        resize(to: size, for: .none)
    }

    /// The image in the size that a content mode gives it.
    ///
    /// Nothing is cropped and nothing added.
    ///
    /// - Parameters:
    ///   - targetSize: The size to fit or to cover, in points.
    ///   - contentMode: How.
    /// - Returns: As ``resize(to:)``.
    public func resize(
        to targetSize: CGSize, for contentMode: ContentMode
    ) -> KFCrossPlatformImage {
        (try? resized(to: targetSize, for: contentMode)) ?? base
    }

    /// ``resize(to:for:)``, with its errors.
    func resized(
        to targetSize: CGSize, for contentMode: ContentMode, limits: DecodeLimits = .default
    ) throws -> KFCrossPlatformImage {
        let canvas = try canvas(
            of: size.kf.resize(to: targetSize, for: contentMode), limits: limits)
        return try redrawn { try $0.resampled(width: canvas.width, height: canvas.height) }
    }
}
