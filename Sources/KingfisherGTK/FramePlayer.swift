import CGTK4
import Foundation
import Kingfisher

/// Steps through the frames of an animated image that are all there, at the pace of a widget's frame
/// clock.
///
/// Costs nothing while paused. Time that passes meanwhile does not count, and a stall is caught up with
/// by skipping frames, by one second at the most.
@MainActor
final class FramePlayer {
    private static let longestStep: TimeInterval = 1

    private let frames: [RasterImage]
    /// The size that all frames are drawn in.
    private let size: CGSize
    private let rhythm: FrameRhythm
    private let show: @MainActor (OpaquePointer) -> Void

    /// Frames that were seen before, so that each is uploaded to the graphics card once.
    private var paintables: [Int: OpaquePointer] = [:]
    private var elapsed: TimeInterval = 0
    private var seen = 0
    private var link: FrameClockLink?

    /// Creates a player that is paused at the first frame, or nil for a still image.
    ///
    /// - Parameters:
    ///   - image: The image. Only frames that are all there are played.
    ///   - widget: Gives the pace.
    ///   - show: Shows the paintable of a frame.
    init?(
        _ image: RasterImage, pacedBy widget: UnsafeMutablePointer<GtkWidget>,
        show: @escaping @MainActor (OpaquePointer) -> Void
    ) {
        guard
            let frames = image.images,
            let rhythm = FrameRhythm(durations: image.kf.preloadedDurations ?? [])
        else { return nil }
        self.frames = frames
        size = image.size
        self.rhythm = rhythm
        self.show = show
        link = FrameClockLink(pacedBy: widget) { [unowned self] in
            advance(by: link?.tickLength ?? 0)
        }
    }

    isolated deinit {
        for paintable in paintables.values { g_object_unref(UnsafeMutableRawPointer(paintable)) }
    }

    func play() { link?.isPaused = false }

    func pause() { link?.isPaused = true }

    /// Lets time pass, in seconds.
    func advance(by seconds: TimeInterval) {
        elapsed += min(max(seconds, 0), Self.longestStep)
        let frame = rhythm.frame(after: elapsed)
        guard frame != seen else { return }
        seen = frame
        if let paintable = paintable(of: frame) { show(paintable) }
    }

    private func paintable(of frame: Int) -> OpaquePointer? {
        if let known = paintables[frame] { return known }
        let made = ImagePaintable.make(from: frames[frame], in: size)
        paintables[frame] = made
        return made
    }
}
