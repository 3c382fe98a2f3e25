import Foundation
import Locking
import Testing

@testable import Kingfisher

/// Drops what it should run, as a cancelled operation queue does.
private final class DroppingQueue: CallbackOperationQueue {
    let dropped = Locked(0)
    var underlyingQueue: DispatchQueue? { nil }
    func addOperation(_ block: @escaping @Sendable () -> Void) { dropped.withLock { $0 += 1 } }
}

@Suite("Delivery", .timeLimit(.minutes(1)))
struct DeliveryTests {
    /// A cache with pictures on disk of which two fit into the budget.
    private func cache(_ count: Int) async throws -> ImageCache {
        let cache = try CacheFixture().cache
        cache.decodedBytesInFlightLimit = 40_000
        for number in 0..<count {
            try await cache.store(
                try Picture.plain(width: 64, height: 64, blue: UInt8(number)), forKey: "\(number)")
        }
        cache.clearMemoryCache()
        return cache
    }

    @Test("images that a queue drops give their memory back")
    func budget() async throws {
        let cache = try await cache(8)
        let queue = DroppingQueue()
        for number in 0..<8 {
            cache.retrieveImage(forKey: "\(number)", callbackQueue: .operationQueue(queue)) { _ in
                Issue.record("The queue runs nothing.")
            }
        }
        // Without what the first two give back, the others would wait for ever.
        #expect(await eventually { queue.dropped.withLock { $0 } == 8 })
        #expect(try await cache.retrieveImage(forKey: "0").cacheType == .disk)
    }

    @Test("an operation queue that is cancelled gives memory back")
    func cancelledOperations() async throws {
        let cache = try await cache(6)
        let queue = OperationQueue()
        queue.isSuspended = true
        for number in 0..<4 {
            cache.retrieveImageInDiskCache(
                forKey: "\(number)", callbackQueue: .operationQueue(queue)
            ) { _ in }
        }
        #expect(await eventually { queue.operationCount == 2 })
        queue.cancelAllOperations()
        queue.isSuspended = false
        #expect(try await cache.retrieveImageInDiskCache(forKey: "5") != nil)
    }

    @Test("W-14: a promotion that is dropped with its block is forgotten")
    func promotion() async throws {
        let cache = try await cache(1)
        let queue = DroppingQueue()
        cache.retrieveImage(forKey: "0", callbackQueue: .operationQueue(queue)) { _ in }
        #expect(await eventually { queue.dropped.withLock { $0 } == 1 })
        #expect(await eventually { cache.memoryStorage.state.withLock { !$0.hasPromotions } })
    }

    @Test("an answer is given once")
    func once() throws {
        let cache = try CacheFixture().cache
        let answers = Locked(0)
        let request = ReadRequest(
            number: 1, entry: EntryKey("a", "", nil), options: KingfisherParsedOptionsInfo(nil),
            promotion: cache.memoryStorage.beginPromotion(forKey: "a"), callbackQueue: .untouch
        ) { _ in answers.withLock { $0 += 1 } }
        let image = try Picture.plain()
        let delivery = Delivery(request, memory: cache.memoryStorage, bytes: nil)
        delivery.complete(with: .success(image))
        delivery.complete(with: .success(nil))
        #expect(answers.withLock { $0 } == 1)
        #expect(cache.memoryStorage.value(forKey: "a") === image)
    }
}
