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
    ///   ``KingfisherError``; after a later cancellation at once that of the load, or
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
        if let hit = memoryHit(for: source, options: options) { return hit }
        let bridge = AsyncRetrieval()
        let callerChecker = options.sourceTaskIdentifierChecker
        var options = options
        options.sourceTaskIdentifierChecker = {
            !bridge.isCancelled && (callerChecker?() ?? true)
        }
        if let progressBlock {
            options.add(ImageLoadingProgressSideEffect(progressBlock))
        }
        let chain = chain(
            of: source, options: options, downloadTaskUpdated: nil, progressiveImageSetter: nil,
            completionHandler: { bridge.finish(with: $0) })
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                if bridge.begin(chain, continuation) { _ = chain.start() }
            }
        } onCancel: {
            bridge.cancel()
        }
    }
}

/// Joins a Swift task that waits to a request that calls back.
///
/// The continuation is resumed exactly once, by a cancellation at once.
private final class AsyncRetrieval: Sendable {
    private struct State {
        var continuation: CheckedContinuation<RetrieveImageResult, any Error>?
        var chain: RetrievalChain?
        var isCancelled = false

        mutating func end() -> CheckedContinuation<RetrieveImageResult, any Error>? {
            defer { (continuation, chain) = (nil, nil) }
            return continuation
        }
    }

    private let state = Locked(State())

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Takes the request and what waits for it.
    ///
    /// - Returns: Whether to start it; false when the task was cancelled before, which resumes it.
    func begin(
        _ chain: RetrievalChain, _ continuation: CheckedContinuation<RetrieveImageResult, any Error>
    ) -> Bool {
        let begins = state.withLock { state in
            if !state.isCancelled { (state.chain, state.continuation) = (chain, continuation) }
            return !state.isCancelled
        }
        if !begins { continuation.resume(throwing: chain.cancellation) }
        return begins
    }

    func finish(with result: Result<RetrieveImageResult, KingfisherError>) {
        state.withLock { $0.end() }?.resume(with: result.mapError { $0 as any Error })
    }

    func cancel() {
        let chain = state.withLock { state in
            state.isCancelled = true
            return state.chain
        }
        guard let chain else { return }
        chain.cancel()
        // The callback queue may have the outcome still to deliver; nobody has to wait for that.
        finish(with: .failure(chain.cancellation))
    }
}
