public import Foundation

/// Changes brightness, contrast, saturation and exposure of an image.
///
/// Saturation, brightness, contrast and exposure are applied in this order, on linear light.
public struct ColorControlsProcessor: ImageProcessor, BuiltInImageProcessor {
    /// Names the processor and its parameters.
    public let identifier: String
    /// What is added, −1…1; 0 changes nothing.
    public let brightness: CGFloat
    /// Factor of the distance from 0.5, 0…4; 1 changes nothing.
    public let contrast: CGFloat
    /// Share of the colour against grey, 0…2; 1 changes nothing.
    public let saturation: CGFloat
    /// Stops of exposure, −10…10; 0 changes nothing.
    public let inputEV: CGFloat

    /// Creates a processor.
    ///
    /// - Parameters:
    ///   - brightness: What is added, −1…1; 0 changes nothing.
    ///   - contrast: Factor of the distance from 0.5, 0…4; 1 changes nothing.
    ///   - saturation: Share of the colour against grey, 0…2; 1 changes nothing.
    ///   - inputEV: Stops of exposure, −10…10; 0 changes nothing.
    public init(brightness: CGFloat, contrast: CGFloat, saturation: CGFloat, inputEV: CGFloat) {
        self.brightness = brightness
        self.contrast = contrast
        self.saturation = saturation
        self.inputEV = inputEV
        let numbers = [brightness, contrast, saturation, inputEV].map(IdentifierText.number)
        identifier = Self.identifier("ColorControlsProcessor", numbers.joined(separator: "_"))
    }

    /// The changed image; nil for data that is no image.
    public func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        drawn(item: item, options: options)
    }

    func draw(
        _ image: KFCrossPlatformImage, options: KingfisherParsedOptionsInfo
    ) throws -> KFCrossPlatformImage {
        try image.kf.adjustedImage(
            ColorAdjustment(
                brightness: Double(brightness), contrast: Double(contrast),
                saturation: Double(saturation), exposure: Double(inputEV)))
    }
}
