/// Why a placeholder hash cannot be made or read.
public enum PlaceholderHashError: Error, Hashable, Sendable {
    /// The text is no BlurHash: its length does not match its header, or it has other characters.
    case malformedBlurHash
    /// The bytes are no ThumbHash: there are too few of them.
    case malformedThumbHash(bytes: Int)
    /// A BlurHash has 1 to 9 components along each axis.
    case componentsOutOfRange(x: Int, y: Int)
}

extension PlaceholderHashError: CustomStringConvertible {
    /// What happened, for a person.
    public var description: String {
        switch self {
        case .malformedBlurHash:
            "The text is not a BlurHash; copy it completely, it has 6 to 166 characters."
        case .malformedThumbHash(let bytes):
            "\(bytes) bytes are not a ThumbHash; decode it from Base64 first and pass all of it."
        case .componentsOutOfRange(let x, let y):
            "A BlurHash of \(x)×\(y) components cannot be; use 1 to 9 along each axis."
        }
    }
}
