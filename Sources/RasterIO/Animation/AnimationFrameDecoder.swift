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

    /// Decodes a frame and lays it on the canvas.
    ///
    /// `index` is in range. Throws ``ImageDecodingError`` or `RasterError`.
    func drawFrame(_ index: Int, on target: FrameTarget) throws
}
