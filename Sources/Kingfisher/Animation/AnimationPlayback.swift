#if !os(watchOS)
package import Foundation

/// Plays the animated image of a view: all of an animated view that is the same for every toolkit.
///
/// The view owns it and tells it what changes. It draws nothing: the view is told what to show.
@MainActor
package final class AnimationPlayback {
    /// Whether the animation starts when the view can be seen, and stops when it cannot.
    ///
    /// Default true. A change counts from the next image or the next change of place.
    package var autoPlays = true
    /// How many frames to decode ahead; for the next animator.
    ///
    /// Default 10.
    package var framePreloadCount = 10
    /// Whether to decode frames no larger than the view needs; for the next animator.
    ///
    /// Default true.
    package var needsPrescaling = true
    /// How often to play.
    ///
    /// Default without end. Another number starts the animation anew.
    package var repeatCount = AnimationRepeatCount.infinite {
        didSet {
            guard repeatCount != oldValue, animator != nil else { return }
            reset()
            display?.show(frame: nil)
        }
    }
    /// The mode in which the clock ticks.
    ///
    /// Default `.common`. What plays goes on in the new mode.
    package var runLoopMode = RunLoop.Mode.common {
        didSet {
            guard runLoopMode != oldValue, let link else { return }
            link.remove(from: .main, forMode: oldValue)
            link.add(to: .main, forMode: runLoopMode)
        }
    }
    /// Decodes the frames; nil while the image is not an animation to be decoded.
    package private(set) var animator: FrameAnimator?

    private weak var display: (any AnimatedImageDisplay)?
    private var image: KFCrossPlatformImage?
    /// The frame that the view shows, which may have been purged since.
    private var lastShown: KFCrossPlatformImage?
    /// Whether the animator was made to decode no more than needed.
    private var isPrescaling = false
    private var link: (any DisplayLinkCompatible)?
    private let preloadQueue = DispatchQueue(label: "kingfisher.animation.preload")

    /// Creates what plays nothing yet.
    package init() {}

    deinit {
        guard let link else { return }
        // A view may be released on any thread.
        CallbackQueue.mainCurrentOrAsync.execute {
            MainActor.assumeIsolated { link.invalidate() }
        }
    }

    /// Whether the animation runs.
    package var isAnimating: Bool { link.map { !$0.isPaused } ?? false }

    /// Names the view to play in, which owns this object.
    package func attach(to display: any AnimatedImageDisplay) {
        self.display = display
    }

    /// Takes the image that the view shows now.
    ///
    /// An animation that is already played goes on.
    package func imageDidChange(to image: KFCrossPlatformImage?) {
        let isSame = self.image.isSameAnimation(as: image)
        self.image = image
        guard isSame else { return reset() }
        if let frame = animator?.currentFrameImage ?? lastShown { display?.show(frame: frame) }
    }

    /// Learns that the view can be seen from now on, or cannot.
    package func attachmentDidChange() {
        guard autoPlays, animator != nil else { return }
        if display?.isAttached == true { startAnimating() } else { stopAnimating() }
    }

    /// Lets the animation run, also in a view that is not seen.
    ///
    /// Does nothing without one, and when it has played as often as it should.
    package func startAnimating() {
        guard let animator, animator.canPlay, !isAnimating else { return }
        let link = link ?? makeLink()
        link?.isPaused = false
    }

    /// Halts the animation at the frame that is shown.
    package func stopAnimating() {
        guard isAnimating else { return }
        link?.isPaused = true
    }

    /// Gives up decoded frames; what plays has them decoded again.
    package func purgeFrames(keepCurrentFrame: Bool) {
        animator?.purgeFrames(keepCurrentFrame: keepCurrentFrame)
    }

    /// Ends the clock and the animation, for a view that is no more.
    package func end() {
        link?.invalidate()
        link = nil
        animator = nil
        lastShown = nil
        image = nil
        display = nil
    }

    /// Begins anew with the image.
    private func reset() {
        animator = nil
        lastShown = nil
        if let display, let image, let source = image.kf.frameSource {
            isPrescaling = needsPrescaling
            let animator = FrameAnimator(
                frameSource: source, contentMode: display.frameContentMode,
                size: isPrescaling ? display.pixelSize : .zero, imageSize: image.kf.size,
                imageScale: image.kf.scale, framePreloadCount: framePreloadCount,
                repeatCount: repeatCount, preloadQueue: preloadQueue)
            self.animator = animator
            animator.prepareFramesAsynchronously()
        }
        // A still image has nothing to run for.
        if animator?.canPlay != true { stopAnimating() }
        attachmentDidChange()
    }

    private func makeLink() -> (any DisplayLinkCompatible)? {
        link = display?.makeDisplayLink { [weak self] in self?.tick() }
        link?.add(to: .main, forMode: runLoopMode)
        return link
    }

    private func tick() {
        guard let link, !link.isPaused, let animator, let display else { return }
        adapt(animator, to: display)
        let step = animator.advance(by: link.tickLength)
        if step.frameChanged, let frame = animator.currentFrameImage {
            lastShown = frame
            display.show(frame: frame)
        }
        if animator.isFinished { stopAnimating() }
        // Who is told may give the view another image, of which the rest is not true.
        for loops in step.playedLoops where self.animator === animator {
            display.didPlay(loops: loops)
        }
        if animator.isFinished, self.animator === animator { display.didFinish() }
    }

    /// Has frames decoded for the size that the view has now, if it has one.
    private func adapt(_ animator: FrameAnimator, to display: any AnimatedImageDisplay) {
        let size = display.pixelSize
        guard isPrescaling, size != .zero else { return }
        animator.resize(to: size, contentMode: display.frameContentMode)
    }
}

extension KFCrossPlatformImage? {
    /// Whether two images are the same for who plays them.
    ///
    /// Equal pictures are, when they come from equal files.
    fileprivate func isSameAnimation(as other: KFCrossPlatformImage?) -> Bool {
        guard let self, let other else { return (self == nil) == (other == nil) }
        if self === other { return true }
        return self == other && self.kf.animatedImageData == other.kf.animatedImageData
            && (self.kf.frameSource == nil) == (other.kf.frameSource == nil)
            && self.kf.animatedImageData != nil
    }
}
#endif
