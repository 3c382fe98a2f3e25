import Foundation
import Locking
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What is kept by a load that waits for the network, and for how long.
@Suite("Waits of the network retry strategy", .timeLimit(.minutes(1)))
struct NetworkRetryWaitTests {
    private let source = Connection()

    private var strategy: NetworkRetryStrategy {
        NetworkRetryStrategy(
            timeoutInterval: nil, networkMonitor: NetworkMonitor(source: source))
    }

    private func context() -> RetryContext {
        RetryContext(
            source: .network(URL(fileURLWithPath: "/retry")),
            error: .responseError(reason: .URLSessionError(error: URLError(.timedOut))))
    }

    @Test(
        "17.3.2: a wait that is over keeps neither its context nor its handler",
        arguments: [
            false, true,
        ])
    func contextIsReleased(isCancelled: Bool) async {
        weak var (context, handler): (RetryContext?, Recorder<Void>?)
        let isAnswered = Recorder<Void>()
        do {
            let (question, object) = (self.context(), Recorder<Void>())
            (context, handler) = (question, object)
            strategy.retry(context: question) { _ in
                object.record(())
                isAnswered.record(())
            }
            if isCancelled { question.cancel() }
        }
        if !isCancelled {
            source.connect()
            await isAnswered.wait()
        }
        #expect(await eventually { context == nil && handler == nil })
    }

    @Test("17.3.2: a request that waited for the network is released", arguments: [false, true])
    func requestIsReleased(isCancelled: Bool) async throws {
        let fixture = try ManagerFixture()
        weak var observer: EventRecorder?
        let outcomes = Recorder<Result<RetrieveImageResult, KingfisherError>>()
        do {
            let waiting = Recorder<Void>()
            let recorder = EventRecorder { event in
                if case .attemptFailed = event.kind { waiting.record(()) }
            }
            observer = recorder
            let task = fixture.manager.retrieveImage(
                with: fixture.server.url("/missing"),
                options: [.retryStrategy(strategy), .eventObserver(recorder)],
                completionHandler: outcomes.record)
            await waiting.wait()
            if isCancelled { task?.cancel() } else { source.connect() }
        }
        let failure = await outcomes.wait()[0].failure
        #expect(failure?.isTaskCancelled == isCancelled)
        #expect(await eventually { observer == nil })
    }

    @Test("17.3.3: an answer that comes before the observer is known has the observer all the same")
    func earlyAnswer() throws {
        let strategy = NetworkRetryStrategy(timeoutInterval: nil, networkMonitor: HastyMonitor())
        let context = context()
        let infos = Recorder<Bool>()
        strategy.retry(context: context) { decision in
            if case .retry(let userInfo) = decision {
                infos.record(userInfo is any NetworkObserver)
            }
        }
        #expect(infos.values == [true])
        #expect(context.userInfo is any NetworkObserver)
    }
}

/// A network that is down until a test connects it.
private final class Connection: ConnectivitySource {
    private let state = Locked((isConnected: false, onChange: (@Sendable () -> Void)?.none))

    var isConnected: Bool { state.withLock { $0.isConnected } }

    func start(_ onChange: @escaping @Sendable () -> Void) {
        state.withLock { $0.onChange = onChange }
    }

    func connect() {
        let onChange = state.withLock { state in
            state.isConnected = true
            return state.onChange
        }
        onChange?()
    }
}

/// Finds the network while it makes the observer.
private struct HastyMonitor: NetworkMonitoring {
    private struct Observer: NetworkObserver {
        func cancel() {}
    }

    let isConnected = false

    func observeConnectivity(
        timeoutInterval: TimeInterval?, callback: @escaping @Sendable (Bool) -> Void
    ) -> any NetworkObserver {
        callback(true)
        return Observer()
    }
}
