public import Foundation
public import Raster

/// The frames of an animation, decoded when asked for.
///
/// Frames are complete pictures of the whole canvas: disposal, blending and sub-rectangles are
/// resolved. Safe to use from any thread; asking for frames in order is fastest.
public protocol AnimatedImageSource: AnyObject, Sendable {
    /// Number of frames, at least 1.
    var frameCount: Int { get }
    /// Width of every frame in pixels.
    var width: Int { get }
    /// Height of every frame in pixels.
    var height: Int { get }
    /// How often the animation plays, 0 for without end.
    var loopCount: Int { get }

    /// Seconds that a frame is shown, as the file says; nil outside `0 ..< frameCount`.
    func duration(at index: Int) -> TimeInterval?

    /// Decodes one frame.
    ///
    /// - Parameters:
    ///   - index: Which frame, `0 ..< frameCount`.
    ///   - maxPixelSize: Longest side of the result in pixels; nil for full size. Never enlarges.
    /// - Returns: The whole canvas as it stands while the frame is shown.
    /// - Throws: ``ImageDecodingError``, also for an index out of range, or `RasterError`.
    func frame(at index: Int, maxPixelSize: Int?) throws -> Bitmap
}
