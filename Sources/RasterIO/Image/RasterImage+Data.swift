public import Foundation
import Raster

extension RasterImage {
    /// Decodes an image at one pixel for each point.
    ///
    /// As ``init(data:scale:)`` with a scale of 1.
    public convenience init?(data: Data) {
        self.init(data: data, scale: 1)
    }

    /// Decodes an image: upright, in sRGB, of an animation the first frame.
    ///
    /// Fails for data that cannot be decoded or exceeds the default limits;
    /// ``ImageDecoder/decode(_:maxPixelSize:limits:)`` says why.
    ///
    /// - Parameters:
    ///   - data: Encoded bytes.
    ///   - scale: Pixels for each point. Anything not above 0 counts as 1.
    public convenience init?(data: Data, scale: CGFloat) {
        guard let bitmap = try? ImageDecoder.decode(data) else { return nil }
        self.init(cgImage: bitmap, scale: scale, orientation: .up)
    }

    /// Encodes the upright image as PNG, without loss.
    ///
    /// Opaque images are written as RGB, others as RGBA. Equal images give equal bytes.
    ///
    /// - Returns: The encoded bytes, nil for an image without pixels.
    public func pngData() -> Data? {
        encoded(as: .png, options: ImageEncodingOptions())
    }

    /// Encodes the upright image as JPEG.
    ///
    /// Transparent parts are laid over white. Equal images and qualities give equal bytes. Chroma
    /// is stored at half resolution below a quality of 0.9.
    ///
    /// - Parameter compressionQuality: 0 (smallest) to 1 (best); values outside are clamped.
    /// - Returns: The encoded bytes, nil for an image without pixels or above 65,500 pixels a side.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
        encoded(as: .jpeg, options: ImageEncodingOptions(quality: Double(compressionQuality)))
    }

    private func encoded(as format: EncodedImageFormat, options: ImageEncodingOptions) -> Data? {
        guard let cgImage,
            let upright = try? cgImage.upright(from: imageOrientation.bitmapOrientation)
        else { return nil }
        return try? ImageEncoder.encode(upright, as: format, options: options)
    }
}
