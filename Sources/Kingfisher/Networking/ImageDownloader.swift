public import Foundation
import Locking
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Downloads images.
///
/// Equal URLs in flight are transferred once; every caller has its own ``DownloadTask`` and is
/// completed exactly once. The URL alone decides: a caller that joins gets the answer to the first
/// caller's request, whatever its own headers would have been. Requests that must not be shared, such
/// as those of different users, need different URLs (a fragment is enough) or downloaders. Nothing is cached here. All members may be used from any thread.
// Unchecked: all that changes stands behind one lock; subclasses answer for what they add.
open class ImageDownloader: @unchecked Sendable {
    /// The downloader that is used where no other is named.
    public static let `default` = ImageDownloader(name: "default")

    /// Bytes that a body may have by default: 512 MB.
    public static let defaultMaximumBodySize = 512 << 20

    private struct State {
        var settings = Settings()
        var sessionDelegate = SessionDelegate()
        var configuration = URLSessionConfiguration.ephemeral
        var session: DownloadSession?
        var makeTransport: @Sendable (URLSessionConfiguration, SessionDelegate) -> any Transport = {
            TransportChoice.make(configuration: $0, delegate: $1)
        }
        weak var delegate: (any ImageDownloaderDelegate)?
        weak var responder: (any AuthenticationChallengeResponsible)?
        var partialBodies = PartialBodies()
    }

    /// The values that requests are made with.
    struct Settings {
        var timeout: TimeInterval = 15
        var trustedHosts: Set<String>?
        var usesPipelining = false
        var maximumBodySize = ImageDownloader.defaultMaximumBodySize
        var maxConcurrentDownloads: Int?
        var resumesInterruptedDownloads = true
    }

    private let name: String
    private let state = Locked(State())
    let pending = PendingRequests()

    /// Creates a downloader.
    ///
    /// - Parameter name: A name for diagnostics. Must not be empty.
    public init(name: String) {
        precondition(!name.isEmpty, "A downloader needs a name. Give one that is not empty.")
        self.name = name
        state.withLock { $0.responder = self }
    }

    deinit {
        state.withLock { $0.session }?.shutDown()
    }

    /// Seconds without any sign of the server after which a request fails.
    ///
    /// Default 15.
    ///
    /// Read when a request is made; a request modifier can change it for one request.
    open var downloadTimeout: TimeInterval {
        get { state.withLock { $0.settings.timeout } }
        set { state.withLock { $0.settings.timeout = newValue } }
    }

    /// Hosts whose certificates are accepted unseen, exact and case-sensitive.
    ///
    /// Default nil.
    open var trustedHosts: Set<String>? {
        get { state.withLock { $0.settings.trustedHosts } }
        set { state.withLock { $0.settings.trustedHosts = newValue } }
    }

    /// Whether requests ask for HTTP pipelining.
    ///
    /// Default false.
    open var requestsUsePipelining: Bool {
        get { state.withLock { $0.settings.usesPipelining } }
        set { state.withLock { $0.settings.usesPipelining = newValue } }
    }

    /// Bytes that a body may have after decompression.
    ///
    /// Default ``defaultMaximumBodySize``.
    ///
    /// A larger one fails early with `URLError.dataLengthExceedsMaximum`.
    open var maximumBodySize: Int {
        get { state.withLock { $0.settings.maximumBodySize } }
        set { state.withLock { $0.settings.maximumBodySize = newValue } }
    }

    /// How many transfers may run at once; nil, the default, for no limit but that of connections.
    ///
    /// Further ones wait, the most urgent first. At least 1.
    open var maxConcurrentDownloads: Int? {
        get { state.withLock { $0.settings.maxConcurrentDownloads } }
        set {
            state.withLock { $0.settings.maxConcurrentDownloads = newValue.map { max(1, $0) } }
            currentSession?.beginWaiting()
        }
    }

    /// Whether the beginning of a body that broke off is kept for the next attempt.
    ///
    /// Default true.
    ///
    /// Up to 32 MB are kept in memory for up to ten minutes, and only when the server's answer had a
    /// validator and allowed ranges. The next request of the same URL then asks for the rest; a body
    /// that has changed meanwhile comes whole.
    open var resumesInterruptedDownloads: Bool {
        get { state.withLock { $0.settings.resumesInterruptedDownloads } }
        set {
            state.withLock { state in
                state.settings.resumesInterruptedDownloads = newValue
                if !newValue { state.partialBodies.removeAll() }
            }
        }
    }

    /// How transfers are made.
    ///
    /// Default `URLSessionConfiguration.ephemeral`.
    ///
    /// Assigning one ends the downloads in flight with `URLError.cancelled`. Changes inside the
    /// object count only after it was assigned again.
    open var sessionConfiguration: URLSessionConfiguration {
        get { state.withLock { $0.configuration } }
        set { replaceSession { exchange(&$0.configuration, newValue) } }
    }

    /// What receives the events of transfers.
    ///
    /// Default a plain ``SessionDelegate``.
    ///
    /// Assigning one ends the downloads in flight with `URLError.cancelled`.
    open var sessionDelegate: SessionDelegate {
        get { state.withLock { $0.sessionDelegate } }
        set { replaceSession { exchange(&$0.sessionDelegate, newValue) } }
    }

    /// Hears of downloads; held weakly and read at each event.
    ///
    /// Default nil.
    open var delegate: (any ImageDownloaderDelegate)? {
        get { state.withLock { $0.delegate } }
        set { state.withLock { $0.delegate = newValue } }
    }

    /// Answers authentication challenges; held weakly.
    ///
    /// Default the downloader itself.
    open var authenticationChallengeResponder: (any AuthenticationChallengeResponsible)? {
        get { state.withLock { $0.responder } }
        set { state.withLock { $0.responder = newValue } }
    }

    // MARK: Downloading

    /// Downloads an image.
    ///
    /// All other forms end here.
    ///
    /// - Parameters:
    ///   - url: Where to download from.
    ///   - options: The options of the request.
    ///   - completionHandler: Called exactly once, on the callback queue of the options.
    /// - Returns: The caller's handle. Not initialized when the request could not be made, and until
    ///   an asynchronous request modifier has answered.
    @discardableResult
    open func downloadImage(
        with url: URL, options: KingfisherParsedOptionsInfo,
        completionHandler: (@Sendable (Result<ImageLoadingResult, KingfisherError>) -> Void)? = nil
    ) -> DownloadTask {
        startDownload(url, options: options, completionHandler: completionHandler)
    }

    /// Downloads an image and reports progress.
    ///
    /// - Parameters:
    ///   - url: Where to download from.
    ///   - options: The options of the request. Default nil.
    ///   - progressBlock: Called on the main queue as bytes arrive, when the length is known.
    ///   - completionHandler: Called exactly once, on the callback queue of the options.
    /// - Returns: The caller's handle.
    @discardableResult
    open func downloadImage(
        with url: URL, options: KingfisherOptionsInfo? = nil,
        progressBlock: DownloadProgressBlock? = nil,
        completionHandler: (@Sendable (Result<ImageLoadingResult, KingfisherError>) -> Void)? = nil
    ) -> DownloadTask {
        downloadImage(
            with: url, options: .init(options, progressBlock: progressBlock),
            completionHandler: completionHandler)
    }

    /// Downloads an image.
    ///
    /// - Parameters:
    ///   - url: Where to download from.
    ///   - options: The options of the request. Default nil.
    ///   - completionHandler: Called exactly once, on the callback queue of the options.
    /// - Returns: The caller's handle.
    @discardableResult
    open func downloadImage(
        with url: URL, options: KingfisherOptionsInfo? = nil,
        completionHandler: (@Sendable (Result<ImageLoadingResult, KingfisherError>) -> Void)? = nil
    ) -> DownloadTask {
        downloadImage(
            with: url, options: KingfisherParsedOptionsInfo(options),
            completionHandler: completionHandler)
    }
}

// MARK: - Inside

extension ImageDownloader: ImageDownloaderDelegate, AuthenticationChallengeResponsible {
    /// Who decides over responses and data: the delegate, or the defaults.
    var effectiveDelegate: any ImageDownloaderDelegate { delegate ?? self }

    /// Who answers challenges: the responder, or the defaults.
    var challengeResponder: any AuthenticationChallengeResponsible {
        authenticationChallengeResponder ?? self
    }

    var settings: Settings { state.withLock { $0.settings } }

    /// The session of new downloads, made when it is first needed.
    var session: DownloadSession {
        if let session = state.withLock({ $0.session }) { return session }
        let (configuration, delegate, makeTransport) = state.withLock {
            ($0.configuration, $0.sessionDelegate, $0.makeTransport)
        }
        let candidate = DownloadSession(
            transport: makeTransport(configuration, delegate),
            delegate: delegate, downloader: self)
        let session = state.withLock { state in
            // Somebody was faster, or the settings changed while it was made.
            guard
                state.session == nil, state.configuration === configuration,
                state.sessionDelegate === delegate
            else { return state.session }
            state.session = candidate
            return candidate
        }
        if session !== candidate { candidate.shutDown() }
        return session ?? self.session
    }

    /// Makes transports of another kind from now on; ends the downloads in flight.
    func useTransport(
        _ make: @escaping @Sendable (URLSessionConfiguration, SessionDelegate) -> any Transport
    ) {
        replaceSession { exchange(&$0.makeTransport, make) }
    }

    /// Keeps the beginning of a body for the next attempt.
    func keep(_ partial: PartialBody, of url: URL) {
        state.withLock { state in
            guard state.settings.resumesInterruptedDownloads else { return }
            state.partialBodies.insert(partial, for: url, now: Date())
        }
    }

    /// Takes the beginning of a body that an earlier attempt brought.
    func takePartialBody(of url: URL) -> PartialBody? {
        state.withLock { $0.partialBodies.take(url, now: Date()) }
    }

    /// The session if one was made already.
    var currentSession: DownloadSession? { state.withLock { $0.session } }

    /// Changes a setting that only a new session can have.
    ///
    /// - Parameter change: Changes it and returns the value before, which is let go of outside the
    ///   lock: what it has to clean up may be anybody's code.
    private func replaceSession<Value>(_ change: (inout State) -> Value) {
        let (session, value) = state.withLock { state in
            defer { state.session = nil }
            return (state.session, change(&state))
        }
        session?.shutDown()
        withExtendedLifetime(value) {}
    }
}

/// Puts a value in the place of another, which it returns.
private func exchange<Value>(_ place: inout Value, _ value: Value) -> Value {
    defer { place = value }
    return place
}
