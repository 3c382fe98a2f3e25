import Foundation

/// A processor that draws.
///
/// It decodes data with the default processor first, and works at the scale of the request. Where
/// the drawing fails, so does the processor: a picture that was asked to be cropped must not come
/// back whole.
protocol BuiltInImageProcessor: ImageProcessor {
    /// Draws an image that has the scale of the request already.
    func draw(
        _ image: KFCrossPlatformImage, options: KingfisherParsedOptionsInfo
    ) throws -> KFCrossPlatformImage
}

extension BuiltInImageProcessor {
    /// The prefix of all identifiers, followed by the name of the processor.
    static func identifier(_ name: String, _ parameters: String) -> String {
        "com.onevcat.Kingfisher.\(name)(\(parameters))"
    }

    func drawn(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        guard let image = DefaultImageProcessor.default.process(item: item, options: options) else {
            return nil
        }
        return try? draw(image, options: options)
    }
}
