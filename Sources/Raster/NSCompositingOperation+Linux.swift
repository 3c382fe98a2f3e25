#if os(Linux)
/// How an image is combined with what it is drawn over, as AppKit numbers it.
///
/// The same operations as ``CGBlendMode``, under the names and raw values that code and cache keys
/// of Mac programs use.
public enum NSCompositingOperation: UInt, Sendable, CaseIterable {
    /// Nothing.
    case clear = 0
    /// The image alone.
    case copy
    /// The image over the background.
    case sourceOver
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
    /// The same as ``sourceOver``.
    case highlight
    /// The sum of both.
    case plusLighter
    /// The product of the colours.
    case multiply
    /// The product of the inverted colours, inverted.
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
}
#endif
