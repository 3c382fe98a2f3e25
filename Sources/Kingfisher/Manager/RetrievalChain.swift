import Foundation
import Locking

/// One call of `retrieveImage`: attempts for one source after another until an image is there or
/// nothing is left to try.
///
/// A chain keeps itself and its manager alive until it has completed. It completes exactly once,
/// on the callback queue of the options.
final class RetrievalChain: Sendable {
    typealias Outcome = Result<RetrieveImageResult, KingfisherError>

    let manager: KingfisherManager
    let context: RetrievingContext<Source>

    private let downloadTaskUpdated: DownloadTaskUpdatedBlock?
    private let completionHandler: Locked<(@Sendable (Outcome) -> Void)?>
    private let retryContext = Locked<RetryContext?>(nil)

    init(
        manager: KingfisherManager, context: RetrievingContext<Source>,
        downloadTaskUpdated: DownloadTaskUpdatedBlock?,
        completionHandler: (@Sendable (Outcome) -> Void)?
    ) {
        self.manager = manager
        self.context = context
        self.downloadTaskUpdated = downloadTaskUpdated
        self.completionHandler = Locked(completionHandler)
    }

    /// Begins with the source that was asked for.
    ///
    /// - Returns: The handle of a load that started at once, or the shell of a probe that runs.
    func start() -> DownloadTask? {
        let source = context.originalSource
        // Nobody waits for the first attempt's handle through a callback: it is returned. Only a
        // load that begins after that return has to be announced.
        let announcement = TaskAnnouncement(update: downloadTaskUpdated, announcesOwnStart: false)
        let task = attempt(source, announcement: announcement)
        // A handle that is not initialized yet is only reachable through the request modifier,
        // unless it is the shell of a probe.
        return task.flatMap { $0.isInitialized || context.options.probesAsynchronously ? $0 : nil }
    }

    /// Begins a later attempt, whose handle is announced before its outcome counts.
    private func startLaterAttempt(_ source: Source) {
        let announcement = TaskAnnouncement(update: downloadTaskUpdated, announcesOwnStart: true)
        announcement.holdOutcomes()
        let task = attempt(source, announcement: announcement)
        announcement.attemptReturned(task)
    }

    private func attempt(_ source: Source, announcement: TaskAnnouncement) -> DownloadTask? {
        context.options.events?.post(.attemptBegan(source))
        return RetrievalAttempt(
            manager: manager, context: context, source: source, announcement: announcement,
            onOutcome: { [self] outcome in
                announcement.afterAnnouncement { self.attemptEnded(source, with: outcome) }
            }
        ).start()
    }

    // MARK: After an attempt

    private func attemptEnded(_ source: Source, with outcome: Outcome) {
        switch outcome {
        case .success:
            complete(outcome)
        case .failure(let error):
            attemptFailed(source, with: error)
        }
    }

    private func attemptFailed(_ source: Source, with error: KingfisherError) {
        let options = context.options
        options.events?.post(.attemptFailed(error))
        // Nobody waits any more, or somebody said stop: nothing is tried in their place.
        if options.isSourceTaskStale || error.isCancellation {
            complete(.failure(error))
            return
        }
        if error.isLowDataModeConstrained {
            guard let lowDataSource = context.takeLowDataModeSource() else {
                complete(.failure(error))
                return
            }
            startLaterAttempt(lowDataSource)
            return
        }
        guard let strategy = options.retryStrategy else {
            tryAlternative(after: source, failedWith: error)
            return
        }
        consult(strategy, about: source, failedWith: error)
    }

    private func consult(
        _ strategy: any RetryStrategy, about source: Source, failedWith error: KingfisherError
    ) {
        let consultation = retryContext.withLock { current -> RetryContext in
            if let known = current {
                known.error = error
                return known.increaseRetryCount()
            }
            let first = RetryContext(source: context.originalSource, error: error)
            current = first
            return first
        }
        let answered = Locked(false)
        strategy.retry(context: consultation) { [self] decision in
            let isFirstAnswer = answered.withLock { answered in
                defer { answered = true }
                return !answered
            }
            guard isFirstAnswer else { return }
            switch decision {
            case .retry(let userInfo):
                consultation.userInfo = userInfo
                retry(source, failedWith: error)
            case .stop:
                tryAlternative(after: source, failedWith: error)
            }
        }
    }

    private func retry(_ source: Source, failedWith error: KingfisherError) {
        // The delay of the strategy may have outlived the interest in the image.
        if context.options.isSourceTaskStale {
            complete(.failure(error))
        } else {
            startLaterAttempt(source)
        }
    }

    private func tryAlternative(after source: Source, failedWith error: KingfisherError) {
        if let next = context.popAlternativeSource() {
            context.appendError(error, to: source)
            startLaterAttempt(next)
            return
        }
        guard !context.propagationErrors.isEmpty else {
            complete(.failure(error))
            return
        }
        let errors = context.appendError(error, to: source)
        complete(.failure(.imageSettingError(reason: .alternativeSourcesExhausted(errors))))
    }

    private func complete(_ outcome: Outcome) {
        let handler = completionHandler.withLock { handler in
            defer { handler = nil }
            return handler
        }
        let options = context.options
        options.events?.post(.completed(outcome))
        options.callbackQueue.deliver(outcome, to: handler)
    }
}
