/// Named colours, with the sRGB values that UIKit gives colours of these names.
extension RasterColor {
    /// Black, opaque.
    public static let black = RasterColor(white: 0, alpha: 1)
    /// One third of white, opaque.
    public static let darkGray = RasterColor(white: 1.0 / 3, alpha: 1)
    /// Two thirds of white, opaque.
    public static let lightGray = RasterColor(white: 2.0 / 3, alpha: 1)
    /// White, opaque.
    public static let white = RasterColor(white: 1, alpha: 1)
    /// Half of white, opaque.
    public static let gray = RasterColor(white: 0.5, alpha: 1)
    /// Red (1, 0, 0), opaque.
    public static let red = RasterColor(red: 1, green: 0, blue: 0, alpha: 1)
    /// Green (0, 1, 0), opaque.
    public static let green = RasterColor(red: 0, green: 1, blue: 0, alpha: 1)
    /// Blue (0, 0, 1), opaque.
    public static let blue = RasterColor(red: 0, green: 0, blue: 1, alpha: 1)
    /// Cyan (0, 1, 1), opaque.
    public static let cyan = RasterColor(red: 0, green: 1, blue: 1, alpha: 1)
    /// Yellow (1, 1, 0), opaque.
    public static let yellow = RasterColor(red: 1, green: 1, blue: 0, alpha: 1)
    /// Magenta (1, 0, 1), opaque.
    public static let magenta = RasterColor(red: 1, green: 0, blue: 1, alpha: 1)
    /// Orange (1, 0.5, 0), opaque.
    public static let orange = RasterColor(red: 1, green: 0.5, blue: 0, alpha: 1)
    /// Purple (0.5, 0, 0.5), opaque.
    public static let purple = RasterColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
    /// Brown (0.6, 0.4, 0.2), opaque.
    public static let brown = RasterColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
    /// Transparent black.
    public static let clear = RasterColor(white: 0, alpha: 0)
}
