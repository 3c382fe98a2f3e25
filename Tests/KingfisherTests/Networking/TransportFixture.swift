import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The transports that every shared test runs against.
enum TransportKind: String, CaseIterable, CustomTestStringConvertible {
    case platform
    case urlSession

    var testDescription: String { rawValue }

    /// Those that keep to a request's timeout and skip provisional answers, which
    /// FoundationNetworking's `URLSession` does not.
    static let strict: [TransportKind] = [.platform]

    /// Whether a code stands for a connection that ended too early.
    ///
    /// FoundationNetworking has several for it.
    func isLostConnection(_ code: URLError.Code?) -> Bool {
        self == .platform ? code == .networkConnectionLost : code != nil
    }

    /// A downloader over this transport.
    func downloader(_ name: String = #function, timeout: TimeInterval = 15) -> ImageDownloader {
        let downloader = ImageDownloader(name: name)
        downloader.downloadTimeout = timeout
        if self == .urlSession {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.protocolClasses =
                [UninterestedProtocol.self] + (configuration.protocolClasses ?? [])
            downloader.sessionConfiguration = configuration
        }
        return downloader
    }
}

/// A protocol class that takes no request: its presence alone selects `URLSession` on Linux.
final class UninterestedProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { false }
    override class func canInit(with task: URLSessionTask) -> Bool { false }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
}

/// Makes an empty image of any bytes but none of no bytes, so that downloads need no codec.
struct AnyBytesProcessor: ImageProcessor {
    var identifier = "tests.any-bytes"
    var onProcess: @Sendable () -> Void = {}

    func process(
        item: ImageProcessItem, options: KingfisherParsedOptionsInfo
    ) -> KFCrossPlatformImage? {
        onProcess()
        return switch item {
        case .image(let image): image
        case .data(let data): data.isEmpty ? nil : KFCrossPlatformImage()
        }
    }
}

/// Runs a block when its request has a task.
struct StartModifier: ImageDownloadRequestModifier {
    let onStart: @Sendable (DownloadTask?) -> Void

    func modified(for request: URLRequest) -> URLRequest? { request }

    var onDownloadTaskStarted: (@Sendable (DownloadTask?) -> Void)? { onStart }
}

/// An asynchronous request modifier made of a closure.
struct AsyncModifier: AsyncImageDownloadRequestModifier {
    var onStart: (@Sendable (DownloadTask?) -> Void)?
    let modify: @Sendable (URLRequest) async -> URLRequest?

    func modified(for request: URLRequest) async -> URLRequest? { await modify(request) }

    var onDownloadTaskStarted: (@Sendable (DownloadTask?) -> Void)? { onStart }
}

/// Collects values from any thread and waits for their number.
final class Recorder<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Locked(State())

    var values: [Value] { state.withLock { $0.values } }

    func record(_ value: Value) {
        let ready = state.withLock { state in
            state.values.append(value)
            let count = state.values.count
            let ready = state.waiters.filter { $0.count <= count }
            state.waiters.removeAll { $0.count <= count }
            return ready
        }
        for waiter in ready {
            waiter.continuation.resume()
        }
    }

    /// Returns once there are so many values.
    @discardableResult
    func wait(_ count: Int = 1) async -> [Value] {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.values.count >= count { return true }
                state.waiters.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
        return values
    }
}

typealias DownloadOutcome = Result<ImageLoadingResult, KingfisherError>

let testBody = Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
let anyBytes: KingfisherOptionsInfo = [
    .processor(AnyBytesProcessor()), .callbackQueue(.untouch),
]

extension ImageDownloader {
    /// The outcome of a download that takes any bytes as an image.
    func outcome(
        _ url: URL, _ options: KingfisherOptionsInfo = []
    ) async -> DownloadOutcome {
        await withCheckedContinuation { continuation in
            downloadImage(with: url, options: anyBytes + options) {
                continuation.resume(returning: $0)
            }
        }
    }
}

extension Result where Success == ImageLoadingResult, Failure == KingfisherError {
    var failure: KingfisherError? {
        guard case .failure(let error) = self else { return nil }
        return error
    }

    var body: Data? { try? get().originalData }

    /// The code of the transfer's error.
    var transferCode: URLError.Code? { transferError?.code }

    /// The URL that the transfer's error names.
    var failingURL: URL? {
        transferError?.userInfo[NSURLErrorFailingURLErrorKey] as? URL
    }

    private var transferError: URLError? {
        guard case .responseError(reason: .URLSessionError(let error)) = failure else { return nil }
        return error as? URLError
    }

    var isCancelled: Bool { failure?.isTaskCancelled == true }

    /// The status that was refused.
    var refusedStatus: Int? {
        guard case .responseError(reason: .invalidHTTPStatusCode(let response)) = failure else {
            return nil
        }
        return response.statusCode
    }

    var isProcessingFailure: Bool {
        guard case .processorError(reason: .processingFailed) = failure else { return false }
        return true
    }
}

/// Counts what happens at the same time.
final class PeakCounter: Sendable {
    private let state = Locked((now: 0, peak: 0))

    var peak: Int { state.withLock { $0.peak } }

    func enter() {
        state.withLock { state in
            state.now += 1
            state.peak = max(state.peak, state.now)
        }
    }

    func leave() { state.withLock { $0.now -= 1 } }
}
