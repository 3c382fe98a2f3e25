import Foundation
import Locking

extension KingfisherManager {
    /// Finds or loads the image of a resource.
    ///
    /// - Parameters:
    ///   - resource: What to load. A file URL is read from disk.
    ///   - options: Options of this request. Default nil.
    ///   - progressBlock: Called on the main queue as bytes arrive. Default nil.
    /// - Returns: The image and where it came from.
    /// - Throws: `CancellationError` when the surrounding task is cancelled already, otherwise a
    ///   ``KingfisherError``; after a later cancellation that of the load, or
    ///   `KingfisherError.requestError(.asyncTaskContextCancelled)` when none had begun.
    public func retrieveImage(
        with resource: any Resource, options: KingfisherOptionsInfo? = nil,
        progressBlock: DownloadProgressBlock? = nil
    ) async throws -> RetrieveImageResult {
        try await retrieveImage(
            with: resource.convertToSource(), options: options, progressBlock: progressBlock)
    }

    /// Finds or loads the image of a source.
    ///
    /// See ``retrieveImage(with:options:progressBlock:)`` for parameters and errors.
    public func retrieveImage(
        with source: Source, options: KingfisherOptionsInfo? = nil,
        progressBlock: DownloadProgressBlock? = nil
    ) async throws -> RetrieveImageResult {
        try await retrieveImage(
            with: source, options: parsedOptions(options), progressBlock: progressBlock)
    }

    func retrieveImage(
        with source: Source, options: KingfisherParsedOptionsInfo,
        progressBlock: DownloadProgressBlock? = nil
    ) async throws -> RetrieveImageResult {
        try Task.checkCancellation()
        let bridge = AsyncRetrieval()
        let callerChecker = options.sourceTaskIdentifierChecker
        var options = options
        options.sourceTaskIdentifierChecker = {
            !bridge.isCancelled && (callerChecker?() ?? true)
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard bridge.begin(continuation) else { return }
                let task = retrieveImage(
                    with: source, options: options, progressBlock: progressBlock,
                    downloadTaskUpdated: { bridge.adopt($0) },
                    completionHandler: { bridge.finish(with: $0) })
                bridge.adopt(task)
            }
        } onCancel: {
            bridge.cancel()
        }
    }
}

/// Joins a Swift task that waits to a request that calls back.
///
/// The continuation is resumed exactly once. A cancellation is remembered: a handle that becomes
/// known afterwards is cancelled at once.
private final class AsyncRetrieval: Sendable {
    private typealias Continuation = CheckedContinuation<RetrieveImageResult, any Error>

    private struct State {
        var continuation: Continuation?
        var task: DownloadTask?
        var isCancelled = false
    }

    private let state = Locked(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Takes the continuation.
    ///
    /// - Returns: Whether to begin; false when the task was cancelled before, which resumes it.
    func begin(_ continuation: CheckedContinuation<RetrieveImageResult, any Error>) -> Bool {
        let begins = state.withLock { state in
            if !state.isCancelled { state.continuation = continuation }
            return !state.isCancelled
        }
        if !begins { continuation.resume(throwing: AsyncRetrieval.contextCancelled) }
        return begins
    }

    /// Takes the newest handle.
    func adopt(_ task: DownloadTask?) {
        guard let task else { return }
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    func finish(with result: Result<RetrieveImageResult, KingfisherError>) {
        takeContinuation()?.resume(with: result.mapError { $0 as any Error })
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        if let task {
            // The load ends with an error of its own, which names the task.
            task.cancel()
        } else {
            takeContinuation()?.resume(throwing: AsyncRetrieval.contextCancelled)
        }
    }

    private func takeContinuation() -> Continuation? {
        state.withLock { state in
            defer { state.continuation = nil }
            return state.continuation
        }
    }

    private static let contextCancelled = KingfisherError.requestError(
        reason: .asyncTaskContextCancelled)
}
