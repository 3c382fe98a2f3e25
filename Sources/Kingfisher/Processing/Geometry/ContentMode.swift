/// How an image is fitted to a size.
public enum ContentMode: Sendable {
    /// Stretched to exactly that size.
    case none
    /// As large as fits inside, with its own shape.
    case aspectFit
    /// As small as covers it, with its own shape.
    case aspectFill

    /// The mode in the identifier of a processor, after the size; empty for ``none``.
    var identifier: String {
        switch self {
        case .none: ""
        case .aspectFit: ", aspectFit"
        case .aspectFill: ", aspectFill"
        }
    }
}
