/// What a picture says about itself before its pixels are decoded.
public struct ImageHeader: Hashable, Sendable {
    /// The format the bytes are in.
    public var format: EncodedImageFormat
    /// Width of the stored picture in pixels, before the orientation is applied.
    public var storedWidth: Int
    /// Height of the stored picture in pixels, before the orientation is applied.
    public var storedHeight: Int
    /// How the stored picture is turned for display.
    ///
    /// Default `.up`.
    public var orientation: RasterImage.Orientation
    /// Number of frames, at least 1.
    ///
    /// Default 1.
    public var frameCount: Int
    /// Bits for each colour component of a pixel.
    ///
    /// Default 8.
    public var bitsPerComponent: Int
    /// Whether pixels may be transparent.
    ///
    /// Default false.
    public var hasAlpha: Bool
    /// Name of the embedded colour profile, nil without one or when it has no name.
    public var colorProfileName: String?

    /// Creates a header.
    public init(
        format: EncodedImageFormat, storedWidth: Int, storedHeight: Int,
        orientation: RasterImage.Orientation = .up, frameCount: Int = 1, bitsPerComponent: Int = 8,
        hasAlpha: Bool = false, colorProfileName: String? = nil
    ) {
        self.format = format
        self.storedWidth = storedWidth
        self.storedHeight = storedHeight
        self.orientation = orientation
        self.frameCount = frameCount
        self.bitsPerComponent = bitsPerComponent
        self.hasAlpha = hasAlpha
        self.colorProfileName = colorProfileName
    }

    /// Width in pixels as displayed.
    public var width: Int { orientation.swapsSides ? storedHeight : storedWidth }
    /// Height in pixels as displayed.
    public var height: Int { orientation.swapsSides ? storedWidth : storedHeight }
}
