import Foundation
import Locking
import Testing

@testable import Kingfisher

@Suite("CallbackQueue", .timeLimit(.minutes(1)))
struct CallbackQueueTests {
    @Test("H-5: untouch runs at once")
    func untouchRunsInline() {
        let ran = Locked(false)
        CallbackQueue.untouch.execute { ran.withLock { $0 = true } }
        #expect(ran.withLock { $0 })
    }

    @Test("H-5: dispatch and operation queues get the block")
    func queuesRunTheBlock() async {
        let queue = DispatchQueue(label: "callback-queue-tests")
        let operations = OperationQueue()
        operations.underlyingQueue = queue
        for callback in [CallbackQueue.dispatch(queue), .operationQueue(operations)] {
            await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                callback.execute {
                    dispatchPrecondition(condition: .onQueue(queue))
                    continuation.resume()
                }
            }
            #expect(callback.queue.label == queue.label)
        }
    }

    @Test("H-5: the main cases belong to the main queue")
    func mainCases() {
        #expect(CallbackQueue.mainAsync.queue.label == DispatchQueue.main.label)
        #expect(CallbackQueue.mainCurrentOrAsync.queue.label == DispatchQueue.main.label)
    }

    @Test("19.5: mainCurrentOrAsync is inline on the main queue, whatever thread serves it")
    func mainQueue() async {
        let order = await withCheckedContinuation { continuation in
            DispatchQueue.main.async {
                let order = Locked<[String]>([])
                CallbackQueue.mainCurrentOrAsync.execute { order.withLock { $0.append("current") } }
                CallbackQueue.mainCurrentOrAsync.deliver(1) { value in
                    order.withLock { $0.append("delivered \(value)") }
                }
                continuation.resume(returning: order.withLock { $0 })
            }
        }
        #expect(order == ["current", "delivered 1"])
    }

    @Test("19.5: off the main queue mainCurrentOrAsync enqueues there")
    func offMainQueue() async {
        let isOnMainQueue = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                CallbackQueue.mainCurrentOrAsync.execute {
                    dispatchPrecondition(condition: .onQueue(.main))
                    continuation.resume(returning: MainQueue.isCurrent)
                }
            }
        }
        #expect(isOnMainQueue)
        let isElsewhere = await withCheckedContinuation { continuation in
            DispatchQueue(label: "elsewhere").async {
                continuation.resume(returning: MainQueue.isCurrent)
            }
        }
        #expect(!isElsewhere)
    }

    @Test("H-5: mainCurrentOrAsync is inline on the main thread, mainAsync is not")
    @MainActor
    func mainThread() {
        let order = Locked<[String]>([])
        CallbackQueue.mainAsync.execute { order.withLock { $0.append("async") } }
        CallbackQueue.mainCurrentOrAsync.execute { order.withLock { $0.append("current") } }
        #expect(order.withLock { $0 } == ["current"])
    }
}
