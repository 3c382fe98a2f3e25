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

    @Test("19.5: untouch has the queue of the operation it is asked in, else the main one")
    func untouchedQueue() async {
        #expect(CallbackQueue.untouch.queue.label == DispatchQueue.main.label)
        let operations = OperationQueue()
        // Held here, since the property does not hold it.
        let underlying = DispatchQueue(label: "operations")
        defer { withExtendedLifetime(underlying) {} }
        operations.underlyingQueue = underlying
        let label = await withCheckedContinuation { continuation in
            operations.addOperation {
                continuation.resume(returning: CallbackQueue.untouch.queue.label)
            }
        }
        #expect(label == "operations")
    }

    @Test("19.5: a queue of operations that has no queue of its own counts as the main one")
    func queueWithoutQueue() async {
        final class Inline: CallbackOperationQueue {
            var underlyingQueue: DispatchQueue? { nil }
            func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
        }
        let queue = CallbackQueue.operationQueue(Inline())
        #expect(queue.queue.label == DispatchQueue.main.label)
        let ran = Locked(false)
        queue.execute { ran.withLock { $0 = true } }
        #expect(ran.withLock { $0 })
        let alias: ExecutionQueue = queue
        #expect(alias.queue.label == queue.queue.label)
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
