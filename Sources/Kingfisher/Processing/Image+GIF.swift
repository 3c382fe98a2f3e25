public import Foundation

extension KingfisherWrapper where Base: KFCrossPlatformImage {
    /// The animation that the image was made of, as GIF.
    ///
    /// A GIF comes back as it was received, whichever frames of it were decoded. Other animations,
    /// such as WebP, are encoded anew with their delays; that takes time and memory for all frames.
    ///
    /// - Returns: The bytes; nil for images of still formats, or without a frame that can be decoded.
    public func gifRepresentation() -> Data? {
        guard let data = animatedImageData else { return nil }
        return data.kf.imageFormat == .GIF ? data : encodedGIF(of: data)
    }

    /// A GIF of the frames in data, or of those at hand where they are in a format of the caller's.
    private func encodedGIF(of data: Data) -> Data? {
        let limits = imageCreatingOptions?.decodeLimits ?? .default
        // The data has all frames with their delays, also where the image holds the first alone.
        if let source = CGImageFrameSource(data: data, limits: limits) {
            return PlatformImageCoder.gif(
                source.timedFrames, loopCount: PlatformImageSource.loopCount(of: source.imageSource)
            )
        }
        return PlatformImageCoder.gif(
            frameSource?.copy().timedFrames ?? preloadedTimedFrames, loopCount: 0)
    }

    /// The frames that were decoded at once.
    private var preloadedTimedFrames: [TimedFrame] {
        guard let frames = preloadedFrames, let durations = preloadedDurations else { return [] }
        return zip(frames.images, durations).compactMap { image, duration in
            let seconds = duration.isFinite ? duration : GIFAnimatedImage.defaultFrameDuration
            return image.kf.cgImage.map { TimedFrame(image: $0, duration: seconds) }
        }
    }
}

/// A frame and how long it is shown.
struct TimedFrame {
    /// The whole canvas while the frame is shown.
    let image: CGImage
    /// Seconds.
    let duration: TimeInterval
}

extension ImageFrameSource {
    /// All frames up to one that cannot be decoded.
    fileprivate var timedFrames: [TimedFrame] {
        var frames: [TimedFrame] = []
        for index in 0..<max(0, frameCount) {
            guard let frame = frame(at: index) else { break }
            frames.append(TimedFrame(image: frame, duration: duration(at: index)))
        }
        return frames
    }
}
