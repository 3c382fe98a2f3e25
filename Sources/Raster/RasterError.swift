/// What can go wrong while a bitmap is made or worked on.
public enum RasterError: Error, Hashable, Sendable {
    /// A side is below one pixel, or the pixels would not fit into the address space.
    case invalidSize(width: Int, height: Int)
    /// The system has no memory for a buffer of this many bytes.
    case outOfMemory(bytes: Int)
    /// A rectangle is empty or does not lie inside the picture.
    case emptyRegion
    /// A row of pixels has fewer bytes than its picture is wide.
    case shortRow(bytes: Int, expected: Int)
    /// The result of a row-by-row operation was taken before.
    case alreadyFinished
}

extension RasterError: CustomStringConvertible {
    /// What happened, for a person.
    public var description: String {
        switch self {
        case .invalidSize(let width, let height):
            "An image of \(width)×\(height) pixels cannot exist; both sides must be at least 1."
        case .outOfMemory(let bytes):
            "There is no memory for a pixel buffer of \(bytes) bytes; use a smaller image."
        case .emptyRegion:
            "The requested part has no pixels inside the image; use a size of at least 1×1."
        case .shortRow(let bytes, let expected):
            "A row of pixels has \(bytes) bytes where \(expected) are needed."
        case .alreadyFinished:
            "The result was taken before; start a new operation."
        }
    }
}
