/// The part of a canvas that a frame covers: premultiplied BGRA.
struct FrameTarget {
    /// The first pixel of the frame.
    var start: UnsafeMutablePointer<UInt8>
    /// Distance between the starts of two rows in bytes.
    var bytesPerRow: Int
    /// How much of the frame is on the canvas, in pixels; at most the frame.
    var width: Int
    /// How many rows of the frame are on the canvas; at most those of the frame.
    var height: Int
    /// Whether the frame takes the place of what is there, instead of lying over it.
    var replaces: Bool
}
