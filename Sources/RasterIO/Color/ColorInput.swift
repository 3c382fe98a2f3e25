/// The pixels that a ``ColorTransform`` takes.
enum ColorInput: Hashable {
    /// Four samples of ink, perhaps inverted as Adobe stores them.
    case cmyk(inverted: Bool)
    /// BGRA whose colours are equal.
    case gray
    /// BGRA.
    case rgb

    /// The kind of profile that describes them.
    var model: ColorProfile.Model {
        switch self {
        case .cmyk: .cmyk
        case .gray: .gray
        case .rgb: .rgb
        }
    }
}
