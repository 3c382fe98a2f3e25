import Foundation
import Locking
import Testing

@testable import Kingfisher

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension SessionDataTask {
    /// A task outside any downloader.
    static func standalone() -> SessionDataTask {
        SessionDataTask(
            task: URLSession.shared.dataTask(
                with: URLRequest(url: URL(fileURLWithPath: "/standalone"))))
    }
}

/// Keeps the targets of delegates alive.
private final class DelegateTarget: Sendable {
    static let shared = DelegateTarget()
}

extension SessionDataTask.TaskCallback {
    static func recording(_ outcomes: Recorder<DownloadOutcome>) -> SessionDataTask.TaskCallback {
        let delegate = Delegate<DownloadOutcome, Void>()
        delegate.delegate(on: DelegateTarget.shared) { _, outcome in outcomes.record(outcome) }
        return SessionDataTask.TaskCallback(
            onCompleted: delegate, options: KingfisherParsedOptionsInfo([.callbackQueue(.untouch)]))
    }

    static var silent: SessionDataTask.TaskCallback {
        SessionDataTask.TaskCallback(onCompleted: nil, options: KingfisherParsedOptionsInfo(nil))
    }
}

@Suite("SessionDataTask", .timeLimit(.minutes(1)))
struct SessionDataTaskTests {
    @Test("4.8: tokens count from 0")
    func tokens() {
        let task = SessionDataTask.standalone()
        #expect(task.addCallback(.silent) == 0)
        #expect(task.addCallback(.silent) == 1)
        #expect(task.containsCallbacks)
    }

    @Test("4.3: a completed task cannot be joined")
    func completedCannotBeJoined() {
        let task = SessionDataTask.standalone()
        _ = task.addCallback(.silent)
        #expect(task.completeAndRemoveAllCallbacks().count == 1)
        #expect(task.addCallback(.silent) == nil)
        #expect(!task.containsCallbacks)
    }

    @Test("4.6: beginning counts once, and what is over begins nothing")
    func beginsOnce() {
        let task = SessionDataTask.standalone()
        task.completeAndRemoveAllCallbacks()
        #expect(!task.started)
        task.resume()
        task.resume()
        #expect(task.started)
        #expect(task.task.state == .suspended)
    }

    @Test("22: forceCancel without a downloader empties the task and completes everyone once")
    func forceCancelStandalone() {
        let task = SessionDataTask.standalone()
        let outcomes = Recorder<DownloadOutcome>()
        for _ in 0..<5 {
            _ = task.addCallback(.recording(outcomes))
        }
        task.forceCancel()
        task.forceCancel()
        #expect(!task.containsCallbacks)
        #expect(outcomes.values.filter(\.isCancelled).count == 5)
        #expect(outcomes.values.count == 5)
    }

    @Test("6.3.8: mutableData is a copy at each read, unaffected by later bytes")
    func mutableDataIsACopy() {
        let task = SessionDataTask.standalone()
        task.didReceiveData(Data(repeating: 7, count: 1 << 20))
        let first = task.mutableData
        let second = task.mutableData
        task.didReceiveData(Data([1]))
        #expect(first.count == 1 << 20 && second == first)
        #expect(address(of: first) != address(of: second))
        #expect(task.mutableDataCount == (1 << 20) + 1)
    }

    @Test("22: sharedData is no copy, yet unaffected by later bytes")
    func sharedDataIsShared() {
        let task = SessionDataTask.standalone()
        task.didReceiveData(Data(repeating: 7, count: 1 << 20))
        let first = task.sharedData
        let second = task.sharedData
        #expect(address(of: first) == address(of: second))
        task.didReceiveData(Data([1]))
        #expect(first.count == 1 << 20)
        #expect(task.sharedData.count == (1 << 20) + 1)
    }

    @Test("22: everything may be called from several threads at once")
    func concurrentUse() async {
        for _ in 0..<20 {
            let task = SessionDataTask.standalone()
            let outcomes = Recorder<DownloadOutcome>()
            let added = Locked(0)
            await withTaskGroup(of: Void.self) { group in
                for worker in 0..<8 {
                    group.addTask {
                        for round in 0..<50 {
                            if task.addCallback(.recording(outcomes)) != nil {
                                added.withLock { $0 += 1 }
                            }
                            switch (worker + round) % 5 {
                            case 0: task.forceCancel()
                            case 1: task.didReceiveData(Data(repeating: 1, count: 100))
                            case 2: _ = task.mutableData
                            case 3: _ = task.sharedData.first
                            default: task.cancel(token: round)
                            }
                        }
                    }
                }
            }
            let left = task.completeAndRemoveAllCallbacks().count
            #expect(outcomes.values.count + left == added.withLock { $0 })
        }
    }

    private func address(of data: Data) -> UInt {
        data.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
    }
}
