public import Foundation

extension KFOptionSetter {
    /// Sets the pixels for each point of images made from data.
    ///
    /// - Parameter factor: Above 0; 1 unless set.
    /// - Returns: The changed setter.
    public func scaleFactor(_ factor: CGFloat) -> Self {
        setting(\.scaleFactor, to: factor)
    }

    /// Says how much the image may ask for before it is refused.
    ///
    /// - Parameter limits: The limits; nil takes `DecodeLimits.default`.
    /// - Returns: The changed setter.
    public func decodeLimits(_ limits: DecodeLimits?) -> Self {
        setting(\.decodeLimits, to: limits)
    }

    /// Decodes the image before it is delivered.
    ///
    /// - Parameter enabled: Whether to do so. Default true.
    /// - Returns: The changed setter.
    public func backgroundDecode(_ enabled: Bool = true) -> Self {
        setting(\.backgroundDecode, to: enabled)
    }

    /// Says where processors run.
    ///
    /// - Parameter queue: The queue; nil means queues of the manager and the downloader.
    /// - Returns: The changed setter.
    public func processingQueue(_ queue: CallbackQueue?) -> Self {
        setting(\.processingQueue, to: queue)
    }

    /// Shows a progressive JPEG while it is downloaded.
    ///
    /// - Parameter progressive: How; nil not at all. Default ``ImageProgressive/init()``.
    /// - Returns: The changed setter.
    public func progressiveJPEG(_ progressive: ImageProgressive? = .init()) -> Self {
        setting(\.progressiveJPEG, to: progressive)
    }

    /// Says what a view shows after a failure.
    ///
    /// - Parameter image: The image; nil clears the view.
    /// - Returns: The changed setter.
    public func onFailureImage(_ image: KFCrossPlatformImage?) -> Self {
        setting(\.onFailureImage, to: .some(image))
    }

    /// Changes the delivered image without being cached.
    ///
    /// - Parameter modifier: The modifier; nil changes nothing.
    /// - Returns: The changed setter.
    public func imageModifier(_ modifier: (any ImageModifier)?) -> Self {
        setting(\.imageModifier, to: modifier)
    }

    /// Changes the delivered image without being cached.
    ///
    /// - Parameter block: Changes the image in place. When it throws, the image stays as it was.
    /// - Returns: The changed setter.
    public func imageModifier(
        _ block: @escaping @Sendable (inout KFCrossPlatformImage) throws -> Void
    ) -> Self {
        imageModifier(
            AnyImageModifier { image in
                var image = image
                try block(&image)
                return image
            })
    }

    /// Processes the image with one processor, in place of those before.
    ///
    /// - Parameter processor: The processor.
    /// - Returns: The changed setter.
    public func setProcessor(_ processor: any ImageProcessor) -> Self {
        setting(\.processor, to: processor)
    }

    /// Processes the image with processors, one after the other, in place of those before.
    ///
    /// - Parameter processors: The processors, first one first. Empty means the default processor.
    /// - Returns: The changed setter.
    public func setProcessors(_ processors: [any ImageProcessor]) -> Self {
        guard let first = processors.first else {
            return setProcessor(DefaultImageProcessor.default)
        }
        return setProcessor(processors.dropFirst().reduce(first) { $0 |> $1 })
    }

    /// Processes the image with another processor after those before.
    ///
    /// After the default processor the identifier becomes `|>` and the new one's, which differs
    /// from that of the processor alone.
    ///
    /// - Parameter processor: The processor.
    /// - Returns: The changed setter.
    public func appendProcessor(_ processor: any ImageProcessor) -> Self {
        setting { $0.processor = $0.processor |> processor }
    }
}

extension KFOptionSetter {
    /// Animates the change to images from a cache too.
    ///
    /// - Parameter enabled: Whether to. Default true.
    /// - Returns: The changed setter.
    public func forceTransition(_ enabled: Bool = true) -> Self {
        setting(\.forceTransition, to: enabled)
    }
}
