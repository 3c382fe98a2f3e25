public import Foundation

/// Cuts a part out of an image; pixels are copied exactly.
public struct CroppingImageProcessor: ImageProcessor, BuiltInImageProcessor {
    /// Names the processor and its parameters.
    public let identifier: String
    /// Size of the part in points.
    public let size: CGSize
    /// Where the part lies: (0, 0) top left, (1, 1) bottom right.
    public let anchor: CGPoint

    /// Creates a processor.
    ///
    /// - Parameters:
    ///   - size: Size of the part in points, cut to the image.
    ///   - anchor: Where it lies, clamped to 0…1. Default (0.5, 0.5), the centre.
    public init(size: CGSize, anchor: CGPoint = CGPoint(x: 0.5, y: 0.5)) {
        self.size = size
        self.anchor = anchor
        identifier = Self.identifier(
            "CroppingImageProcessor",
            "\(IdentifierText.size(size))_\(IdentifierText.point(anchor))")
    }

    /// The part; nil for data that is no image, or a part without pixels.
    public func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        drawn(item: item, options: options)
    }

    func draw(
        _ image: KFCrossPlatformImage, options: KingfisherParsedOptionsInfo
    ) throws -> KFCrossPlatformImage {
        try image.kf.cropped(to: size, anchorOn: anchor)
    }
}
