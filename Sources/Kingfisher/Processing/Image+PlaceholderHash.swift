public import Foundation

/// Placeholders that fit into the text of a page or an answer of a server.
extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The BlurHash of the image: a blurred picture in some 30 characters.
    ///
    /// Transparent parts count as white.
    ///
    /// - Parameters:
    ///   - componentsX: Details along x, 1…9. Default 4.
    ///   - componentsY: Details along y, 1…9. Default 3.
    /// - Returns: The text, nil without pixels or for components out of range.
    public func blurHash(componentsX: Int = 4, componentsY: Int = 3) -> String? {
        try? BlurHash.encode(
            uprightBitmap(), componentsX: componentsX, componentsY: componentsY)
    }

    /// The ThumbHash of the image: a blurred picture with shape and transparency in some 25 bytes.
    ///
    /// - Returns: The bytes, nil without pixels.
    public func thumbHash() -> Data? {
        try? ThumbHash.encode(uprightBitmap())
    }

    /// The image of a BlurHash.
    ///
    /// - Parameters:
    ///   - blurHash: The text.
    ///   - size: Size of the image in pixels; a few are enough for a view to enlarge. Default
    ///     32×32.
    ///   - punch: Factor of the contrast. Default 1.
    /// - Returns: The image, nil for text that is no BlurHash or a size without pixels.
    public static func image(
        blurHash: String, size: CGSize = CGSize(width: 32, height: 32), punch: CGFloat = 1
    ) -> KFCrossPlatformImage? {
        guard size.width >= 1, size.height >= 1,
            size.width * size.height <= CGFloat(DecodeLimits.default.maxPixels)
        else { return nil }
        let bitmap = try? BlurHash.decode(
            blurHash, width: Int(size.width), height: Int(size.height), punch: Double(punch))
        return bitmap.map { KFCrossPlatformImage(bitmap: $0, scale: 1) }
    }

    /// The image of a ThumbHash, 32 pixels at its longer side.
    ///
    /// - Parameter thumbHash: The bytes, decoded from Base64.
    /// - Returns: The image, nil for bytes that are no ThumbHash.
    public static func image(thumbHash: Data) -> KFCrossPlatformImage? {
        (try? ThumbHash.decode(thumbHash)).map { KFCrossPlatformImage(bitmap: $0, scale: 1) }
    }
}
