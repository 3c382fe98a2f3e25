/// A format of encoded pictures, named by its usual file extension.
///
/// A struct rather than an enum, so that custom codecs can bring formats of their own.
public struct EncodedImageFormat: Hashable, Sendable {
    /// Lower-case name, at the same time the usual file extension, such as `"jpeg"`.
    public let name: String

    /// Names a format.
    ///
    /// - Parameter name: Lower-case name and file extension.
    public init(name: String) {
        self.name = name
    }

    /// JPEG (ISO/IEC 10918-1).
    public static let jpeg = EncodedImageFormat(name: "jpeg")
    /// Portable Network Graphics, animated ones included.
    public static let png = EncodedImageFormat(name: "png")
    /// Graphics Interchange Format.
    public static let gif = EncodedImageFormat(name: "gif")
    /// WebP.
    public static let webp = EncodedImageFormat(name: "webp")
    /// High Efficiency Image File Format with HEVC.
    public static let heic = EncodedImageFormat(name: "heic")
    /// AV1 Image File Format.
    public static let avif = EncodedImageFormat(name: "avif")
    /// Tagged Image File Format.
    public static let tiff = EncodedImageFormat(name: "tiff")
    /// Windows bitmap.
    public static let bmp = EncodedImageFormat(name: "bmp")
    /// Windows icon or cursor.
    public static let ico = EncodedImageFormat(name: "ico")
    /// JPEG XL.
    public static let jxl = EncodedImageFormat(name: "jxl")
    /// Scalable Vector Graphics.
    public static let svg = EncodedImageFormat(name: "svg")
}

extension EncodedImageFormat: CustomStringConvertible {
    /// The name of the format.
    public var description: String { name }
}
