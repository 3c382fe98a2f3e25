#if !os(watchOS)
public import Foundation
import Locking

// Unchecked: the source is a copy of its own, and decodes on the preload queue alone.
/// Decodes the frames of an animation while it plays, some ahead of the one that is shown.
///
/// Known as `Animator` to the views that play animations, which make one for each animated image. At any
/// time it keeps the frame that is shown and at most ``maxFrameCount`` of those that follow. Its members
/// can be read from any thread.
public final class FrameAnimator: @unchecked Sendable {
    /// How many frames are decoded ahead of the one that is shown.
    ///
    /// 0 or less: each frame is decoded when it is due.
    public let maxFrameCount: Int

    /// A frame as it is kept.
    private struct StoredFrame {
        /// Nil for a frame that is not decoded.
        var image: KFCrossPlatformImage?
    }

    /// More frames than any animation has; a source that claims so many cannot be asked for each.
    private static let mostFrames = 1_000_000

    private let source: any ImageFrameSource
    private let imageSize: CGSize
    private let imageScale: CGFloat
    /// Where frames are decoded, one after the other.
    let preloadQueue: DispatchQueue
    private let frames = SafeArray<StoredFrame>()
    private let reel: Locked<FrameReel>

    /// Creates an animator that stands before the first frame and has decoded nothing.
    ///
    /// - Parameters:
    ///   - frameSource: The frames. A copy of it is used.
    ///   - contentMode: How the view places the image.
    ///   - size: Size of the view in pixels. Frames are decoded no larger than it needs; zero sets no
    ///     limit.
    ///   - imageSize: Size of the whole image in points.
    ///   - imageScale: Pixels for each point of the image.
    ///   - framePreloadCount: How many frames to decode ahead.
    ///   - repeatCount: How often to play.
    ///   - preloadQueue: A serial queue, on which all frames are decoded.
    init(
        frameSource: any ImageFrameSource, contentMode: KFCrossPlatformContentMode, size: CGSize,
        imageSize: CGSize, imageScale: CGFloat, framePreloadCount: Int,
        repeatCount: AnimationRepeatCount, preloadQueue: DispatchQueue
    ) {
        source = frameSource.copy()
        self.imageSize = imageSize
        self.imageScale = imageScale
        self.preloadQueue = preloadQueue
        maxFrameCount = framePreloadCount
        let extent = FrameExtent(
            viewSize: size, fit: contentMode.frameFit, imageSize: imageSize, imageScale: imageScale)
        reel = Locked(
            FrameReel(repeatCount: repeatCount, reach: framePreloadCount, extent: extent))
    }

    /// Creates an animator of the frames of an image source of the platform.
    ///
    /// As the one for any source of frames.
    convenience init(
        imageSource: CGImageSource, contentMode: KFCrossPlatformContentMode, size: CGSize,
        imageSize: CGSize, imageScale: CGFloat, framePreloadCount: Int,
        repeatCount: AnimationRepeatCount, preloadQueue: DispatchQueue
    ) {
        self.init(
            frameSource: CGImageFrameSource(data: nil, imageSource: imageSource),
            contentMode: contentMode, size: size, imageSize: imageSize, imageScale: imageScale,
            framePreloadCount: framePreloadCount, repeatCount: repeatCount,
            preloadQueue: preloadQueue)
    }

    /// The frame that is shown; nil while it is not decoded.
    public var currentFrameImage: KFCrossPlatformImage? { frame(at: currentFrameIndex) }

    /// Seconds that the frame is shown; without end while that is not known.
    public var currentFrameDuration: TimeInterval { duration(at: currentFrameIndex) }

    /// The index of the frame that is shown.
    ///
    /// Initially 0.
    public var currentFrameIndex: Int { reel.withLock { $0.timeline.index } }

    /// Whether the last frame of a loop is shown.
    public var isLastFrame: Bool { reel.withLock { $0.isLastFrame } }

    /// A frame.
    ///
    /// - Parameter index: Which one.
    /// - Returns: The frame in the size that the view needs, at a scale of 1; nil for an index out of
    ///   range and while it is not decoded.
    public func frame(at index: Int) -> KFCrossPlatformImage? { frames[index]?.image }

    /// How long a frame is shown.
    ///
    /// - Parameter index: Which one.
    /// - Returns: Seconds; without end for an index out of range and while it is not known.
    public func duration(at index: Int) -> TimeInterval {
        reel.withLock { reel in
            let durations = reel.timeline.durations
            return durations.indices.contains(index) ? durations[index] : .infinity
        }
    }
}

extension FrameAnimator {
    /// Seconds that one loop takes, where a frame counts for one at most.
    var loopDuration: TimeInterval { reel.withLock { $0.timeline.loopDuration } }

    /// Whether the animation has played as often as it should.
    var isFinished: Bool { reel.withLock { $0.timeline.isFinished } }

    /// Whether there is anything to play.
    var canPlay: Bool { reel.withLock { $0.canPlay } }

    /// Has the times of all frames read, and the first frames decoded, on the preload queue.
    ///
    /// Later calls bring back what was given up.
    func prepareFramesAsynchronously() {
        // Known at once, so that a view can tell whether there is anything to play.
        let known = reel.withLock { $0.shelf.frameCount }
        let count = known ?? min(source.frameCount, Self.mostFrames)
        reel.withLock { $0.prepare(frameCount: count) }
        preloadQueue.async { [weak self] in
            self?.readDurations()
            // Asked for anew each time, so that an animator that is not needed any more can go.
            while self?.doNextWork() == true {}
        }
    }

    /// Gives up decoded frames, on the preload queue.
    ///
    /// An animation that plays has them decoded again.
    ///
    /// - Parameter keepCurrentFrame: Whether to keep the one that is shown.
    func purgeFrames(keepCurrentFrame: Bool = true) {
        preloadQueue.async { [weak self] in
            guard let self else { return }
            drop(reel.withLock { $0.purge(keepingCurrent: keepCurrentFrame) })
        }
    }

    /// Lets time pass, and has frames decoded that will be needed.
    ///
    /// - Parameter seconds: How much time; more than one second counts as one.
    /// - Returns: What became of it.
    func advance(by seconds: TimeInterval) -> AnimationStep {
        let (step, startsWork) = reel.withLock { $0.advance(by: seconds) }
        if startsWork { work() }
        return step
    }

    /// Has frames decoded in the size that a view needs now, where what is there does not serve it.
    ///
    /// - Parameters:
    ///   - size: Size of the view in pixels; zero sets no limit.
    ///   - contentMode: How the view places the image.
    func resize(to size: CGSize, contentMode: KFCrossPlatformContentMode) {
        let extent = FrameExtent(
            viewSize: size, fit: contentMode.frameFit, imageSize: imageSize, imageScale: imageScale)
        if reel.withLock({ $0.resize(to: extent) }) { work() }
    }

    private func work() {
        preloadQueue.async { [weak self] in
            while self?.doNextWork() == true {}
        }
    }

    private func readDurations() {
        guard frames.count == 0 else { return }
        let count = reel.withLock { $0.frameCount }
        frames.reserveCapacity(count)
        for _ in 0..<count { frames.append(StoredFrame()) }
        let durations = (0..<count).map { source.duration(at: $0) }
        reel.withLock { $0.record(durations) }
    }

    /// Drops what is not needed any more and decodes one frame.
    ///
    /// - Returns: Whether there may be more to do.
    private func doNextWork() -> Bool {
        let (work, extent) = reel.withLock { $0.nextWork() }
        drop(work.dropped)
        guard let index = work.index else { return false }
        let image = source.frame(at: index, maxSize: extent.limit)
            .map { KFCrossPlatformImage(bitmap: $0, scale: 1) }
        if let image { replace([index], by: StoredFrame(image: image)) }
        let isDamaged = image == nil && frames[index]?.image == nil
        reel.withLock { $0.finish(index, for: extent, isDamaged: isDamaged) }
        return true
    }

    private func drop(_ indices: [Int]) { replace(indices, by: StoredFrame()) }

    /// Keeps something else in the places of frames, whose images go on the main thread, where toolkits
    /// expect that.
    private func replace(_ indices: [Int], by frame: StoredFrame) {
        // Nothing but the box holds the images by the time that the main thread empties it.
        let old = Locked<[KFCrossPlatformImage]>([])
        for index in indices {
            if let image = frames[index]?.image { old.withLock { $0.append(image) } }
            frames[index] = frame
        }
        guard old.withLock({ !$0.isEmpty }) else { return }
        DispatchQueue.main.async {
            _ = old.withLock { images in
                defer { images = [] }
                return images
            }
        }
    }
}
#endif
