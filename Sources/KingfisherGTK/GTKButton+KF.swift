public import Kingfisher

@MainActor
extension KingfisherWrapper where Base: GTKButton {
    /// Loads an image from a source and shows it as the image of a state.
    ///
    /// - Parameters:
    ///   - source: What to load. Nil shows the placeholder and fails at once.
    ///   - state: The state of the button that the image is for.
    ///   - placeholder: Shown until the image is there. Default nil: nothing.
    ///   - options: Options after the shared manager's defaults. Default none.
    ///   - progressBlock: Called on the main thread with received and expected bytes as they arrive.
    ///   - completionHandler: Called exactly once on the main thread, whatever the callback queue.
    /// - Returns: The task of the load; nil when nothing had to be loaded.
    @discardableResult
    public func setImage(
        with source: Source?, for state: GTKControlState, placeholder: RasterImage? = nil,
        options: KingfisherOptionsInfo? = nil, progressBlock: DownloadProgressBlock? = nil,
        completionHandler: (
            @MainActor @Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void
        )? = nil
    ) -> DownloadTask? {
        ImageSettingEngine.setImage(
            in: ButtonSlot(button: base, layer: .image, state: state), with: source,
            placeholder: placeholder, options: options, progressBlock: progressBlock,
            completionHandler: completionHandler)
    }

    /// Loads an image from a URL or another resource and shows it as the image of a state.
    ///
    /// Like the call with a source; a file URL is read from disk.
    @discardableResult
    public func setImage(
        with resource: (any Resource)?, for state: GTKControlState, placeholder: RasterImage? = nil,
        options: KingfisherOptionsInfo? = nil, progressBlock: DownloadProgressBlock? = nil,
        completionHandler: (
            @MainActor @Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void
        )? = nil
    ) -> DownloadTask? {
        setImage(
            with: resource?.convertToSource(), for: state, placeholder: placeholder,
            options: options,
            progressBlock: progressBlock, completionHandler: completionHandler)
    }

    /// Loads an image from a source and shows it as the background of a state.
    ///
    /// - Parameters:
    ///   - source: What to load. Nil shows the placeholder and fails at once.
    ///   - state: The state of the button that the image is for.
    ///   - placeholder: Shown until the image is there. Default nil: nothing.
    ///   - options: Options after the shared manager's defaults. Default none.
    ///   - progressBlock: Called on the main thread with received and expected bytes as they arrive.
    ///   - completionHandler: Called exactly once on the main thread, whatever the callback queue.
    /// - Returns: The task of the load; nil when nothing had to be loaded.
    @discardableResult
    public func setBackgroundImage(
        with source: Source?, for state: GTKControlState, placeholder: RasterImage? = nil,
        options: KingfisherOptionsInfo? = nil, progressBlock: DownloadProgressBlock? = nil,
        completionHandler: (
            @MainActor @Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void
        )? = nil
    ) -> DownloadTask? {
        ImageSettingEngine.setImage(
            in: ButtonSlot(button: base, layer: .background, state: state), with: source,
            placeholder: placeholder, options: options, progressBlock: progressBlock,
            completionHandler: completionHandler)
    }

    /// Loads an image from a URL or another resource and shows it as the background of a state.
    ///
    /// Like the call with a source; a file URL is read from disk.
    @discardableResult
    public func setBackgroundImage(
        with resource: (any Resource)?, for state: GTKControlState, placeholder: RasterImage? = nil,
        options: KingfisherOptionsInfo? = nil, progressBlock: DownloadProgressBlock? = nil,
        completionHandler: (
            @MainActor @Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void
        )? = nil
    ) -> DownloadTask? {
        setBackgroundImage(
            with: resource?.convertToSource(), for: state, placeholder: placeholder,
            options: options,
            progressBlock: progressBlock, completionHandler: completionHandler)
    }

    /// Identifies the load of the image of a state; nil when there is none.
    public func taskIdentifier(for state: GTKControlState) -> Source.Identifier.Value? {
        base.tracker(of: .image, for: state).identifier
    }

    /// Identifies the load of the background of a state; nil when there is none.
    public func backgroundTaskIdentifier(for state: GTKControlState) -> Source.Identifier.Value? {
        base.tracker(of: .background, for: state).identifier
    }

    /// Cancels the loads of the images of all states.
    public func cancelImageDownloadTask() { base.cancelLoads(of: .image) }

    /// Cancels the loads of the backgrounds of all states.
    public func cancelBackgroundImageDownloadTask() { base.cancelLoads(of: .background) }
}
