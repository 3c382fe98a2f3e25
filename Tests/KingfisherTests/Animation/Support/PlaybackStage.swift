import Foundation

@testable import Kingfisher

/// A clock that ticks when a test says so.
@MainActor
final class HandDrivenLink: DisplayLinkCompatible {
    var isPaused = true
    var preferredFramesPerSecond = 0
    var timestamp: TimeInterval = 0
    var duration: TimeInterval = 0
    private(set) var modes: [RunLoop.Mode] = []
    private(set) var isInvalid = false
    private let onTick: @MainActor () -> Void

    init(_ onTick: @escaping @MainActor () -> Void) { self.onTick = onTick }

    func add(to runLoop: RunLoop, forMode mode: RunLoop.Mode) { modes.append(mode) }

    func remove(from runLoop: RunLoop, forMode mode: RunLoop.Mode) {
        modes.removeAll { $0 == mode }
    }

    func invalidate() {
        isPaused = true
        isInvalid = true
    }

    /// Ticks, unless it is paused.
    func tick(after seconds: TimeInterval) {
        guard !isPaused else { return }
        timestamp += seconds
        duration = seconds
        onTick()
    }
}

/// A view without a toolkit, which writes down what it is told.
@MainActor
final class PlaybackStage: AnimatedImageDisplay {
    enum Event: Equatable {
        /// Red of the frame; nil for the image of the view.
        case show(UInt8?)
        case loops(UInt)
        case finish
    }

    var pixelSize = CGSize(width: 40, height: 20)
    var frameContentMode = KFCrossPlatformContentMode.scaleToFill
    private(set) var isAttached = false
    private(set) var links: [HandDrivenLink] = []
    var events: [Event] = []
    /// Called with each event after it was written down.
    var onEvent: ((Event) -> Void)?
    let playback = AnimationPlayback()

    var image: KFCrossPlatformImage? {
        didSet { playback.imageDidChange(to: image) }
    }

    init(isAttached: Bool = true) {
        self.isAttached = isAttached
        playback.attach(to: self)
    }

    var link: HandDrivenLink? { links.last }

    func setAttached(_ isAttached: Bool) {
        self.isAttached = isAttached
        playback.attachmentDidChange()
    }

    /// Ticks several times; after each, all frames that were asked for are decoded.
    func tick(_ count: Int = 1, after seconds: TimeInterval = 0.25) async {
        for _ in 0..<count {
            await playback.framesAreDecoded()
            link?.tick(after: seconds)
        }
        await playback.framesAreDecoded()
    }

    func makeDisplayLink(_ tick: @escaping @MainActor () -> Void) -> any DisplayLinkCompatible {
        let link = HandDrivenLink(tick)
        links.append(link)
        return link
    }

    func show(frame: KFCrossPlatformImage?) {
        note(.show(frame?.cgImage?.pixel(x: 0, y: 0)?.red))
    }

    func didPlay(loops: UInt) { note(.loops(loops)) }

    func didFinish() { note(.finish) }

    private func note(_ event: Event) {
        events.append(event)
        onEvent?(event)
    }
}

extension AnimationPlayback {
    /// Waits until all frames are decoded that were asked for so far.
    func framesAreDecoded() async {
        guard let queue = animator?.preloadQueue else { return }
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume() }
        }
    }
}

/// An image that stands for an animation.
func playableImage(
    _ source: any ImageFrameSource, size: CGSize = CGSize(width: 400, height: 200)
) throws -> KFCrossPlatformImage {
    let base = KFCrossPlatformImage(
        cgImage: try AnimationSample.bitmap(200, width: Int(size.width), height: Int(size.height)))
    let image = KingfisherWrapper<KFCrossPlatformImage>.animatedImage(
        source: source, options: ImageCreatingOptions(), baseImage: base)
    guard let image else { throw CocoaError(.coderInvalidValue) }
    return image
}
