public import Foundation

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The image as PNG, without loss.
    ///
    /// - Returns: The encoded bytes, nil for an image without pixels.
    public func pngRepresentation() -> Data? {
        PlatformImageCoder.png(base)
    }

    /// The image as JPEG.
    ///
    /// - Parameter compressionQuality: 0 (smallest) to 1 (best).
    /// - Returns: The encoded bytes, nil for an image without pixels.
    public func jpegRepresentation(compressionQuality: CGFloat) -> Data? {
        PlatformImageCoder.jpeg(base, quality: compressionQuality)
    }

    /// The bytes of the GIF, or other animation, that the image was made of.
    ///
    /// - Returns: The bytes as they were received, nil for images of still formats.
    public func gifRepresentation() -> Data? {
        animatedImageData
    }

    /// The image encoded in a format.
    ///
    /// Animations, and images that were only decoded from a file of more than 8 bits a component, keep
    /// that file and give it out unchanged where the format is the same.
    ///
    /// - Parameters:
    ///   - format: The format; ``ImageFormat/unknown`` stands for PNG.
    ///   - compressionQuality: Quality of a JPEG, 0 to 1.
    /// - Returns: The encoded bytes, nil where ``gifRepresentation()`` is, or without pixels.
    public func data(format: ImageFormat, compressionQuality: CGFloat = 1.0) -> Data? {
        if format != .unknown, let data = keptFile, data.kf.imageFormat == format { return data }
        return switch format {
        case .PNG: pngRepresentation()
        case .JPEG: jpegRepresentation(compressionQuality: compressionQuality)
        case .GIF: gifRepresentation()
        case .unknown: normalized.kf.pngRepresentation()
        }
    }

    /// The file that the image was made of, where encoding it anew would lose something: all frames
    /// but the first, or more than 8 bits a component.
    var keptFile: Data? { isAnimated ? animatedImageData : finerOriginal }
}
