public import Foundation

/// Provides the frames of an animation, one at a time.
///
/// The library makes one for every animated image it decodes. Conform a type of your own to play
/// formats that it does not know: give it to
/// ``KingfisherWrapper/animatedImage(source:options:baseImage:)``. Frames may be asked for on any
/// thread; who wants to ask from several at once does so on copies.
public protocol ImageFrameSource {
    /// The encoded bytes that the frames come from, nil when there are none.
    ///
    /// A cache stores an animated image as these bytes.
    var data: Data? { get }

    /// Number of frames.
    var frameCount: Int { get }

    /// Decodes a frame.
    ///
    /// - Parameters:
    ///   - index: Which frame, `0 ..< frameCount`.
    ///   - maxSize: The most pixels the frame should have each way, nil for no limit.
    /// - Returns: The whole canvas as it stands while the frame is shown; nil for an index out of
    ///   range or a damaged frame.
    func frame(at index: Int, maxSize: CGSize?) -> CGImage?

    /// How long a frame is shown.
    ///
    /// - Parameter index: Which frame.
    /// - Returns: Seconds; 0 for an index out of range.
    func duration(at index: Int) -> TimeInterval

    /// An instance that can be used independently of this one.
    ///
    /// - Returns: The copy. The default returns the source itself.
    func copy() -> Self
}

extension ImageFrameSource {
    /// Decodes a frame at full size.
    ///
    /// - Parameter index: Which frame.
    /// - Returns: The frame, as ``frame(at:maxSize:)`` without a limit.
    public func frame(at index: Int) -> CGImage? {
        frame(at: index, maxSize: nil)
    }

    /// The source itself.
    ///
    /// - Returns: The source, which must then be safe to use from several threads.
    public func copy() -> Self { self }
}

extension ImageFrameSource {
    /// Seconds that one loop takes; without end for a single frame, which is shown forever.
    var loopDuration: TimeInterval { loopDuration(of: frameCount) }

    /// Seconds that one loop of the first `count` frames takes.
    func loopDuration(of count: Int) -> TimeInterval {
        guard count != 1 else { return .infinity }
        return (0..<max(0, count)).reduce(0) { $0 + duration(at: $1) }
    }
}
