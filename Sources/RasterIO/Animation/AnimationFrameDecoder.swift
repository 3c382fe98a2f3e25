/// Decodes the frames of one animation, each for itself.
protocol AnimationFrameDecoder: Sendable {
    /// Width of the canvas in pixels.
    var width: Int { get }
    /// Height of the canvas in pixels.
    var height: Int { get }
    /// How often the animation plays, 0 for without end.
    var loopCount: Int { get }
    /// The frames in order, at least one.
    var frames: [AnimationFrame] { get }

    /// Decodes a frame to rows of premultiplied BGRA without padding.
    ///
    /// `index` is in range; `pixels` holds `4 × width × height` bytes of the frame. Throws
    /// ``ImageDecodingError`` or `RasterError`.
    func decodeFrame(_ index: Int, into pixels: UnsafeMutableRawBufferPointer) throws
}
