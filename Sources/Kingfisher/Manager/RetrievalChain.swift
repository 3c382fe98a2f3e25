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

    private struct State {
        /// Attempts that have begun.
        var attemptCount = 0
        /// What the newest attempt is for.
        var source: Source
        /// The newest handle, and the number of the attempt that it belongs to.
        var task: DownloadTask?
        var taskAttempt = 0
        var isCancelled = false
        /// What a strategy was told last; waits for its answer where true.
        var retryContext: RetryContext?
        var awaitsAnswer = false
        var isCompleted = false
    }

    private let events: RequestEvents?
    private let isAwaited: Bool
    private let downloadTaskUpdated: DownloadTaskUpdatedBlock?
    private let completionHandler: Locked<(@Sendable (Outcome) -> Void)?>
    private let state: Locked<State>

    /// Creates a chain.
    ///
    /// - Parameters:
    ///   - manager: Has the caches and the downloader.
    ///   - context: The request.
    ///   - events: Those that the steps of the request are told to; nil when nobody observes it.
    ///   - isAwaited: Whether somebody wants the image; without one, a cached image is read only.
    ///   - downloadTaskUpdated: Receives handles of loads that begin after ``start()`` returned.
    ///   - completionHandler: Receives the outcome.
    init(
        manager: KingfisherManager, context: RetrievingContext<Source>, events: RequestEvents?,
        isAwaited: Bool, downloadTaskUpdated: DownloadTaskUpdatedBlock?,
        completionHandler: (@Sendable (Outcome) -> Void)?
    ) {
        self.manager = manager
        self.context = context
        self.events = events
        self.isAwaited = isAwaited
        self.downloadTaskUpdated = downloadTaskUpdated
        self.completionHandler = Locked(completionHandler)
        state = Locked(State(source: context.originalSource))
    }

    /// Begins with the source that was asked for.
    ///
    /// - Returns: The handle of a load that started at once, or the shell of a probe that runs.
    func start() -> DownloadTask? {
        let source = context.originalSource
        // Nobody waits for the first attempt's handle through a callback: it is returned. Only a
        // load that begins after that return has to be announced.
        let number = nextAttemptNumber(for: source)
        let announcement = TaskAnnouncement(
            update: update(of: number), announcesOwnStart: false)
        let task = attempt(source, number, announcement: announcement)
        if let task { adopt(task, returnedBy: number) }
        // A handle that is not initialized yet is only reachable through the request modifier,
        // unless it is the shell of a probe.
        return task.flatMap { $0.isInitialized || context.options.probesAsynchronously ? $0 : nil }
    }

    /// Begins a later attempt, whose handle is announced before its outcome counts.
    private func startLaterAttempt(_ source: Source) {
        guard !state.withLock({ $0.isCancelled }) else {
            complete(.failure(cancellation))
            return
        }
        let number = nextAttemptNumber(for: source)
        let announcement = TaskAnnouncement(update: update(of: number), announcesOwnStart: true)
        announcement.holdOutcomes()
        let task = attempt(source, number, announcement: announcement)
        announcement.attemptReturned(task)
    }

    private func nextAttemptNumber(for source: Source) -> Int {
        state.withLock { state in
            state.source = source
            state.attemptCount += 1
            return state.attemptCount
        }
    }

    private func attempt(
        _ source: Source, _ number: Int, announcement: TaskAnnouncement
    ) -> DownloadTask? {
        events?.post(.attemptBegan(source))
        return RetrievalAttempt(
            manager: manager, context: context, source: source, isAwaited: isAwaited,
            announcement: announcement,
            onTask: { [self] task in adopt(task, startedBy: number) },
            onOutcome: { [self] outcome, isFinal in
                announcement.afterAnnouncement {
                    self.attemptEnded(source, with: outcome, isFinal: isFinal)
                }
            }
        ).start()
    }

    // MARK: After an attempt

    private func attemptEnded(_ source: Source, with outcome: Outcome, isFinal: Bool) {
        // A cancellation completes the request while its attempt is still at it.
        guard !state.withLock({ $0.isCompleted }) else { return }
        switch outcome {
        case .success:
            complete(outcome)
        case .failure(let error):
            attemptFailed(source, with: error, isFinal: isFinal)
        }
    }

    private func attemptFailed(
        _ source: Source, with error: KingfisherError, isFinal: Bool
    ) {
        events?.post(.attemptFailed(error))
        // Nobody waits any more, or somebody said stop: nothing is tried in their place.
        if isFinal || context.options.isSourceTaskStale || error.isCancellation {
            complete(.failure(error))
            return
        }
        goOn(after: source, failedWith: error, isGivenUp: false)
    }

    private func goOn(
        after source: Source, failedWith error: KingfisherError, isGivenUp: Bool
    ) {
        let isConstrained = error.isLowDataModeConstrained
        switch context.nextStep(isConstrained: isConstrained, isGivenUp: isGivenUp) {
        case .lowData(let next):
            startLaterAttempt(next)
        case .question(let strategy):
            consult(strategy, about: source, failedWith: error)
        case .alternative(let next):
            context.appendError(error, to: source)
            startLaterAttempt(next)
        case .end where isConstrained || context.propagationErrors.isEmpty:
            complete(.failure(error))
        case .end:
            let errors = context.appendError(error, to: source)
            complete(.failure(.imageSettingError(reason: .alternativeSourcesExhausted(errors))))
        }
    }

    private func consult(
        _ strategy: any RetryStrategy, about source: Source, failedWith error: KingfisherError
    ) {
        let (consultation, isCancelled) = beginConsultation(after: error)
        guard !isCancelled else {
            complete(.failure(cancellation))
            return
        }
        let answered = Locked(false)
        strategy.retry(context: consultation) { [self] decision in
            let isFirstAnswer = answered.withLock { answered in
                defer { answered = true }
                return !answered
            }
            guard isFirstAnswer, takesAnswer() else { return }
            switch decision {
            case .retry(let userInfo):
                consultation.userInfo = userInfo
                retry(source, failedWith: error)
            case .stop:
                goOn(after: source, failedWith: error, isGivenUp: true)
            }
        }
    }

    private func beginConsultation(
        after error: KingfisherError
    ) -> (context: RetryContext, isCancelled: Bool) {
        state.withLock { state in
            state.awaitsAnswer = !state.isCancelled
            if let known = state.retryContext {
                known.error = error
                return (known.increaseRetryCount(), state.isCancelled)
            }
            let first = RetryContext(source: context.originalSource, error: error)
            state.retryContext = first
            return (first, state.isCancelled)
        }
    }

    /// Whether an answer still counts; it does not after a cancellation.
    private func takesAnswer() -> Bool {
        state.withLock { state in
            defer { state.awaitsAnswer = false }
            return state.awaitsAnswer
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

    // MARK: Cancelling

    /// Gives the request up, whatever it is doing, and completes it.
    ///
    /// Reaches what no handle stands for as well: a look into a cache, and a load whose request is
    /// still being modified, which is cancelled once it is known.
    func cancel() {
        let (current, waiting) = beginCancellation()
        current?.cancel()
        waiting?.cancel()
        complete(.failure(cancellation))
    }

    /// Passes a handle of an attempt on to the caller.
    private func update(of number: Int) -> DownloadTaskUpdatedBlock {
        { [self] task in
            if let task { adopt(task, returnedBy: number) }
            downloadTaskUpdated?(task)
        }
    }

    /// Adopts the handle of a load that begins now; an attempt may load more than once.
    private func adopt(_ task: DownloadTask, startedBy number: Int) {
        adopt(task) { state in
            state.task = task
            state.taskAttempt = number
        }
    }

    /// Adopts the handle that an attempt gave back, unless a load that began since has a newer one.
    private func adopt(_ task: DownloadTask, returnedBy number: Int) {
        adopt(task) { state in
            guard state.taskAttempt < number else { return }
            state.task = task
            state.taskAttempt = number
        }
    }

    /// Has a handle stand for the whole load, which may go on after the download behind it failed.
    private func adopt(_ task: DownloadTask, _ note: (inout State) -> Void) {
        let isCancelled = state.withLock { state in
            note(&state)
            return state.isCancelled
        }
        task.whenCancelled { [weak self, weak task] in
            self?.cancelled(by: task)
        }
        // The cancellation may have come while nothing was there to cancel.
        if isCancelled { task.cancel() }
    }

    /// Ends a wait for a retry, or the attempt that took the place of the handle's.
    private func cancelled(by handle: DownloadTask?) {
        let (current, waiting) = beginCancellation()
        if let waiting {
            waiting.cancel()
            complete(.failure(cancellation))
        } else if let current, current !== handle {
            current.cancel()
        }
    }

    /// Has nothing begin any more.
    ///
    /// - Returns: The newest handle, and what a strategy that is waited for was told.
    private func beginCancellation() -> (current: DownloadTask?, waiting: RetryContext?) {
        state.withLock { state in
            state.isCancelled = true
            defer { state.awaitsAnswer = false }
            return (state.task, state.awaitsAnswer ? state.retryContext : nil)
        }
    }

    /// The error of a request that was cancelled: that of its newest load, if there is one.
    var cancellation: KingfisherError {
        let (task, source) = state.withLock { ($0.task, $0.source) }
        if let sessionTask = task?.sessionTask, let token = task?.cancelToken {
            return .requestError(reason: .taskCancelled(task: sessionTask, token: token))
        }
        if case .provider(let provider) = source, task?.isInitialized == true {
            return .requestError(reason: .dataProviderCancelled(provider: provider))
        }
        return .requestError(reason: .asyncTaskContextCancelled)
    }

    private func complete(_ outcome: Outcome) {
        let isFirst = state.withLock { state in
            defer { state.isCompleted = true }
            // What a strategy keeps there must not keep the request.
            state.retryContext = nil
            return !state.isCompleted
        }
        guard isFirst else { return }
        guard let events else {
            deliver(outcome)
            return
        }
        // Another thread may be telling the observers of an earlier event; they hear of this first.
        events.post(.completed(outcome)) { [self] in deliver(outcome) }
    }

    private func deliver(_ outcome: Outcome) {
        let handler = completionHandler.withLock { handler in
            defer { handler = nil }
            return handler
        }
        context.options.callbackQueue.deliver(outcome, to: handler)
    }
}
