package import Foundation

/// What is attached to an image instance; everybody who holds the instance sees it.
struct ImageState: Sendable {
    /// Number of frames of the animation the image comes from; nil for others.
    var frameCount: Int?
    /// The encoded animation.
    var animatedData: Data?
    /// How the animation was made into an image.
    var creatingOptions: ImageCreatingOptions?
    /// The frames of an animation that was not decoded at once.
    var frames: LazyFrames?
    /// The frames of an animation that was decoded at once, where the image class cannot hold them or
    /// they were copied from another image.
    var preloaded: PreloadedFrames?
    /// Seconds that each of the frames that were decoded at once is shown; nil where they are shown
    /// equally long.
    var frameDurations: [TimeInterval]?
}

/// All frames of an animation.
struct PreloadedFrames: Sendable {
    /// The frames in order.
    let images: [KFCrossPlatformImage]
    /// Seconds that one loop takes.
    let duration: TimeInterval
}

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// Number of frames in the animation that the image comes from, decoded or not.
    ///
    /// Nil for images that were not made of an animation format.
    public var imageFrameCount: Int? {
        get { base.attachedState.frameCount }
        nonmutating set { base.updateAttachedState { $0.frameCount = newValue } }
    }

    /// The bytes of the animation that the image was made of.
    var animatedImageData: Data? { base.attachedState.animatedData }

    /// The options that an image of an animation was made with.
    var imageCreatingOptions: ImageCreatingOptions? { base.attachedState.creatingOptions }

    /// Whether the image stands for an animation of several frames.
    var isAnimated: Bool { (imageFrameCount ?? 1) > 1 }

    /// The frames of an animation that was decoded at once, attached or held by the image class.
    var preloadedFrames: PreloadedFrames? { base.attachedState.preloaded ?? base.ownFrames }

    /// Seconds that each of the frames that were decoded at once is shown.
    ///
    /// Nil for images without such frames. Image classes know only how long all of them take together,
    /// so an animation that was made elsewhere shows each for an equal share.
    package var preloadedDurations: [TimeInterval]? {
        guard let frames = preloadedFrames, !frames.images.isEmpty else { return nil }
        let count = frames.images.count
        if let known = base.attachedState.frameDurations, known.count == count { return known }
        return Array(repeating: frames.duration / Double(count), count: count)
    }

    /// Attaches what this library knows of the image to another one.
    ///
    /// This lets a changed copy of an animated image still be cached as the animation, and offer its
    /// frames. Whatever was attached to the target before is replaced.
    ///
    /// - Parameter image: The image to attach it to.
    public func copyKingfisherState(to image: KFCrossPlatformImage) {
        var state = base.attachedState
        state.preloaded = preloadedFrames
        image.updateAttachedState { $0 = state }
    }
}
