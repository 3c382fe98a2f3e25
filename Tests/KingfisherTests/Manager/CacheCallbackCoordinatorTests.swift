import Locking
import Testing

@testable import Kingfisher

@Suite("CacheCallbackCoordinator", .timeLimit(.minutes(1)))
struct CacheCallbackCoordinatorTests {
    typealias Action = CacheCallbackCoordinator.Action

    /// Feeds actions and says after which of them, counted from 0, the trigger ran.
    private func firings(
        wait: Bool, original: Bool, _ actions: Action...
    ) -> (indices: [Int], state: CacheCallbackCoordinator.State) {
        let coordinator = CacheCallbackCoordinator(
            shouldWaitForCache: wait, shouldCacheOriginal: original)
        var indices: [Int] = []
        for (index, action) in actions.enumerated() {
            coordinator.apply(action) { indices.append(index) }
        }
        return (indices, coordinator.state)
    }

    @Test("4.6: without waiting the issued stores complete, and later reports are ignored")
    func firesWhenInitiatedWithoutWaiting() {
        let plain = firings(wait: false, original: false, .cacheInitiated, .cachingImage)
        #expect(plain.indices == [0])
        #expect(plain.state == .done)

        let withOriginal = firings(
            wait: false, original: true, .cacheInitiated, .cachingOriginalImage, .cachingImage)
        #expect(withOriginal.indices == [0])
    }

    @Test("4.6: waiting for one store completes with its report")
    func firesAfterTheImageWhenWaiting() {
        let result = firings(wait: true, original: false, .cacheInitiated, .cachingImage)
        #expect(result.indices == [1])
        #expect(result.state == .done)
    }

    @Test("4.7, 19.11: waiting for both stores completes with the second report, in either order")
    func firesAfterBothInEitherOrder() {
        let imageFirst = firings(
            wait: true, original: true, .cacheInitiated, .cachingImage, .cachingOriginalImage)
        #expect(imageFirst.indices == [2])
        let originalFirst = firings(
            wait: true, original: true, .cacheInitiated, .cachingOriginalImage, .cachingImage)
        #expect(originalFirst.indices == [2])
    }

    @Test("W2: a report before the stores were all issued neither traps nor withholds completion")
    func acceptsEarlyReports() {
        let early = firings(
            wait: false, original: true, .cachingImage, .cacheInitiated, .cachingOriginalImage)
        #expect(early.indices == [1])
        let waiting = firings(
            wait: true, original: true, .cachingImage, .cacheInitiated, .cachingOriginalImage)
        #expect(waiting.indices == [2])
        let repeated = firings(wait: true, original: true, .cachingImage, .cachingImage)
        #expect(repeated.indices.isEmpty)
        #expect(repeated.state == .imageCached)
    }

    @Test("W1: racing reports complete exactly once")
    func firesOnceUnderContention() async {
        for _ in 0..<2_000 {
            let coordinator = CacheCallbackCoordinator(
                shouldWaitForCache: true, shouldCacheOriginal: true)
            let fired = Locked(0)
            await withTaskGroup(of: Void.self) { group in
                for action in [Action.cacheInitiated, .cachingImage, .cachingOriginalImage] {
                    group.addTask {
                        coordinator.apply(action) { fired.withLock { $0 += 1 } }
                    }
                }
            }
            #expect(fired.withLock { $0 } == 1)
        }
    }
}
