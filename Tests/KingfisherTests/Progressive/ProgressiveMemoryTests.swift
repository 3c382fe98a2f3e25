import Foundation
import Locking
import LoopbackHTTP
import Testing

@testable import Kingfisher
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Counts how often somebody takes all that was received.
// Unchecked: the count stands behind a lock.
private final class WatchedTask: SessionDataTask, @unchecked Sendable {
    let readCount = Locked(0)

    override var sharedData: Data {
        readCount.withLock { $0 += 1 }
        return super.sharedData
    }
}

/// Tells when it goes.
private final class Belonging: Sendable {
    private let onEnd: @Sendable () -> Void

    init(onEnd: @escaping @Sendable () -> Void) {
        self.onEnd = onEnd
    }

    deinit { onEnd() }
}

@Suite("Memory of progressive images", .timeLimit(.minutes(1)))
struct ProgressiveMemoryTests {
    @Test("Regression 24: what was received is taken for each image, not for each chunk")
    func readsPerImage() async throws {
        let progressive = ImageProgressive(isBlur: false, isFastestScan: false, scanInterval: 0)
        let images = AsyncStream<Void>.makeStream()
        let target = NSObject()
        progressive.onImageUpdated.delegate(on: target) { _, _ in
            images.continuation.yield()
            return .default
        }
        let effect = ProgressiveImageSideEffect(
            progressive, options: KingfisherParsedOptionsInfo(nil), show: nil)
        let task = WatchedTask(
            task: URLSession.shared.dataTask(
                with: URLRequest(url: URL(fileURLWithPath: "/watched"))),
            owner: nil, resumption: nil)
        for byte in ProgressivePicture.data {
            let chunk = Data([byte])
            task.didReceiveData(chunk)
            effect.onDataReceived(.shared, task: task, data: chunk)
        }
        // All scans but the last are shown early.
        var seen = images.stream.makeAsyncIterator()
        let expected = ProgressivePicture.scanOffsets.count - 1
        for _ in 0..<expected { _ = await seen.next() }
        #expect(task.readCount.withLock { $0 } == expected)
        withExtendedLifetime(target) {}
    }

    @Test("Regression 24: a request that is over keeps nothing of what its view gave it")
    func leavesNothing() async throws {
        let released = AsyncStream<Void>.makeStream()
        let gate = LoopbackGate()
        let fixture = try ManagerFixture(
            routes: [
                "/p.jpg": .halves(
                    ProgressivePicture.data, after: ProgressivePicture.scanOffsets[3] + 2,
                    gate: gate)
            ])
        try await Self.load(fixture, gate: gate) { released.continuation.yield() }
        // The manager, its downloader and its cache are still there.
        var events = released.stream.makeAsyncIterator()
        _ = await events.next()
        withExtendedLifetime(fixture) {}
    }

    /// Loads the picture with an image on the way, and calls back once the setter's things are gone.
    private static func load(
        _ fixture: ManagerFixture, gate: LoopbackGate, onRelease: @escaping @Sendable () -> Void
    ) async throws {
        let belonging = Belonging(onEnd: onRelease)
        let options: KingfisherOptionsInfo = [.progressiveJPEG(ImageProgressive())]
        let result = await withCheckedContinuation { continuation in
            _ = fixture.manager.retrieveImage(
                with: fixture.server.url("/p.jpg").convertToSource(),
                options: fixture.manager.parsedOptions(options),
                progressiveImageSetter: { _ in withExtendedLifetime(belonging) { gate.open() } },
                completionHandler: { continuation.resume(returning: $0) })
        }
        _ = try result.get()
    }
}
