import Foundation

/// Decodes data as it is and leaves images as they are, at the scale of the request.
public struct DefaultImageProcessor: ImageProcessor {
    /// The processor every request has unless it names another.
    public static let `default` = DefaultImageProcessor()

    /// Empty: images of this processor are cached under their plain key.
    public let identifier = ""

    /// Creates a processor.
    public init() {}

    /// The decoded data, or the image at the scale of the request.
    public func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        switch item {
        case .image(let image): image.kf.scaled(to: options.scaleFactor)
        case .data(let data):
            options.decoding {
                KingfisherWrapper.image(data: data, options: options.imageCreatingOptions)
            }
        }
    }
}
