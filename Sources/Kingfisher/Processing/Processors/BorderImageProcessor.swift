import Foundation

/// Draws a line along the inside of an image's edge.
public struct BorderImageProcessor: ImageProcessor, BuiltInImageProcessor {
    /// Names the processor and the border.
    public var identifier: String { Self.identifier("BorderImageProcessor", border.identifier) }
    /// The line.
    public let border: Border

    /// Creates a processor.
    ///
    /// - Parameter border: The line.
    public init(border: Border) {
        self.border = border
    }

    /// The image with the line; nil for data that is no image.
    public func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        drawn(item: item, options: options)
    }

    func draw(
        _ image: KFCrossPlatformImage, options: KingfisherParsedOptionsInfo
    ) throws -> KFCrossPlatformImage {
        try image.kf.bordered(border)
    }
}
