public import Foundation

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The image under a colour that covers its whole rectangle, transparent parts included.
    ///
    /// ``overlaying(with:fraction:)`` colours only what is not transparent.
    ///
    /// - Parameter color: The colour; the image shows through as far as it is not opaque.
    /// - Returns: A new still image with the same orientation; the image itself when it has no
    ///   pixels.
    public func tinted(with color: KFCrossPlatformColor) -> KFCrossPlatformImage {
        (try? tintedImage(color)) ?? base
    }

    /// The image with other brightness, contrast, saturation and exposure.
    ///
    /// Saturation, brightness, contrast and exposure are applied in this order, on linear light.
    /// The results are clamped to what can be shown.
    ///
    /// - Parameters:
    ///   - brightness: What is added, −1…1; 0 changes nothing.
    ///   - contrast: Factor of the distance from 0.5, 0…4; 1 changes nothing.
    ///   - saturation: Share of the colour against grey, 0…2; 1 changes nothing.
    ///   - inputEV: Stops of exposure, −10…10; 0 changes nothing.
    /// - Returns: A new still image with the same orientation; the image itself when it has no
    ///   pixels.
    public func adjusted(
        brightness: CGFloat, contrast: CGFloat, saturation: CGFloat, inputEV: CGFloat
    ) -> KFCrossPlatformImage {
        let adjustment = ColorAdjustment(
            brightness: Double(brightness), contrast: Double(contrast),
            saturation: Double(saturation), exposure: Double(inputEV))
        return (try? adjustedImage(adjustment)) ?? base
    }

    /// ``tinted(with:)``, with its errors.
    func tintedImage(_ color: KFCrossPlatformColor) throws -> KFCrossPlatformImage {
        try rewrapped { try $0.tinted(with: color.rasterColor) }
    }

    /// ``adjusted(brightness:contrast:saturation:inputEV:)``, with its errors.
    func adjustedImage(_ adjustment: ColorAdjustment) throws -> KFCrossPlatformImage {
        try rewrapped { try $0.adjusted(adjustment) }
    }
}
