public import Foundation
public import Kingfisher

/// An image view that decodes the frames of an animation while it plays.
///
/// A plain ``GTKImageView`` plays animations too, from frames that are all in memory. This one keeps the
/// frame that is shown and a few that follow, in no more pixels than the view has, which is what long
/// or large animations need:
///
///     let view = AnimatedImageView()
///     view.repeatCount = .finite(count: 3)
///     view.kf.setImage(with: URL(string: "https://example.com/animation.gif"))
///
/// The animation runs while the view is mapped, unless ``autoPlayAnimatedImage`` is off.
///
/// GTK does not tell on every display whether a window is minimised, so frames are not given up by
/// themselves; a program that knows better calls ``purgeFrames(keepCurrentFrame:)``.
@MainActor
open class AnimatedImageView: GTKImageView {
    /// Decodes the frames.
    public typealias Animator = FrameAnimator
    /// How often an animation plays.
    public typealias RepeatCount = AnimationRepeatCount

    private let playback = AnimationPlayback()

    /// Hears what becomes of the animation.
    ///
    /// Default nil.
    public weak var delegate: (any AnimatedImageViewDelegate)?

    /// Creates a view without an image.
    public override init() {
        super.init()
        playback.attach(to: self)
        canvas.onAppearanceChange = { [weak self] in self?.playback.attachmentDidChange() }
    }

    /// Whether an animation starts when the view is mapped, and stops when it is not any more.
    ///
    /// Default true. A change counts from the next image, or the next time the view is mapped.
    public var autoPlayAnimatedImage: Bool {
        get { playback.autoPlays }
        set { playback.autoPlays = newValue }
    }

    /// How many frames are decoded ahead of the one that is shown.
    ///
    /// Default 10. With 0 each frame is decoded when it is due. Counts from the next image.
    public var framePreloadCount: Int {
        get { playback.framePreloadCount }
        set { playback.framePreloadCount = newValue }
    }

    /// Whether frames are decoded in no more pixels than the view needs.
    ///
    /// Default true. What is needed follows the size of the view and ``GTKImageView/contentFit``. Counts
    /// from the next image.
    public var needsPrescaling: Bool {
        get { playback.needsPrescaling }
        set { playback.needsPrescaling = newValue }
    }

    /// For code shared with other platforms; GTK's clock knows no modes.
    ///
    /// Default `.common`.
    public var runLoopMode: RunLoop.Mode {
        get { playback.runLoopMode }
        set { playback.runLoopMode = newValue }
    }

    /// How often an animation plays.
    ///
    /// Default ``AnimationRepeatCount/infinite``: the view decides, whatever the file says. Another number
    /// starts the animation anew.
    public var repeatCount: RepeatCount {
        get { playback.repeatCount }
        set { playback.repeatCount = newValue }
    }

    /// Decodes the frames of the image.
    ///
    /// Nil for a still image, and for one whose frames are all there already.
    public var animator: Animator? { playback.animator }

    /// Whether an animation is running.
    open var isAnimating: Bool { playback.isAnimating }

    /// Lets the animation run.
    ///
    /// A view that is not mapped takes its first step once it is. Does nothing without an ``animator``, for
    /// an animation that has played as often as it should, and for one that would play a single frame for
    /// ever.
    open func startAnimating() { playback.startAnimating() }

    /// Halts the animation at the frame that is shown.
    open func stopAnimating() { playback.stopAnimating() }

    /// Gives up decoded frames.
    ///
    /// An animation that runs, or is started again, has them decoded anew.
    ///
    /// - Parameter keepCurrentFrame: Whether to keep the one that is shown. Default true.
    public func purgeFrames(keepCurrentFrame: Bool = true) {
        playback.purgeFrames(keepCurrentFrame: keepCurrentFrame)
    }

    open override func widgetDidDestroy() {
        super.widgetDidDestroy()
        playback.end()
    }

    override var decodesWhilePlaying: Bool { true }

    override func imageDidChange() {
        playback.imageDidChange(to: image)
    }
}

extension AnimatedImageView: AnimatedImageDisplay {
    package var pixelSize: CGSize {
        guard !isDestroyed else { return .zero }
        let scale = CGFloat(gtk_widget_get_scale_factor(canvas.widget))
        let (width, height) = (
            gtk_widget_get_width(canvas.widget), gtk_widget_get_height(canvas.widget)
        )
        guard width > 0, height > 0 else { return .zero }
        return CGSize(width: CGFloat(width) * scale, height: CGFloat(height) * scale)
    }

    package var frameContentMode: KFCrossPlatformContentMode {
        switch contentFit {
        case GTK_CONTENT_FIT_FILL: .scaleToFill
        case GTK_CONTENT_FIT_COVER: .scaleAspectFill
        default: .scaleAspectFit
        }
    }

    package var isAttached: Bool {
        !isDestroyed && gtk_widget_get_mapped(canvas.widget) != 0
    }

    package func makeDisplayLink(
        _ tick: @escaping @MainActor () -> Void
    ) -> any DisplayLinkCompatible {
        FrameClockLink(pacedBy: canvas.widget, tick: tick)
    }

    package func show(frame: RasterImage?) {
        guard !isDestroyed, let image else { return }
        let shown = ImagePaintable.make(from: frame ?? image, in: image.size)
        guard let shown else { return }
        canvas.show(frame: shown)
        g_object_unref(UnsafeMutableRawPointer(shown))
    }

    package func didPlay(loops: UInt) {
        delegate?.animatedImageView(self, didPlayAnimationLoops: loops)
    }

    package func didFinish() {
        delegate?.animatedImageViewDidFinishAnimating(self)
    }
}
