#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension KFOptionSetter {
    /// Downloads with a downloader of its own.
    ///
    /// - Parameter downloader: The downloader.
    /// - Returns: The changed setter.
    public func downloader(_ downloader: ImageDownloader) -> Self {
        setting(\.downloader, to: downloader)
    }

    /// Sets the priority of a new download.
    ///
    /// - Parameter priority: 0 to 1; 0.5 unless set.
    /// - Returns: The changed setter.
    public func downloadPriority(_ priority: Float) -> Self {
        setting(\.downloadPriority, to: priority)
    }

    /// Says where completion handlers run.
    ///
    /// Views are updated on the main actor regardless.
    ///
    /// - Parameter queue: The queue.
    /// - Returns: The changed setter.
    public func callbackQueue(_ queue: CallbackQueue) -> Self {
        setting(\.callbackQueue, to: queue)
    }

    /// Tries other sources, in order, when the first one fails.
    ///
    /// - Parameter sources: The sources.
    /// - Returns: The changed setter.
    public func alternativeSources(_ sources: [Source]?) -> Self {
        setting(\.alternativeSources, to: sources)
    }

    /// Loads something else while the system saves data.
    ///
    /// - Parameter source: The source; nil ignores that mode.
    /// - Returns: The changed setter.
    public func lowDataModeSource(_ source: Source?) -> Self {
        setting(\.lowDataModeSource, to: source)
    }

    /// Decides whether a failed load is tried again.
    ///
    /// - Parameter strategy: The strategy; nil never retries.
    /// - Returns: The changed setter.
    public func retry(_ strategy: (any RetryStrategy)?) -> Self {
        setting(\.retryStrategy, to: strategy)
    }

    /// Tries a failed load again after a delay.
    ///
    /// - Parameters:
    ///   - maxCount: How often to try again at the most.
    ///   - interval: How long to wait. Default three seconds.
    /// - Returns: The changed setter.
    public func retry(
        maxCount: Int, interval: DelayRetryStrategy.Interval = .seconds(3)
    ) -> Self {
        retry(DelayRetryStrategy(maxRetryCount: maxCount, retryInterval: interval))
    }

    /// Tells of what becomes of the request, step by step.
    ///
    /// - Parameter observer: Hears of it; nil for nobody but the manager's observer.
    /// - Returns: The changed setter.
    public func eventObserver(_ observer: (any ImageEventObserver)?) -> Self {
        setting(\.eventObserver, to: observer)
    }

    /// Changes or vetoes the request of a download.
    ///
    /// - Parameter modifier: The modifier.
    /// - Returns: The changed setter.
    public func requestModifier(_ modifier: any AsyncImageDownloadRequestModifier) -> Self {
        setting(\.requestModifier, to: modifier)
    }

    /// Changes the request of a download.
    ///
    /// - Parameter modifyBlock: Changes the request in place, on the caller's thread.
    /// - Returns: The changed setter.
    public func requestModifier(
        _ modifyBlock: @escaping @Sendable (inout URLRequest) -> Void
    ) -> Self {
        requestModifier(
            AnyModifier { request in
                var request = request
                modifyBlock(&request)
                return request
            })
    }

    /// Changes or refuses redirected requests.
    ///
    /// - Parameter handler: The handler.
    /// - Returns: The changed setter.
    public func redirectHandler(_ handler: any ImageDownloadRedirectHandler) -> Self {
        setting(\.redirectHandler, to: handler)
    }

    /// Changes or refuses redirected requests.
    ///
    /// - Parameter block: Has to call the payload's completion handler once.
    /// - Returns: The changed setter.
    public func redirectHandler(_ block: @escaping @Sendable (KF.RedirectPayload) -> Void) -> Self {
        redirectHandler(
            AnyRedirectHandler { task, response, newRequest, completionHandler in
                block(
                    KF.RedirectPayload(
                        task: task, response: response, newRequest: newRequest,
                        completionHandler: completionHandler))
            })
    }
}
