public import Foundation
#if canImport(ImageIO)
public import ImageIO
#endif

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// Makes an image of the bytes of an animation.
    ///
    /// As ``animatedImage(source:options:baseImage:)`` with the frames in the data. A still picture
    /// counts as an animation of one frame.
    ///
    /// - Parameters:
    ///   - data: The bytes of a GIF or another image.
    ///   - options: Scale, and which frames to decode at once.
    /// - Returns: The image, or nil when the data is none.
    public static func animatedImage(
        data: Data, options: ImageCreatingOptions
    ) -> KFCrossPlatformImage? {
        let limits = options.decodeLimits ?? .default
        let source = CGImageFrameSource(
            data: data, limits: limits, firstFrameOnly: options.onlyFirstFrame)
        return source.flatMap { animatedImage(source: $0, options: options) }
    }

    /// Makes an image that stands for an animation.
    ///
    /// What is decoded depends on the options:
    /// - ``ImageCreatingOptions/onlyFirstFrame``: the first frame; the result is a still image.
    /// - ``ImageCreatingOptions/preloadAll``: all frames, which the image holds from then on.
    /// - neither: just the first frame, unless `baseImage` is given. Others are decoded by who plays
    ///   them, from ``frameSource``.
    ///
    /// Either way ``imageFrameCount`` is that of the source, and the source's data is kept so that a
    /// cache can store the animation.
    ///
    /// - Parameters:
    ///   - source: The frames.
    ///   - options: Scale, and which frames to decode at once.
    ///   - baseImage: The image to attach the source to and return, where nothing but the first
    ///     frame would be decoded; nil for a new one.
    /// - Returns: The image, or nil when its first frame cannot be decoded. Frames behind a damaged one
    ///   are left out.
    public static func animatedImage(
        source: any ImageFrameSource, options: ImageCreatingOptions,
        baseImage: KFCrossPlatformImage? = nil
    ) -> KFCrossPlatformImage? {
        let isLazy = !options.onlyFirstFrame && !options.preloadAll
        let image: KFCrossPlatformImage?
        var durations: [TimeInterval]?
        if options.onlyFirstFrame || isLazy {
            image = (isLazy ? baseImage : nil) ?? firstFrame(of: source, scale: options.scale)
        } else {
            let animation = GIFAnimatedImage(from: source, options: options)
            image = animation.flatMap { preloadedImage(of: $0, options: options) }
            // A loop of another length is shared equally.
            durations = options.duration > 0 ? nil : animation?.durations
        }
        image?.updateAttachedState { state in
            state.frameCount = source.frameCount
            state.animatedData = source.data
            state.creatingOptions = options
            state.frames = isLazy ? LazyFrames(source, options: options) : nil
            // Those that a base image had from another one.
            if isLazy { state.preloaded = nil }
            state.frameDurations = durations
        }
        return image
    }

    private static func firstFrame(
        of source: any ImageFrameSource, scale: CGFloat
    ) -> KFCrossPlatformImage? {
        source.frame(at: 0).map { KFCrossPlatformImage(bitmap: $0, scale: scale) }
    }

    private static func preloadedImage(
        of animation: GIFAnimatedImage, options: ImageCreatingOptions
    ) -> KFCrossPlatformImage? {
        .animatedImage(
            with: animation.images,
            duration: options.duration > 0 ? options.duration : animation.duration)
    }

    /// The frames of an animation; nil for a still image.
    ///
    /// Where they were not decoded yet, this decodes them all.
    var images: [KFCrossPlatformImage]? {
        preloadedFrames?.images ?? base.attachedState.frames?.images
    }

    /// Seconds that one loop takes; 0 for a still image, without end for a single frame.
    var duration: TimeInterval {
        preloadedFrames?.duration ?? base.attachedState.frames?.duration ?? 0
    }

    /// Provides the frames of the animation that the image stands for.
    ///
    /// Nil for images of other formats and for those whose frames were decoded at once.
    public var frameSource: (any ImageFrameSource)? { base.attachedState.frames?.source }

    /// The image source behind ``frameSource``.
    ///
    /// Nil where that is nil or a source of another kind.
    public var imageSource: CGImageSource? {
        (frameSource as? CGImageFrameSource)?.imageSource
    }

    /// Whether the image stands for an animation, of one frame or more, that can be played.
    ///
    /// Decodes nothing.
    var hasFrames: Bool { preloadedFrames != nil || base.attachedState.frames != nil }
}
