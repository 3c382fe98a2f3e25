import Foundation
import Locking
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An entry that the server has to confirm, and how.
struct FreshnessCheck: Sendable {
    /// Which cache has it.
    let place: ImageEvent.Cache
    let entry: RememberedEntry
    let cache: ImageCache
    let requestedAt = Date()

    /// What to ask with; nil when the image has to be loaded anew.
    var condition: RequestCondition? { entry.response.condition }

    /// Whether the entry may be used now.
    var freshness: StoredResponse.Freshness { entry.response.freshness(at: requestedAt) }

    /// Takes the server's word that the entry is still right.
    ///
    /// - Parameters:
    ///   - answer: What the server said.
    ///   - download: What it said that to, which knows when; nil where a downloader keeps that to itself.
    /// - Returns: What is remembered from now on; nil when the answer was about another image.
    func confirm(_ answer: HTTPURLResponse, to download: SessionDataTask?) -> StoredResponse? {
        guard
            let response = entry.response.confirmed(
                by: answer, requestedAt: download?.requestedAt ?? requestedAt,
                receivedAt: download?.respondedAt ?? Date())
        else { return nil }
        // What may not be kept is not made fresh either: the server is asked each time.
        if !response.control.noStore { cache.diskStorage.remember(response, of: entry) }
        return response
    }

    /// Whether the entry may be used although the check failed.
    func outlives(_ error: KingfisherError) -> Bool {
        guard error.isFailureOfServer else { return false }
        return entry.response.isUsableOnError(at: Date())
    }
}

extension KingfisherError {
    /// Whether the server could not be reached, or answered that it cannot answer now.
    fileprivate var isFailureOfServer: Bool {
        switch self {
        case .responseError(reason: .URLSessionError): true
        case .responseError(reason: .invalidHTTPStatusCode(let response)):
            (500..<600).contains(response.statusCode)
        default: false
        }
    }
}

extension KingfisherManager {
    /// What has to be known to use an entry that a cache has.
    ///
    /// - Parameters:
    ///   - place: Which cache has it.
    ///   - source: What is asked for. Only what comes from the network can be asked about.
    ///   - options: The options of the request.
    /// - Returns: Nil when the entry may be used as it is: the policy wants no more, or nothing is
    ///   known of its response.
    func freshnessCheck(
        in place: ImageEvent.Cache, of source: Source, options: KingfisherParsedOptionsInfo
    ) -> FreshnessCheck? {
        guard options.cachePolicy == .standard, case .network = source else { return nil }
        let cache = place == .target ? targetCache(for: options) : originalCache(for: options)
        let processor = place == .target ? options.processor : DefaultImageProcessor.default
        return cache.diskStorage.remembered(
            forKey: source.cacheKey.computedKey(with: processor.identifier),
            forcedExtension: options.forcedExtension
        ).map { FreshnessCheck(place: place, entry: $0, cache: cache) }
    }

    /// Asks the server about an image that was served, and stores the new one if there is one.
    ///
    /// A failure changes nothing: the next request asks again.
    func refresh(
        _ source: Source, options: KingfisherParsedOptionsInfo, check: FreshnessCheck
    ) {
        var options = options
        options.events = nil
        options.onDataReceived = nil
        options.sourceTaskIdentifierChecker = nil
        let context = RetrievingContext(options: options, originalSource: source)
        let download = Locked<SessionDataTask?>(nil)
        loadAndCacheImage(
            source: source, context: context, condition: check.condition,
            completionHandler: { [options] result in
                switch result {
                case .success(let refreshed):
                    options.callbackQueue.deliver(refreshed, to: options.refreshHandler)
                case .failure(let error):
                    guard
                        let answer = RequestCondition.notModified(in: error),
                        let confirmed = check.confirm(answer, to: download.withLock { $0 })
                    else { return }
                    if confirmed.control.noStore { self.forget(source, options: options) }
                }
            },
            downloadTaskCreated: { task in download.withLock { $0 = task.sessionTask } })
    }
}
