import Foundation

extension KingfisherManager {
    /// Delivers an image that the caches have, or that can be made of what they have.
    ///
    /// - Parameters:
    ///   - source: What to look for.
    ///   - context: The request.
    ///   - downloadTaskUpdated: Receives the handle of a load that has to take the place of an entry,
    ///     which cannot be decoded or which the server has to be asked about. Default nil.
    ///   - completionHandler: Receives the outcome on the callback queue of the options. Without one
    ///     a final image is read, and no more.
    /// - Returns: Whether the caches have it. Otherwise nothing is begun, and nothing is called.
    func retrieveImageFromCache(
        source: Source, context: RetrievingContext<Source>,
        downloadTaskUpdated: DownloadTaskUpdatedBlock? = nil,
        completionHandler: (@Sendable (Result<RetrieveImageResult, KingfisherError>) -> Void)?
    ) -> Bool {
        RetrievalAttempt(
            manager: self, context: context, source: source, isAwaited: completionHandler != nil,
            announcement: TaskAnnouncement(update: downloadTaskUpdated, announcesOwnStart: true),
            onTask: { _ in },
            onOutcome: { outcome, _ in
                context.options.callbackQueue.deliver(outcome, to: completionHandler)
            }
        ).startIfCached()
    }
}
