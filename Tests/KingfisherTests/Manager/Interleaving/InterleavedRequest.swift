import Foundation
import Locking

@testable import Kingfisher

/// A request of a schedule: what it asks for, what was done to it, and what became of it.
final class InterleavedRequest: Sendable {
    typealias Outcome = Result<RetrieveImageResult, KingfisherError>

    /// What it asks for.
    struct Plan: Sendable {
        var sources: [Source] = []
        var onlyFromCache = false
        var processorFails = false
        var options = KingfisherParsedOptionsInfo(nil)
    }

    private struct State {
        var handles: [DownloadTask] = []
        var wasCancelled = false
        var isStale = false
        var outcomes: [Outcome] = []
        var completedOn: [String?] = []
        var completionEvents = 0
    }

    let plan: Plan
    private let state = Locked(State())

    init(_ plan: Plan) { self.plan = plan }

    var isCurrent: Bool { state.withLock { !$0.isStale } }
    var isCompleted: Bool { state.withLock { !$0.outcomes.isEmpty } }

    func adopt(_ task: DownloadTask?) {
        guard let task else { return }
        state.withLock { $0.handles.append(task) }
    }

    /// Takes the handle that the call returned, which is the oldest one.
    func adoptFirst(_ task: DownloadTask?) {
        guard let task else { return }
        state.withLock { $0.handles.insert(task, at: 0) }
    }

    /// Cancels the newest handle, or all.
    func cancel(all: Bool = false) {
        let handles = state.withLock { state in
            state.wasCancelled = true
            return all ? state.handles : Array(state.handles.suffix(1))
        }
        handles.forEach { $0.cancel() }
    }

    func becomeStale() { state.withLock { $0.isStale = true } }

    func complete(_ outcome: Outcome, on queue: String?) {
        state.withLock { state in
            state.outcomes.append(outcome)
            state.completedOn.append(queue)
        }
    }

    /// What is wrong with how the request ended; nil when nothing is.
    var problem: String? {
        let state = state.withLock { $0 }
        guard state.outcomes.count == 1, let outcome = state.outcomes.first else {
            return "\(state.outcomes.count) completions"
        }
        guard state.completionEvents == 1 else { return "\(state.completionEvents) events" }
        guard state.completedOn == ["callback"] else { return "completed on \(state.completedOn)" }
        switch outcome {
        case .success(let result):
            guard plan.sources.contains(result.source) else { return "another source" }
            return result.originalSource == plan.sources.first ? nil : "another original source"
        case .failure(let error):
            return isPossible(error, state) ? nil : "ended with \(error.errorCode)"
        }
    }

    private func isPossible(_ error: KingfisherError, _ state: State) -> Bool {
        let isOnlyOne = plan.sources.count == 1 || state.isStale
        switch error {
        case .requestError(reason: .taskCancelled),
            .requestError(reason: .asyncTaskContextCancelled):
            return state.wasCancelled
        case .cacheError(reason: .imageNotExisting):
            return state.isStale || plan.onlyFromCache && isOnlyOne
        case .cacheError(reason: .cannotLoadDataFromDisk): return isOnlyOne
        case .responseError(reason: .URLSessionError): return isOnlyOne && !plan.onlyFromCache
        case .processorError(reason: .processingFailed): return isOnlyOne && plan.processorFails
        case .imageSettingError(reason: .alternativeSourcesExhausted(let errors)):
            return plan.sources.count > 1 && errors.map(\.source) == plan.sources
                && !errors.contains { $0.error.isTaskCancelled }
        default: return false
        }
    }
}

extension InterleavedRequest: ImageEventObserver {
    func observe(_ event: ImageEvent) {
        guard case .completed = event.kind else { return }
        state.withLock { $0.completionEvents += 1 }
    }
}
