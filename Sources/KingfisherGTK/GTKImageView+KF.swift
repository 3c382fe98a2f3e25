public import Kingfisher

@MainActor
extension KingfisherWrapper where Base: GTKImageView {
    private var slot: ImageViewSlot { ImageViewSlot(view: base) }

    /// Identifies the load that is under way; nil when there is none, and inside its completion.
    public var taskIdentifier: Source.Identifier.Value? { base.loading.tracker.identifier }

    /// Cancels the load that is under way.
    ///
    /// Its completion is called with an error, and its image is not shown even if it was nearly
    /// ready. Does nothing when nothing is loaded.
    public func cancelDownloadTask() { base.loading.tracker.cancel() }

    /// What stands in for the image; nil once the image or a failure image is shown.
    public var placeholder: (any Placeholder)? { base.loading.placeholder }

    /// Shows that the view is loading; nil for ``KingfisherGTK/IndicatorType/none``.
    public var indicator: (any Indicator)? { base.loading.indicator }

    /// The kind of ``indicator``.
    ///
    /// Setting it makes a new one.
    ///
    /// Default ``KingfisherGTK/IndicatorType/none``. A load shows the indicator that is there when it begins.
    public var indicatorType: IndicatorType {
        get { base.loading.indicatorType }
        nonmutating set { base.setIndicator(newValue) }
    }

    /// Loads an image from a source and shows it in the view.
    ///
    /// - Parameters:
    ///   - source: What to load. Nil shows the placeholder and fails at once.
    ///   - placeholder: An image or a view, shown until the image is there. Default nil: nothing.
    ///   - options: Options after the shared manager's defaults. Default none.
    ///   - progressBlock: Called on the main thread with received and expected bytes as they arrive.
    ///     Not called when the length is unknown or nothing is downloaded.
    ///   - completionHandler: Called exactly once on the main thread, whatever the callback queue:
    ///     after the image was set, after a failure, or, when a newer call took this one's place,
    ///     with an error whose ``KingfisherError/isNotCurrentTask`` is true.
    /// - Returns: The task of the load; nil when nothing had to be loaded.
    @discardableResult
    public func setImage(
        with source: Source?, placeholder: (any Placeholder)? = nil,
        options: KingfisherOptionsInfo? = nil, progressBlock: DownloadProgressBlock? = nil,
        completionHandler: (
            @MainActor @Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void
        )? = nil
    ) -> DownloadTask? {
        ImageSettingEngine.setImage(
            in: slot, with: source, placeholder: placeholder, options: options,
            progressBlock: progressBlock, completionHandler: completionHandler)
    }

    /// Loads an image from a source and shows it in the view.
    ///
    /// Like the call with a source, without progress; a trailing closure is the completion.
    @discardableResult
    public func setImage(
        with source: Source?, placeholder: (any Placeholder)? = nil,
        options: KingfisherOptionsInfo? = nil,
        completionHandler: (
            @MainActor @Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void
        )? = nil
    ) -> DownloadTask? {
        setImage(
            with: source, placeholder: placeholder, options: options,
            progressBlock: nil, completionHandler: completionHandler)
    }

    /// Loads an image from a URL or another resource and shows it in the view.
    ///
    /// Like the call with a source; a file URL is read from disk.
    @discardableResult
    public func setImage(
        with resource: (any Resource)?, placeholder: (any Placeholder)? = nil,
        options: KingfisherOptionsInfo? = nil, progressBlock: DownloadProgressBlock? = nil,
        completionHandler: (
            @MainActor @Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void
        )? = nil
    ) -> DownloadTask? {
        setImage(
            with: resource?.convertToSource(), placeholder: placeholder, options: options,
            progressBlock: progressBlock, completionHandler: completionHandler)
    }

    /// Loads an image from a URL or another resource and shows it in the view.
    ///
    /// Like the call with a source, without progress; a file URL is read from disk.
    @discardableResult
    public func setImage(
        with resource: (any Resource)?, placeholder: (any Placeholder)? = nil,
        options: KingfisherOptionsInfo? = nil,
        completionHandler: (
            @MainActor @Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void
        )? = nil
    ) -> DownloadTask? {
        setImage(
            with: resource?.convertToSource(), placeholder: placeholder, options: options,
            progressBlock: nil, completionHandler: completionHandler)
    }

    /// Loads an image whose data a provider gives and shows it in the view.
    ///
    /// Like the call with a source; nil fails at once.
    @discardableResult
    public func setImage(
        with provider: (any ImageDataProvider)?, placeholder: (any Placeholder)? = nil,
        options: KingfisherOptionsInfo? = nil, progressBlock: DownloadProgressBlock? = nil,
        completionHandler: (
            @MainActor @Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void
        )? = nil
    ) -> DownloadTask? {
        setImage(
            with: provider?.convertToSource(), placeholder: placeholder, options: options,
            progressBlock: progressBlock, completionHandler: completionHandler)
    }

    /// Loads an image whose data a provider gives and shows it in the view.
    ///
    /// Like the call with a source, without progress; nil fails at once.
    @discardableResult
    public func setImage(
        with provider: (any ImageDataProvider)?, placeholder: (any Placeholder)? = nil,
        options: KingfisherOptionsInfo? = nil,
        completionHandler: (
            @MainActor @Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void
        )? = nil
    ) -> DownloadTask? {
        setImage(
            with: provider?.convertToSource(), placeholder: placeholder, options: options,
            progressBlock: nil, completionHandler: completionHandler)
    }
}
