import Foundation

/// Makes an image grey, a little brighter than its luma.
public struct BlackWhiteProcessor: ImageProcessor {
    /// Names the processor.
    public let identifier = "com.onevcat.Kingfisher.BlackWhiteProcessor"

    private static let controls = ColorControlsProcessor(
        brightness: 0, contrast: 1, saturation: 0, inputEV: 0.7)

    /// Creates a processor.
    public init() {}

    /// The grey image; nil for data that is no image.
    public func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        Self.controls.process(item: item, options: options)
    }
}
