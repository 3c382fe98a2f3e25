#if os(Linux)
/// How an image is combined with what it is drawn over.
///
/// Names and raw values are those of Core Graphics, so that code and cache keys are the same on
/// all platforms. The mathematics is that of W3C Compositing and Blending Level 1.
public enum CGBlendMode: Int32, Sendable, CaseIterable {
    /// The image over the background.
    case normal = 0
    /// The product of the colours; darker.
    case multiply
    /// The product of the inverted colours, inverted; lighter.
    case screen
    /// Multiplied where the background is dark, screened where it is light.
    case overlay
    /// The darker colour in each channel.
    case darken
    /// The lighter colour in each channel.
    case lighten
    /// The background brightened by the image.
    case colorDodge
    /// The background darkened by the image.
    case colorBurn
    /// Darkened or lightened gently, depending on the image.
    case softLight
    /// Multiplied where the image is dark, screened where it is light.
    case hardLight
    /// The distance of the colours.
    case difference
    /// As difference, with less contrast.
    case exclusion
    /// The hue of the image with saturation and luminosity of the background.
    case hue
    /// The saturation of the image with hue and luminosity of the background.
    case saturation
    /// Hue and saturation of the image with the luminosity of the background.
    case color
    /// The luminosity of the image with hue and saturation of the background.
    case luminosity
    /// Nothing.
    case clear
    /// The image alone.
    case copy
    /// The image where there is background.
    case sourceIn
    /// The image where there is no background.
    case sourceOut
    /// The image over the background, where there is background.
    case sourceAtop
    /// The background over the image.
    case destinationOver
    /// The background where there is image.
    case destinationIn
    /// The background where there is no image.
    case destinationOut
    /// The background over the image, where there is image.
    case destinationAtop
    /// Either of both, where the other is not.
    case xor
    /// The sum of both, taken from what is missing to white.
    case plusDarker
    /// The sum of both.
    case plusLighter
}
#endif
