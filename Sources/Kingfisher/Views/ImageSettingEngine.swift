/// How a view is told of the outcome of a load, on the main thread.
package typealias ImageSettingCompletion =
    @MainActor @Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void

/// Loads images into slots: the one implementation behind every `setImage`.
///
/// The order of events is part of the contract: the placeholder is there when the call returns; when
/// the outcome arrives, activity ends, the request is closed, the slot changes, the handler is called.
@MainActor
package struct ImageSettingEngine<Slot: ImageSlot> {
    private let slot: Slot
    private let source: Source
    private let options: KingfisherParsedOptionsInfo
    private let request: ImageRequestTracker.Request
    private let endActivity: @MainActor () -> Void
    private let completionHandler: ImageSettingCompletion?

    /// Loads an image and shows it.
    ///
    /// - Parameters:
    ///   - slot: Where to show it.
    ///   - source: What to load. Nil shows the placeholder and fails at once.
    ///   - placeholder: What to show meanwhile.
    ///   - options: The options, defaults included.
    ///   - progressBlock: Called on the main thread as bytes arrive.
    ///   - completionHandler: Called exactly once on the main thread.
    /// - Returns: The task, if something is loaded.
    package static func setImage(
        in slot: Slot, with source: Source?, placeholder: Slot.Stand?,
        options: KingfisherParsedOptionsInfo, progressBlock: DownloadProgressBlock?,
        completionHandler: ImageSettingCompletion?
    ) -> DownloadTask? {
        guard let source else {
            slot.tracker.invalidate()
            slot.show(placeholder: placeholder, options: options)
            completionHandler?(.failure(.imageSettingError(reason: .emptySource)))
            return nil
        }
        var options = options
        slot.adjust(&options)
        if let progressBlock {
            options.add(ImageLoadingProgressSideEffect(progressBlock))
        }
        let request = slot.tracker.begin()
        if !options.keepCurrentImageWhileLoading || slot.isEmpty {
            slot.show(placeholder: placeholder, options: options)
        }
        let load = ImageSettingEngine(
            slot: slot, source: source, options: options, request: request,
            endActivity: slot.beginActivity(), completionHandler: completionHandler)
        return load.start()
    }

    /// The same with options that come after the shared manager's defaults.
    package static func setImage(
        in slot: Slot, with source: Source?, placeholder: Slot.Stand?,
        options: KingfisherOptionsInfo?, progressBlock: DownloadProgressBlock?,
        completionHandler: ImageSettingCompletion?
    ) -> DownloadTask? {
        setImage(
            in: slot, with: source, placeholder: placeholder,
            options: KingfisherParsedOptionsInfo(
                KingfisherManager.shared.defaultOptions + (options ?? [])),
            progressBlock: progressBlock, completionHandler: completionHandler)
    }

    private func start() -> DownloadTask? {
        let token = request.token
        let task = KingfisherManager.shared.retrieveImage(
            with: source, options: options,
            downloadTaskUpdated: { task in
                onMain { slot.tracker.adopt(task, of: request) }
            },
            progressiveImageSetter: { image in
                onMain {
                    guard slot.tracker.isCurrent(request) else { return }
                    slot.show(partial: image, options: options)
                }
            },
            referenceTaskIdentifierChecker: { !token.isCancelled },
            completionHandler: { outcome in
                onMain { finish(outcome) }
            })
        // A result that arrived already has closed the request, and nothing is kept.
        slot.tracker.adopt(task, of: request)
        return task
    }

    private func finish(_ outcome: Result<RetrieveImageResult, KingfisherError>) {
        endActivity()
        let wasCancelled = request.token.isCancelled
        guard slot.tracker.end(request) else {
            completionHandler?(.failure(notCurrent(outcome)))
            return
        }
        switch outcome {
        case .success(let result) where !wasCancelled:
            slot.show(result: result, options: options) {
                completionHandler?(.success(result))
            }
        case .success:
            // Cancelled too late to stop the work, yet the caller must not see its image.
            fail(notCurrent(outcome))
        case .failure(let error):
            fail(error)
        }
    }

    private func fail(_ error: KingfisherError) {
        if let image = options.onFailureImage { slot.show(failure: image, options: options) }
        completionHandler?(.failure(error))
    }

    private func notCurrent(
        _ outcome: Result<RetrieveImageResult, KingfisherError>
    ) -> KingfisherError {
        switch outcome {
        case .success(let result):
            .imageSettingError(
                reason: .notCurrentSourceTask(result: result, error: nil, source: source))
        case .failure(let error):
            .imageSettingError(
                reason: .notCurrentSourceTask(result: nil, error: error, source: source))
        }
    }
}

/// Runs a block on the main thread, inline when it is the current one.
private func onMain(_ block: @escaping @MainActor @Sendable () -> Void) {
    CallbackQueue.mainCurrentOrAsync.execute { MainActor.assumeIsolated(block) }
}
