import Foundation
import Locking

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Transfers that end when a clockwork says so, as was decided beforehand.
final class ScriptedTransport: Transport {
    /// How a transfer ends.
    enum Ending: Sendable {
        case picture
        case connectionLost
    }

    let session = URLSession(configuration: .ephemeral)
    private let clockwork: VirtualClockwork
    private let downloader: WeakReference<ImageDownloader>
    private let picture: Data
    private let endings = Locked<@Sendable (URL) -> Ending>({ _ in .picture })
    private let lastNumber = Locked(0)

    init(_ clockwork: VirtualClockwork, downloader: ImageDownloader, picture: Data) {
        self.clockwork = clockwork
        self.downloader = WeakReference(downloader)
        self.picture = picture
    }

    /// Decides how transfers end from now on; asked when one begins.
    func decide(_ ending: @escaping @Sendable (URL) -> Ending) {
        endings.withLock { $0 = ending }
    }

    func makeTask(with request: URLRequest) -> URLSessionDataTask {
        let number = lastNumber.withLock { number in
            number += 1
            return number
        }
        return ScriptedTask(request, number: number) { [self] task in begin(task) }
    }

    private func begin(_ task: URLSessionDataTask) {
        guard let url = task.originalRequest?.url else { return }
        let ending = endings.withLock { $0 }(url)
        clockwork.add("transfer \(url.lastPathComponent) \(ending)") { [self] in
            let download = downloader.value?.currentSession
            guard ending == .picture else {
                download?.didComplete(task, error: URLError(.networkConnectionLost))
                return
            }
            download?.didReceive(picture, for: task)
            download?.didComplete(task, error: nil)
        }
    }

    /// The events of a cancelled task still come, as they may in a real transport.
    func cancel(_ task: URLSessionDataTask) {}

    func invalidateAndCancel() {}
}

/// A task that only begins.
// Unchecked: what changes stands behind a lock. The superclass' own state is never used.
private final class ScriptedTask: URLSessionDataTask, @unchecked Sendable {
    private let original: URLRequest
    private let number: Int
    private let begin: @Sendable (ScriptedTask) -> Void
    private let currentPriority = Locked<Float>(0.5)

    init(
        _ request: URLRequest, number: Int, begin: @escaping @Sendable (ScriptedTask) -> Void
    ) {
        original = request
        self.number = number
        self.begin = begin
        super.init()
    }

    override var originalRequest: URLRequest? { original }
    override var currentRequest: URLRequest? { original }
    override var response: URLResponse? { nil }
    override var taskIdentifier: Int { number }
    override var priority: Float {
        get { currentPriority.withLock { $0 } }
        set { currentPriority.withLock { $0 = newValue } }
    }
    override func resume() { begin(self) }
    override func cancel() {}
}
