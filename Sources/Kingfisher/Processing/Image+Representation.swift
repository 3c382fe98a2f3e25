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

    /// The image encoded in a format.
    ///
    /// Images that stand for an animation, and those that were only decoded from a file of more than
    /// 8 bits a component, keep that file and give it out unchanged where the format is the same. Of
    /// an animation's first frame alone, a PNG is a still picture.
    ///
    /// - Parameters:
    ///   - format: The format; ``ImageFormat/unknown`` stands for PNG.
    ///   - compressionQuality: Quality of a JPEG, 0 to 1.
    /// - Returns: The encoded bytes, nil where ``gifRepresentation()`` is, or without pixels.
    public func data(format: ImageFormat, compressionQuality: CGFloat = 1.0) -> Data? {
        switch format {
        case .PNG: wholeFile(as: format) ?? pngRepresentation()
        case .JPEG:
            wholeFile(as: format) ?? jpegRepresentation(compressionQuality: compressionQuality)
        case .GIF: gifRepresentation()
        case .unknown: normalized.kf.pngRepresentation()
        }
    }

    /// The file that the image was made of, where encoding it anew would lose something: all frames
    /// but the first, or more than 8 bits a component.
    var keptFile: Data? { isAnimated ? animatedImageData : finerOriginal }

    /// ``keptFile``, if it is of a format.
    func keptFile(as format: ImageFormat) -> Data? {
        guard let file = keptFile, file.kf.imageFormat == format else { return nil }
        return file
    }

    /// ``keptFile``, if it is of a format and shows no more than the image does.
    private func wholeFile(as format: ImageFormat) -> Data? {
        isAnimated && !hasFrames ? nil : keptFile(as: format)
    }
}
